// A camera that reads codes: the browser's own detector where it really reads QR codes, else the server.

const LOOK_MS = 150;
const POST_MS = 700;
const SIDE = 640;

export function why(camera) {
  if (!window.isSecureContext) return camera.dataset.insecure;
  return navigator.mediaDevices?.getUserMedia ? "" : camera.dataset.none;
}

// Some browsers have the detector but no formats, or a service that is not there.
async function detector() {
  try {
    const formats = await window.BarcodeDetector?.getSupportedFormats();
    return formats?.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}

export class Camera {
  constructor(video) {
    Object.assign(this, { video, stream: null, running: 0 });
  }

  async start() {
    this.stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 } }, audio: false,
    });
    this.video.srcObject = this.stream;
    await this.video.play();
  }

  stop() {
    this.running += 1;
    for (const track of this.stream?.getTracks() || []) track.stop();
    this.stream = null;
  }

  // Calls `found(text)` or `seen(frame)` until one of them answers true, or the camera stops.
  async look(found, seen) {
    this.running += 1;
    const mine = this.running;
    let reader = await detector();
    while (this.stream && mine === this.running) {
      if (reader) {
        try {
          const codes = await reader.detect(this.video);
          if (codes.length && mine === this.running && await found(codes[0].rawValue)) return;
        } catch {
          reader = null;
        }
        await pause(LOOK_MS);
      } else {
        const frame = await this.frame();
        if (frame && mine === this.running && await seen(frame)) return;
        await pause(POST_MS);
      }
    }
  }

  frame() {
    const { videoWidth: w, videoHeight: h } = this.video;
    if (!w) return null;
    const scale = Math.min(1, SIDE / Math.min(w, h));
    const canvas = document.createElement("canvas");
    canvas.width = w * scale;
    canvas.height = h * scale;
    canvas.getContext("2d").drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.75));
  }
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
