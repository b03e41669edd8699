// The scene: squares side by side, one board of points for all of them. While something is dragged everything is
// computed here; when it is let go, the server is told, fits anew, and both agree.

const TURN = 450, PATIENT = 5000, LEAST = 160;
const SAME = 1e-3; // of γ, which its slider writes with three digits
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const placeWords = (place) => place.map((value) => +value.toPrecision(3)).join(", ");
const leadWords = (lead) => (lead === 0 ? ", the first of a tie" : `, by ${apart(lead, 0)[0]}`);

const element = (name, className = "", text = "", attributes = {}) => {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

class Scene extends Editing {
  constructor(root) {
    super();
    Object.assign(this, {root, panels: [], points: [], past: [], future: [], sent: 0, sentAt: -Infinity});
    this.body = element("div", "scene", "", {tabindex: "-1"});
    this.live = element("div", "unseen", "", {"aria-live": "polite"});
    this.popup = element("div", "menu", "", {role: "menu"});
    this.bubble = element("div", "bubble", "", {"aria-hidden": "true"});
    this.popup.hidden = this.bubble.hidden = true;
    root.append(this.body);
    this.body.addEventListener("keydown", (event) => this.#keys(event));
    this.popup.addEventListener("keydown", (event) => this.#walk(event));
    this.sized = new ResizeObserver(() => {
      this.#fill();
      this.wake();
    });
    this.sized.observe(this.body);
    new Turning(this);
    const placed = () => (root.isConnected ? this.wake() : removeEventListener("frnn-place", placed));
    addEventListener("frnn-place", placed);
  }

  // ── what the server says ────────────────────────────────────────────────────────────────────────────

  take(component) {
    this.component = component;
    const given = component.data;
    if (this.spec && given.seq < this.sent && performance.now() - this.sentAt < PATIENT) return;
    this.sent = given.seq;
    if (this.dragging !== undefined) this.waiting = given;
    else this.adopt(given);
  }

  // Once the page has taken the scene away; what listens to all of the page lets go by itself.
  end() {
    this.watch?.disconnect();
    this.sized.disconnect();
    clearTimeout(this.slid);
    cancelAnimationFrame(this.frame);
  }

  adopt(given) {
    const first = !this.spec, other = !first && this.spec.board !== given.board;
    this.before = first || other ? given : {show: this.spec.show, layer: this.spec.layer};
    this.changed = first || calm() ? -Infinity : performance.now();
    if (other) Object.assign(this, {past: [], future: [], asked: null});
    this.spec = {...given};
    const {x, y, codes, edited, numbers} = given.points;
    this.points = x.map((_, i) => ({x: x[i], y: y[i], code: codes[i], edited: edited[i], number: numbers[i]}));
    this.recall();
    if (first || this.panels.length !== given.panels.length || other) this.#build();
    this.panels.forEach((panel, i) => panel.take(given.panels[i]));
    this.#words();
    this.#follow();
    this.wake();
  }

  // ── what is on the page ─────────────────────────────────────────────────────────────────────────────

  #build() {
    const {spec} = this;
    this.tools = this.#toolbar();
    this.legend = element("div", "legend");
    const squares = element("div", "squares");
    this.panels = spec.panels.map((_, place) => new Panel(this, place));
    for (const panel of this.panels) squares.append(this.#square(panel));
    this.after = element("div", "unseen", "After the squares", {tabindex: "-1"});
    this.after.addEventListener("blur", () => (this.after.tabIndex = -1));
    this.body.replaceChildren(this.tools, this.legend, squares, this.live, this.popup, this.bubble, this.after);
  }

  // The square whose handles the keyboard has: the first that there is.
  get main() {
    return this.panels.find(({model}) => model) ?? this.panels[0];
  }

  // What has the focus, in the scene or around it.
  get focused() {
    return this.body.getRootNode().activeElement;
  }

  #toolbar() {
    const bar = element("div", "tools", "", {role: "toolbar", "aria-label": "Edits"});
    this.buttons = {};
    const acts = {Undo: () => this.undo(), Redo: () => this.redo(), Clear: () => this.clear()};
    for (const [name, act] of Object.entries(acts)) {
      this.buttons[name] = element("button", "", name, {type: "button"});
      this.buttons[name].addEventListener("click", act);
      bar.append(this.buttons[name]);
    }
    bar.append(element("span", "how"));
    this.everywhere ??= undoEverywhere(this);
    return bar;
  }

  #square(panel) {
    const box = element("figure", "panel");
    panel.parts = {
      title: element("figcaption", "title"), detail: element("div", "detail"), stage: element("div", "stage"),
      handles: element("div", "handles", "", {role: "application"}),
      across: element("div", "across"), up: element("div", "up"),
      answer: element("div", "answer"), reason: element("p", "reason"),
    };
    const {title, detail, stage, handles, across, up, answer, reason} = panel.parts;
    panel.canvas.setAttribute("role", "img");
    stage.append(panel.canvas, handles);
    panel.hands = new Hands(this, panel);
    panel.bars = new Bars();
    const bars = element("div", "barbox");
    bars.append(panel.bars.root);
    const plot = element("div", "plot");
    plot.append(up, stage, across);
    box.append(title, detail, plot, reason, answer, bars);
    return box;
  }

  #words() {
    const {spec, panels, tools, legend} = this;
    this.body.dataset.columns = spec.columns ?? panels.length;
    this.body.classList.toggle("wall", Boolean(spec.fills));
    this.body.classList.toggle("beside", spec.show.bars.length > 0 && Boolean(spec.barsBeside));
    this.body.style.setProperty("--size", `${spec.text + 1}px`);
    this.body.style.setProperty("--most", spec.most);
    for (const [name, colour] of Object.entries(spec.colours)) {
      if (typeof colour === "string") this.body.style.setProperty(`--${name}`, colour);
    }
    tools.hidden = spec.movable !== "all";
    tools.querySelector(".how").textContent = spec.how[matchMedia("(pointer: coarse)").matches ? 1 : 0];
    legend.replaceChildren(...spec.legend.map(([glyph, colour, words]) => {
      const entry = element("span", "entry", ` ${words}`), mark = element("b", "", glyph);
      mark.style.color = colour;
      entry.prepend(mark);
      return entry;
    }));
    for (const panel of panels) this.#wordsOf(panel);
    this.allHandles();
    this.#answers();
    this.#fill();
  }

  // On a projector the squares take the height that is left, down to what each says of the query.
  #fill() {
    const screen = window.frnnPresenting;
    if (!this.spec?.fills || !screen || !this.body.isConnected) return;
    const {canvas, parts, bars} = this.main, plot = parts.stage.parentElement;
    const beside = this.body.classList.contains("beside") ? bars.root.parentElement.offsetHeight : 0;
    const row = Math.max(plot.offsetHeight, beside), scales = plot.offsetHeight - canvas.clientHeight;
    const all = parts.answer.getBoundingClientRect().bottom - this.body.getBoundingClientRect().top;
    const around = all / screen.zoom - row + scales;
    this.body.style.setProperty("--most", `${Math.max(LEAST, screen.room(this.body) - around)}px`);
  }

  #wordsOf(panel) {
    const {spec} = this, {title, detail, stage, across, up, reason} = panel.parts;
    title.textContent = panel.given.title;
    detail.textContent = panel.given.detail;
    reason.textContent = panel.model ? "" : panel.given.reason;
    stage.parentElement.hidden = !panel.model;
    panel.canvas.setAttribute("aria-label", panel.given.words);
    const scale = (axis, side) => ticks(spec.square.low[axis], spec.square.high[axis]).map(([value, words]) => {
      const part = (value - spec.square.low[axis]) / (spec.square.high[axis] - spec.square.low[axis]);
      const tick = element("span", "tick", spec.ticks?.[value] ?? words);
      tick.style[side] = `${100 * part}%`;
      return tick;
    });
    across.replaceChildren(...scale(0, "left"), element("span", "axis", spec.axes[0]));
    up.replaceChildren(...scale(1, "bottom"), element("span", "axis", spec.axes[1]));
  }

  // The buttons of the keyboard: the query and, where they move, the points, on one square alone.
  allHandles() {
    const {main, focused, points, spec} = this, all = spec.movable === "all";
    const wanted = 1 + (all ? points.length : 0);
    for (const panel of this.panels) {
      const {handles} = panel.parts;
      if (panel !== main) handles.replaceChildren();
      handles.toggleAttribute("hidden", panel !== main);
    }
    const {handles} = main.parts;
    handles.setAttribute("aria-label", all ? `The ${spec.star} and the points` : `The ${spec.star}`);
    while (handles.children.length > wanted) handles.lastChild.remove();
    while (handles.children.length < wanted) handles.append(handle(this, handles.children.length - 1));
    for (let i = -1; i < wanted - 1; i++) this.placeHandle(i);
    if (focused && !focused.isConnected) handles.lastChild.focus({preventScroll: true});
  }

  placeHandle(i) {
    const button = this.main.parts.handles.children[i + 1], {low, high} = this.spec.square;
    if (!button) return;
    const [x, y] = i < 0 ? this.spec.query : [this.points[i].x, this.points[i].y];
    button.style.left = `${(100 * (x - low[0])) / (high[0] - low[0])}%`;
    button.style.bottom = `${(100 * (y - low[1])) / (high[1] - low[1])}%`;
    button.setAttribute("aria-label", this.label(i));
  }

  // The query or a point, and where it is.
  label(i) {
    if (i < 0) return `${this.spec.star} at ${placeWords(this.spec.query)}`;
    const {x, y, code} = this.points[i];
    return `${this.#named(i)}, class ${this.spec.classes[code]}, at ${placeWords([x, y])}`;
  }

  // A point by its number, which it keeps while points are edited.
  #named = (i) => `point ${this.points[i].number + 1}`;

  // What each relation says of the query, and how many points it gets right.
  #answers() {
    for (const panel of this.panels) {
      const {answer} = panel.parts;
      answer.classList.toggle("hushed", Boolean(this.spec.hideAnswer));
      if (!panel.model || this.spec.layer === "field") {
        answer.textContent = "";
        continue;
      }
      if (this.spec.hideAnswer) {
        answer.replaceChildren("\u00a0"); // its line stays, so that the square keeps its size
        continue;
      }
      const {glyph, colour} = this.spec.marks[panel.answer], mark = element("b", "", glyph);
      mark.style.color = colour;
      const words = `${this.spec.star} → class ${this.spec.classes[panel.answer]}${leadWords(panel.lead)}`;
      const out = this.spec.leftOut ? ` · leave-one-out ${number(panel.leftOut())}` : "";
      answer.replaceChildren(mark, ` ${words}${out}`);
    }
    const {focused} = this, {Undo, Redo, Clear} = this.buttons;
    Undo.disabled = !this.past.length;
    Redo.disabled = !this.future.length;
    Clear.disabled = !this.edits();
    if (focused?.disabled) this.body.focus({preventScroll: true}); // a button that is off hears no keys
  }

  // ── drawing ─────────────────────────────────────────────────────────────────────────────────────────

  wake() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.#draw();
    });
  }

  #draw() {
    if (!this.spec || !this.root.isConnected) return;
    const moving = (this.moving = this.dragging !== undefined || this.sliding);
    const part = Math.min(1, (performance.now() - this.changed) / TURN);
    let fine = true;
    for (const panel of this.panels) fine = panel.compute(moving) && fine;
    for (const panel of this.panels) {
      if (!panel.model) continue;
      panel.draw(part);
      const shown = this.spec.show.bars.length > 0;
      const box = panel.bars.root.parentElement;
      settle(box, panel.parts.title.parentElement, this.spec.barsElsewhere && shown);
      box.hidden = !shown;
      if (shown) panel.bars.draw(panel, this.spec, part, this.before.show);
    }
    this.body.dataset.state = !moving && fine && part === 1 ? "rest" : "moving";
    if ((!fine && !moving) || part < 1) this.wake();
  }

  moved({ground}) {
    for (const panel of this.panels) panel.refresh({ground});
    this.#answers();
    this.wake();
  }

  // ── words, menus, sliders, keys ─────────────────────────────────────────────────────────────────────

  say(words) {
    this.live.textContent = words;
  }

  hint(panel, x, y, hit) {
    const {bubble, spec, points} = this;
    if (this.refused) return; // that stays until something else is done
    bubble.hidden = !panel || !panel.model || hit === -1 || spec.hideAnswer;
    if (bubble.hidden) return;
    const place = hit === null ? panel.from(x, y) : [points[hit].x, points[hit].y], model = panel.model;
    if (spec.layer === "field") {
      model.hold(...spec.query, panel.given.code ?? spec.code);
      bubble.textContent = `${placeWords(place)}: similarity ${number(model.similarityToHeld(...place))}`;
    } else {
      const winner = spec.classes[model.ask(...place, hit ?? -1).winner()];
      const what = hit === null ? `${placeWords(place)}: ` : `${this.label(hit)}; left out: `;
      bubble.textContent = `${what}class ${winner}${leadWords(model.lead)}`;
    }
    this.#beside(bubble, panel, x, y);
  }

  unhint() {
    this.refused = false;
    this.bubble.hidden = true;
  }

  // Say beside a point why something was not done to it.
  refuse(i, words) {
    this.say(words);
    this.refused = true;
    this.bubble.textContent = words;
    this.bubble.hidden = false;
    this.#beside(this.bubble, this.main, ...this.main.at(this.points[i]));
  }

  #beside(node, panel, x, y) {
    const box = panel.canvas.getBoundingClientRect(), home = this.body.getBoundingClientRect();
    const left = box.left - home.left + x + 14, top = box.top - home.top + y + 14;
    node.style.left = `${Math.min(left, home.width - node.offsetWidth - 4)}px`;
    node.style.top = `${top}px`;
  }

  menu(panel, i) {
    if (this.spec.movable !== "all" || i < 0) return;
    const {popup, spec} = this, point = this.points[i];
    this.unhint();
    const choose = (words, act, mark) => {
      const button = element("button", mark ? "" : "remove", "", {type: "button", role: "menuitem"});
      if (mark) {
        const glyph = element("b", "", `${mark.glyph} `);
        glyph.style.color = mark.colour;
        button.append(glyph);
      }
      button.append(words);
      button.addEventListener("click", () => {
        this.closeMenu();
        act();
      });
      return button;
    };
    const relabelled = (code) => code === point.code || this.relabel(i, code);
    const classes = spec.classes.map((name, code) => choose(name, () => relabelled(code), spec.marks[code]));
    classes[point.code].setAttribute("aria-current", "true");
    popup.setAttribute("aria-label", this.#named(i));
    const which = element("span", "which", this.#named(i)), remove = choose("Remove", () => this.remove(i));
    popup.replaceChildren(which, ...classes, remove);
    popup.hidden = false;
    this.#beside(popup, panel, ...panel.at(point));
    this.opener = this.main.parts.handles.children[i + 1];
    classes[point.code].focus({preventScroll: true});
  }

  closeMenu() {
    const inside = this.popup.contains(this.focused);
    this.popup.hidden = true;
    if (inside) this.opener?.focus({preventScroll: true});
  }

  // Arrow keys go round in the menu.
  #walk(event) {
    const items = [...this.popup.querySelectorAll("button")], at = items.indexOf(this.focused);
    const on = at + 1, back = at - 1, ends = {Home: 0, End: -1};
    const to = {ArrowDown: on, ArrowRight: on, ArrowUp: back, ArrowLeft: back, ...ends}[event.key];
    if (to === undefined) return;
    items.at(to % items.length).focus();
    event.preventDefault();
    event.stopPropagation();
  }

  // Out of the squares with the keyboard, past the points: the next Tab goes on from behind them.
  leave() {
    this.closeMenu();
    this.after.tabIndex = 0; // within a shadow root Tab goes on from stops alone
    this.after.focus({preventScroll: true});
  }

  #keys(event) {
    if (event.key !== "Escape") return this.keys(event);
    this.unhint();
    this.closeMenu();
    event.preventDefault();
  }

  // Ctrl+Z takes back; with Shift, or Ctrl+Y, it is done again.
  keys(event) {
    const key = event.key.toLowerCase(), again = key === "y" || event.shiftKey;
    if (!(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key) || this.spec.movable !== "all") return;
    if (again) this.redo();
    else this.undo();
    event.preventDefault();
  }

  // The page's own sliders report when they are let go; this follows them while they move.
  #follow() {
    this.watch?.disconnect();
    this.sliding = false;
    this.watch = new MutationObserver((changes) => changes.forEach(({target}) => this.#slid(target)));
    const told = {attributes: true, subtree: true, attributeFilter: ["aria-valuenow", "aria-valuetext"]};
    for (const name of Object.values(this.spec.sliders)) {
      const slider = document.querySelector(`.st-key-${name}`);
      if (slider) this.watch.observe(slider, told);
    }
  }

  // A relation or weights that are learned for one k wait for the server, and so does a γ that is learned.
  #slid(thumb) {
    if (!thumb.matches("[role=slider], input[type=range]")) return;
    const value = parseFloat(thumb.getAttribute("aria-valuetext") ?? thumb.getAttribute("aria-valuenow"));
    const ofK = thumb.closest(`.st-key-${this.spec.sliders.k}`), moves = ofK ? "kMoves" : "gammaMoves";
    const k = (model) => Math.min(value, model.given.upper[0].length, model.n);
    const moved = (model) => (ofK ? k(model) !== model.k : Math.abs(value - model.gamma) > SAME * value);
    const followed = this.panels.filter(({model, given}) => model && given[moves] && moved(model));
    if (Number.isNaN(value) || !followed.length) return; // a slider says its value when it is drawn, too
    for (const {model} of followed) {
      if (ofK) model.setK(k(model));
      else model.setGamma(value);
    }
    this.sliding = true;
    clearTimeout(this.slid);
    this.slid = setTimeout(() => {
      this.sliding = false;
      this.wake();
    }, 150);
    this.moved({ground: true});
  }
}

// The script is sent once a visit; the small one in mount.py, which comes with every change, finds it here.
export default function () {
  window.frnnScene = Scene;
  window.dispatchEvent(new Event("frnn-scene"));
}
