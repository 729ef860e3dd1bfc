"""What can be measured of a page's looks: headings, targets, widths, names, contrast."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

TARGET_PX = 44
PHONE_PX = 390

FAULTS = """
(least) => {
  for (const moving of document.getAnimations()) {
    try { moving.finish(); } catch { /* It has no end. */ }
  }
  const faults = [];
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const called = (e) => (e.getAttribute("aria-label") || e.textContent).trim().replace(/\\s+/g, " ").slice(0, 40);
  const hidden = (e) => e.closest(".visually-hidden, .skip");

  const headings = [...document.querySelectorAll("h1")].filter(seen);
  const covered = document.getElementById("paid-to-me") ? 1 : 0;
  if (headings.length !== 1 + covered) faults.push(`${headings.length} main headings`);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`${wide} px wide on a screen of ${innerWidth}`);

  const controls = "button, summary, select, textarea, input:not([type=hidden]), .btn, .choice, .bar a, .tabs a";
  for (const each of document.querySelectorAll(controls)) {
    if (!seen(each) || hidden(each)) continue;
    const held = each.matches("[type=radio], [type=checkbox]") && each.closest("label") || each;
    const box = held.getBoundingClientRect();
    if (box.height < least || box.width < least) {
      faults.push(`small: ${each.tagName} "${called(each)}" ${box.width.toFixed()} x ${box.height.toFixed()}`);
    }
    const name = each.matches("input, select, textarea") ? each.labels.length || each.ariaLabel : called(each);
    if (!name) faults.push(`nameless: ${each.outerHTML.slice(0, 80)}`);
  }

  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const ground = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3]) layers.unshift(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduce((below, layer) => over(layer, below), rgba("canvas"));
  };
  const light = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const each = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !seen(each) || hidden(each)) continue;
    if (each.closest("[aria-disabled=true], script, style, option, .delta")) continue;
    const style = getComputedStyle(each);
    const below = ground(each);
    let alpha = 1;
    for (let at = each; at; at = at.parentElement) alpha *= Number(getComputedStyle(at).opacity);
    const ink = rgba(style.color);
    ink[3] *= alpha;
    const [one, two] = [light(over(ink, below)), light(below)];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const px = parseFloat(style.fontSize);
    const large = px >= 24 || (px >= 18.66 && Number(style.fontWeight) >= 700);
    const said = words.currentNode.data.trim().slice(0, 40);
    if (ratio < (large ? 3 : 4.5)) faults.push(`faint: "${said}" ${ratio.toFixed(2)}`);
  }
  return [...new Set(faults)];
}
"""


class Looks:
    """Looks at moments of an evening, by day and at night; keeps what is wrong, and pictures where they are wanted.

    RECKLESS_PICTURES names a folder for pictures of every moment, on a phone and on a desk.
    """

    def __init__(self) -> None:
        self.faults: dict[str, list[str]] = {}
        folder = os.environ.get("RECKLESS_PICTURES")
        self._folder = Path(folder) if folder else None

    def at(self, moment: str, page: Page) -> None:
        """Look at what is on this screen now."""
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found: list[Any] = page.evaluate(FAULTS, TARGET_PX)
            if found:
                self.faults[f"{moment}, {scheme}"] = found
        if self._folder:
            self._take(self._folder, moment, page)

    def _take(self, folder: Path, moment: str, page: Page) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        before = page.viewport_size
        assert before is not None
        for device, size in (("phone", (PHONE_PX, 844)), ("desk", (1280, 800))):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.evaluate(FAULTS, TARGET_PX)
                page.screenshot(path=folder / f"{moment} - {device} {scheme}.png", full_page=True)
        page.set_viewport_size(before)
