// Present, in the browser: the page grows with the screen, and the first figures take what its controls leave.

const SCREEN = {wide: 1280, high: 720}, EDGE = 8, LEAST = 200, MOST = 1.7, SQUEEZED = 0.8, STRETCHED = 1.3;
const BOX = "[class*=st-key-wall-]", NATURAL = /st-key-wall-(\d+)/;
const main = () => document.querySelector("[data-testid=stMain]");

class Presenting {
  constructor() {
    this.presents = false;
    addEventListener("resize", () => this.wake());
    new MutationObserver(() => this.wake()).observe(document.body, {childList: true, subtree: true});
    new ResizeObserver(() => this.wake()).observe(document.body);
    addEventListener("keydown", (event) => this.#mute(event), {capture: true});
  }

  take({presents, key}) {
    [this.presents, this.key] = [presents, key];
    this.wake();
  }

  // Above the page lies a dialog: the key that turns the mode on and off is not for what is under it.
  #mute(event) {
    if (event.key.toUpperCase() === this.key && document.querySelector("[data-testid=stDialog]")) {
      event.stopImmediatePropagation();
    }
  }

  // How much larger than on a screen of 1280 x 720 everything is.
  get zoom() {
    return this.presents ? Math.max(1, Math.min(innerWidth / SCREEN.wide, innerHeight / SCREEN.high)) : 1;
  }

  // The pixels of the page from the top of an element to the lower edge of the screen, unscrolled.
  room(element) {
    return (innerHeight - element.getBoundingClientRect().top - main().scrollTop - EDGE) / this.zoom;
  }

  wake() {
    if (!this.presents && !this.shown) return;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.#fit();
    });
  }

  // The first figures, side by side, take the room; squeezed or stretched a little, else scaled. Further ones keep
  // their shape.
  #fit() {
    this.shown = this.presents;
    document.documentElement.style.setProperty("--zoom", this.zoom);
    const boxes = [...(main()?.querySelectorAll(BOX) ?? [])].filter((box) => box.getClientRects().length);
    const top = (box) => box.getBoundingClientRect().top, first = boxes.length && top(boxes[0]);
    for (const box of boxes) {
      const natural = box.className.match(NATURAL)[1], room = this.room(box), main = Math.abs(top(box) - first) < EDGE;
      const high = main && room > LEAST ? Math.min(room, MOST * natural) : natural;
      const drawn = Math.min(Math.max(high, SQUEEZED * natural), STRETCHED * natural);
      box.style.setProperty("--scale", (this.zoom * high) / drawn);
      box.style.setProperty("--high", `${this.zoom * high}px`);
    }
  }
}

export default function (component) {
  window.frnnPresenting ??= new Presenting();
  window.frnnPresenting.take(component.data);
}
