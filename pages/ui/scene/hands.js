// Mouse, pen, touch and keyboard on a square. A drag moves a point or the query; a tap on empty ground asks
// there, on a point it opens a menu; a double click or a long press on empty ground adds a point.

const REACH = {mouse: 10, touch: 20}, STILL = 6, LONG = 500, FLING = 120, STEP = 0.01, LEAP = 0.05;
const KEYS_OF_QUERY = "Arrow keys move it, with Shift further. Escape leaves.";
const KEYS_OF_POINT = "Arrow keys move it, with Shift further; Enter for its class, Delete removes it. Escape leaves.";
const KEYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

class Hands {
  constructor(scene, panel) {
    Object.assign(this, {scene, panel, held: null});
    const on = (name, act, options) => panel.canvas.addEventListener(name, act.bind(this), options);
    on("pointerdown", this.#pointerDown);
    on("pointermove", this.#pointerMove);
    on("pointerup", this.#pointerUp);
    on("pointercancel", this.#cancel);
    on("pointerleave", () => scene.hint(null));
    on("touchstart", this.#touchStart, {passive: false});
    on("touchmove", this.#touchMove, {passive: false});
    on("touchend", this.#touchEnd, {passive: false});
    on("touchcancel", this.#cancel);
    on("dblclick", this.#doubleClick);
    on("contextmenu", (event) => {
      event.preventDefault();
      const {x, y} = this.#where(event), hit = this.hit(x, y, REACH.mouse);
      if (hit >= 0 && scene.spec.movable === "all") scene.menu(this.panel, hit);
    });
  }

  // What is under a place: -1 for the query, the number of a point, or null for empty ground.
  hit(x, y, reach) {
    const {spec, points} = this.scene, far = (at) => Math.hypot(at[0] - x, at[1] - y);
    let best = null, least = reach + 2;
    if (far(this.panel.at({x: spec.query[0], y: spec.query[1]})) < Math.max(reach, 1.5 * spec.mark)) return -1;
    if (spec.movable !== "all") return null;
    points.forEach((point, i) => {
      const distance = far(this.panel.at(point));
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  }

  #where(event) {
    const box = this.panel.canvas.getBoundingClientRect(), scale = this.panel.size / box.width;
    return {x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale};
  }

  #begin(event, reach, source) {
    const at = this.#where(event), hit = this.hit(at.x, at.y, reach);
    this.held = {...at, hit, source, start: performance.now(), moved: false};
    this.scene.closeMenu();
    clearTimeout(this.pressing);
    if (hit === null || source === "touch") this.pressing = setTimeout(() => this.#longPress(), LONG);
  }

  #longPress() {
    const held = this.held;
    if (!held || held.moved || held.source === "mouse" || this.scene.spec.movable !== "all") return;
    this.held = null;
    if (held.hit === null) this.scene.add(this.panel, this.panel.from(held.x, held.y));
    else if (held.hit >= 0) this.scene.menu(this.panel, held.hit);
  }

  #drag(event) {
    const held = this.held, at = this.#where(event);
    if (!held.moved && Math.hypot(at.x - held.x, at.y - held.y) < STILL) return;
    clearTimeout(this.pressing);
    held.moved = true;
    if (held.hit !== null) this.scene.drag(held.hit, this.panel.from(at.x, at.y));
  }

  #end() {
    const held = this.held;
    clearTimeout(this.pressing);
    this.held = null;
    if (!held) return;
    if (held.moved) {
      if (held.hit !== null) this.scene.drop();
    } else if (held.hit === null) this.scene.askAt(this.panel.from(held.x, held.y));
    else if (held.hit >= 0) this.scene.menu(this.panel, held.hit);
  }

  #cancel() {
    clearTimeout(this.pressing);
    if (this.held?.moved && this.held.hit !== null) this.scene.drop();
    this.held = null;
  }

  #pointerDown(event) {
    if (event.pointerType === "touch" || event.button !== 0) return;
    this.#begin(event, REACH.mouse, event.pointerType);
    this.panel.canvas.setPointerCapture(event.pointerId);
  }

  #pointerMove(event) {
    if (event.pointerType === "touch") return;
    if (this.held) return this.#drag(event);
    const {x, y} = this.#where(event), hit = this.hit(x, y, REACH.mouse);
    this.panel.canvas.style.cursor = hit === null ? "crosshair" : "grab";
    this.scene.hint(this.panel, x, y, hit);
  }

  #pointerUp(event) {
    if (event.pointerType !== "touch") this.#end();
  }

  // A finger on a point moves it, unless it flings up or down at once: then the page scrolls.
  #touchStart(event) {
    if (event.touches.length > 1) return this.#cancel();
    this.#begin(event.touches[0], REACH.touch, "touch");
    if (this.held.hit === -1) event.preventDefault();
  }

  #touchMove(event) {
    if (!this.held || event.touches.length > 1) return;
    const held = this.held, at = this.#where(event.touches[0]);
    const [dx, dy] = [Math.abs(at.x - held.x), Math.abs(at.y - held.y)];
    const fling = !held.moved && held.hit !== -1 && dy > dx && performance.now() - held.start < FLING;
    if (held.hit === null || fling) {
      if (dx > STILL || dy > STILL) {
        clearTimeout(this.pressing);
        this.held = null;
      }
      return;
    }
    event.preventDefault();
    this.#drag(event.touches[0]);
  }

  #touchEnd(event) {
    if (!this.held) return;
    event.preventDefault();
    this.#end();
  }

  #doubleClick(event) {
    if (this.scene.spec.movable !== "all") return;
    const {x, y} = this.#where(event);
    if (this.hit(x, y, REACH.mouse) === null || this.scene.askedJustNow()) this.scene.add(this.panel, this.panel.from(x, y));
  }
}

// A button that nobody sees but the keyboard and a screen reader: the query, or a point.
function handle(scene, panel, which) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "handle";
  button.setAttribute("aria-description", which() < 0 ? KEYS_OF_QUERY : KEYS_OF_POINT);
  button.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (way && !event.ctrlKey && !event.metaKey && !event.altKey) scene.nudge(which(), way.map((part) => part * (event.shiftKey ? LEAP : STEP)));
    else if (event.key === "Enter" || event.key === " ") scene.menu(panel, which());
    else if (event.key === "Delete" || event.key === "Backspace") scene.remove(which());
    else if (event.key === "Insert" || event.key === "+") scene.add(panel, scene.spec.query);
    else if (event.key === "Escape") scene.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  button.addEventListener("keyup", (event) => KEYS[event.key] && scene.drop());
  return button;
}

// Undo and redo from anywhere on the page, but where something is typed.
function undoEverywhere(scene) {
  const listen = (event) => {
    if (!scene.root.isConnected) return document.removeEventListener("keydown", listen);
    const typing = event.composedPath()[0].closest?.("input:not([type=range]):not([type=radio]), textarea, [contenteditable=true]");
    if (!event.defaultPrevented && !typing) scene.keys(event);
  };
  document.addEventListener("keydown", listen);
  return listen;
}
