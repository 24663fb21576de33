/** Copies examples, puts the reader's key into them, and marks the section one is in. */
export const SCRIPT = `(() => {
  const status = document.querySelector("[role=status]");

  // Browsers have a clipboard for pages under https and localhost only.
  function copyByHand(text) {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyByHand(text);
    }
  }
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copy(button.previousElementSibling.textContent);
      button.focus();
      button.textContent = status.textContent = done ? "Copied" : "Not copied";
      setTimeout(() => { button.textContent = "Copy"; status.textContent = ""; }, 2000);
    });
  }

  const field = document.getElementById("own-key");
  const places = [...document.querySelectorAll("[data-key]")].map((place) => [place, place.textContent]);
  field.parentElement.hidden = false;
  field.addEventListener("input", () => {
    const key = field.value.replace(/[^\\w-]/g, "");
    for (const [place, before] of places) place.textContent = key || before;
  });
  // A page that is gone back to begins without it.
  addEventListener("pageshow", () => { field.value = ""; field.dispatchEvent(new Event("input")); });

  const nav = document.getElementById("contents");
  const parts = [...nav.querySelectorAll("a")]
    .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
    .filter(({ target }) => target);
  let current;
  function mark() {
    const line = innerHeight * 0.25;
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const passed = parts.filter(({ target }) => target.getBoundingClientRect().top <= line);
    const here = (atEnd ? parts : passed).at(-1) ?? parts[0];
    if (here === current) return;
    current?.link.removeAttribute("aria-current");
    current = here;
    here.link.setAttribute("aria-current", "location");
    const { offsetTop, offsetHeight } = here.link;
    if (offsetTop < nav.scrollTop || offsetTop + offsetHeight > nav.scrollTop + nav.clientHeight) {
      nav.scrollTop = offsetTop - nav.clientHeight / 2;
    }
  }
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
})();`;
