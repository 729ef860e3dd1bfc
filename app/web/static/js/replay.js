// Step by step with the arrow keys, Home and End: each key stands for a link of the page.

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const link = document.getElementById(KEYS[event.key] ?? "");
  if (!link) return;
  event.preventDefault();
  location.replace(link.href);
});

// Nobody else looks over one's shoulder any more: hands lie open.
for (const hand of document.querySelectorAll("details.hand")) hand.open = true;
