// The keys of a presenter's remote: Page Down presses the button that goes on, once the end of what is shown is
// in view, and scrolls there until then, or past it where no step follows; Page Up the other way.

const WAYS = {PageDown: 1, PageUp: -1}, MOST_OF = 0.85;

class Turning {
  constructor(scene) {
    const listen = (event) => {
      if (scene.root.isConnected) this.#pressed(event, scene);
      else document.removeEventListener("keydown", listen, true);
    };
    document.addEventListener("keydown", listen, true); // before a slider that was moved last takes the key
  }

  #pressed(event, {spec}) {
    const way = WAYS[event.key], {turns} = spec ?? {};
    if (!turns || !way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const typing = event.target.closest?.("textarea, input:not([type=range])");
    if (typing || document.querySelector("[role=dialog]")) return;
    const shown = document.querySelector(`.st-key-${turns.whole}`)?.getBoundingClientRect();
    if (!shown) return;
    event.preventDefault();
    event.stopPropagation();
    const page = document.querySelector("[data-testid=stMain]"), behavior = calm() ? "auto" : "smooth";
    const whole = way > 0 ? shown.bottom <= innerHeight + 1 : shown.top >= -1;
    const button = document.querySelector(`.st-key-${turns[event.key]} button:enabled`);
    if (!whole || !button) return page.scrollBy({top: way * MOST_OF * innerHeight, behavior});
    page.scrollTo({top: 0});
    button.click();
  }
}
