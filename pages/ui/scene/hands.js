// Mouse, pen, touch and keyboard on a square. A drag moves a point or the query; a tap on empty ground asks
// there, on a point it opens a menu; a double click or a long press on empty ground adds a point.

const REACH = {mouse: 10, touch: 20}, STILL = 6, LONG = 500, RESTED = 200, STEP = 0.01, LEAP = 0.05;
const KEYS_MOVE = "Arrow keys move it, with Shift further.", KEYS_LEAVE = "Escape leaves.";
const KEYS_ADD = "Plus or Insert adds a point at the query.";
const KEYS_POINT = "Enter for its class, Delete removes it.";
const REMOVE = ["Delete", "Backspace"], ADD = ["Insert", "+"];
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
    on("mousedown", this.#mouseDown);
    on("dblclick", this.#doubleClick);
    on("contextmenu", (event) => {
      event.preventDefault();
      const hit = this.#under(event);
      if (hit >= 0 && scene.spec.movable === "all") scene.menu(this.panel, hit);
    });
  }

  // What is under a place: -1 for the query, the number of a point, or null for empty ground.
  hit(x, y, reach, ofPoints = reach) {
    const {spec, points} = this.scene, far = (at) => Math.hypot(at[0] - x, at[1] - y);
    let best = null, least = ofPoints + 2;
    const [x0, y0] = spec.query;
    if (far(this.panel.at({x: x0, y: y0})) < Math.max(reach, 1.5 * spec.mark)) return -1;
    if (spec.movable !== "all") return null;
    points.forEach((point, i) => {
      const distance = far(this.panel.at(point));
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  }

  // How far from a point a finger may be: where many lie close, ground must be left to tap and to scroll on.
  fingerReach() {
    const places = this.scene.points.map((point) => this.panel.at(point));
    const nearest = places.map(([x, y], i) => places.reduce((least, [a, b], j) =>
      (i === j ? least : Math.min(least, Math.hypot(a - x, b - y))), Infinity)).sort((a, b) => a - b);
    const third = nearest[Math.floor(nearest.length / 2)] / 3;
    return Math.min(Math.max(third, REACH.mouse), REACH.touch);
  }

  #where(event) {
    const box = this.panel.canvas.getBoundingClientRect(), scale = this.panel.size / box.width;
    return {x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale};
  }

  #begin(event, source, hit) {
    this.held = {...this.#where(event), hit, source, moved: false};
    this.scene.unhint();
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
    this.#begin(event, event.pointerType, this.#under(event));
    this.panel.canvas.setPointerCapture(event.pointerId);
  }

  // What is under the mouse.
  #under(event) {
    const {x, y} = this.#where(event);
    return this.hit(x, y, REACH.mouse);
  }

  #pointerMove(event) {
    if (event.pointerType === "touch") return;
    if (this.held) return this.#drag(event);
    const {x, y} = this.#where(event), hit = this.#under(event);
    this.panel.canvas.style.cursor = hit === null ? "crosshair" : "grab";
    this.scene.hint(this.panel, x, y, hit);
  }

  #pointerUp(event) {
    if (event.pointerType !== "touch") this.#end();
  }

  // A finger moves a point sideways, or once it has rested on it; up or down at once it scrolls the page.
  #touchStart(event) {
    if (event.touches.length > 1) return this.#cancel();
    const [touch] = event.touches, {x, y} = this.#where(touch);
    this.#begin(touch, "touch", this.hit(x, y, REACH.touch, this.fingerReach()));
    this.held.start = event.timeStamp;
    if (this.held.hit === -1) event.preventDefault();
  }

  #touchMove(event) {
    if (!this.held || event.touches.length > 1) return;
    const {held} = this, at = this.#where(event.touches[0]);
    const dx = Math.abs(at.x - held.x), dy = Math.abs(at.y - held.y);
    const rested = held.hit === -1 || held.moved || event.timeStamp - held.start >= RESTED;
    if (held.hit === null || (dy > dx && !rested)) {
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

  // A first press begins anew, so that `asked` is what the first click of two did, however slow they are.
  #mouseDown(event) {
    if (event.detail === 1) this.scene.asked = null;
  }

  #doubleClick(event) {
    const {scene, panel} = this, {asked} = scene, {x, y} = this.#where(event);
    const again = asked && Math.hypot(...this.#from(asked.place, x, y)) < REACH.mouse;
    if (again || this.#under(event) === null) scene.add(panel, panel.from(x, y), again && asked.before);
  }

  #from(place, x, y) {
    const [a, b] = this.panel.at({x: place[0], y: place[1]});
    return [a - x, b - y];
  }
}

// A button that nobody sees but the keyboard and a screen reader: the query, or a point. What helps to use a
// page clicks it; so do Enter and the space bar.
function handle(scene, i) {
  const button = document.createElement("button"), all = scene.spec.movable === "all";
  const keys = [KEYS_MOVE, ...(i < 0 ? [] : [KEYS_POINT]), ...(all ? [KEYS_ADD] : []), KEYS_LEAVE];
  button.type = "button";
  button.className = "handle";
  button.setAttribute("aria-description", keys.join(" "));
  button.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = KEYS[event.key];
    if (way) scene.nudge(i, way.map((part) => part * (event.shiftKey ? LEAP : STEP)));
    else if (REMOVE.includes(event.key) && all) scene.remove(i);
    else if (ADD.includes(event.key) && all) scene.add(scene.main, scene.spec.query);
    else if (event.key === "Escape") scene.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  button.addEventListener("keyup", (event) => KEYS[event.key] && scene.drop());
  button.addEventListener("blur", () => scene.letGo());
  button.addEventListener("click", () => scene.menu(scene.main, i));
  return button;
}

// Undo and redo from anywhere on the page, but where something is typed.
function undoEverywhere(scene) {
  const typed = "input:not([type=range]):not([type=radio]), textarea, [contenteditable=true]";
  const listen = (event) => {
    if (!scene.root.isConnected) return document.removeEventListener("keydown", listen);
    const typing = event.composedPath()[0].closest?.(typed);
    if (!event.defaultPrevented && !typing) scene.keys(event);
  };
  document.addEventListener("keydown", listen);
  return listen;
}
