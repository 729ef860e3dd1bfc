// How the page hears that the table moved on: over a stream where it may hold one, else by asking every few seconds.

import { lead, release } from "./lease.js";

const LEASE = "reckless.stream";
const LOOK_MS = 1500;
const POLL_MS = 3000;
const SILENT_MS = 20000;

export class Live {
  // `onNews()` is called when there may be something new; `onState(state, seconds)` with live, polling or lost.
  constructor(path, onNews, onState) {
    Object.assign(this, { path, onNews, onState, stream: null, heard: Date.now(), asked: 0, seen: 0, gone: !navigator.onLine });
    setInterval(() => this.look(), LOOK_MS);
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    // A stream over a network that is gone ends only much later: asking shows at once how things are.
    addEventListener("offline", () => { this.hangUp(); this.failed(); this.look(); });
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("pagehide", () => this.hangUp());
    this.look();
  }

  // The page fetched what it may see: that the connection works is known from this moment.
  fetched() {
    this.gone = false;
    this.heard = Date.now();
    this.tell();
  }

  // One try that got no answer is enough to say so: the next one that does takes it back.
  failed() {
    this.gone = true;
    this.tell();
  }

  // A phone that slept holds a stream that is dead without knowing it.
  wake() {
    this.hangUp();
    this.onNews();
    this.look();
  }

  look() {
    if (document.hidden) return;
    const now = Date.now();
    if (this.stream && now - this.seen > SILENT_MS) this.hangUp();
    if (lead(LEASE)) this.listen();
    else if (this.stream) this.hangUp();
    if (this.stream?.readyState !== EventSource.OPEN && now - this.asked > POLL_MS) {
      this.asked = now;
      this.onNews();
    }
    this.tell();
  }

  listen() {
    if (this.stream && this.stream.readyState !== EventSource.CLOSED) return;
    this.stream = new EventSource(`${this.path}/stream`);
    this.seen = Date.now();
    const alive = () => { this.gone = false; this.seen = this.heard = Date.now(); this.tell(); };
    this.stream.addEventListener("open", alive);
    this.stream.addEventListener("beat", alive);
    this.stream.addEventListener("message", () => { alive(); this.onNews(); });
  }

  hangUp() {
    this.stream?.close();
    this.stream = null;
    release(LEASE);
  }

  tell() {
    const silent = Math.round((Date.now() - this.heard) / 1000);
    if (this.stream?.readyState === EventSource.OPEN) this.onState("live", 0);
    else if (this.gone || silent > 8) this.onState("lost", silent);
    else this.onState("polling", 0);
  }
}
