// The scene: squares side by side, one board of points for all of them. While something is dragged everything is
// computed here; when it is let go, the server is told, fits anew, and both agree.

const TURN = 450, PATIENT = 5000, LEAST = 160;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

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
    Object.assign(this, {root, panels: [], points: [], past: [], future: [], sent: 0, sentAt: -Infinity, label: null});
    this.body = element("div", "scene", "", {tabindex: "-1"});
    this.live = element("div", "unseen", "", {"aria-live": "polite"});
    this.popup = element("div", "menu", "", {role: "menu"});
    this.bubble = element("div", "bubble", "", {"aria-hidden": "true"});
    this.popup.hidden = this.bubble.hidden = true;
    root.append(this.body);
    this.body.addEventListener("keydown", (event) => this.#keys(event));
    new ResizeObserver(() => {
      this.#fill();
      this.wake();
    }).observe(this.body);
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
    else this.#adopt(given);
  }

  #adopt(given) {
    const first = !this.spec, other = !first && this.spec.board !== given.board;
    this.before = first || other ? given : {show: this.spec.show, layer: this.spec.layer};
    this.changed = first || calm() ? -Infinity : performance.now();
    if (other) Object.assign(this, {past: [], future: []});
    this.spec = given;
    const {x, y, codes, edited} = given.points;
    this.points = x.map((_, i) => ({x: x[i], y: y[i], code: codes[i], edited: edited[i], number: given.points.numbers[i]}));
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
    this.body.replaceChildren(this.tools, this.legend, squares, this.live, this.popup, this.bubble);
  }

  #toolbar() {
    const bar = element("div", "tools", "", {role: "toolbar", "aria-label": "Edits"});
    this.buttons = {};
    for (const [name, act] of [["Undo", () => this.undo()], ["Redo", () => this.redo()], ["Clear", () => this.clear()]]) {
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
      handles: element("div", "handles"), across: element("div", "across"), up: element("div", "up"),
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
    const {canvas, parts} = this.panels[0], top = this.body.getBoundingClientRect().top;
    const around = (parts.answer.getBoundingClientRect().bottom - top) / screen.zoom - canvas.clientHeight;
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

  // The buttons of the keyboard: the query and, where they move, the points, on the first square alone.
  allHandles() {
    const {handles} = this.panels[0].parts, wanted = 1 + (this.spec.movable === "all" ? this.points.length : 0);
    while (handles.children.length > wanted) handles.lastChild.remove();
    while (handles.children.length < wanted) {
      const place = handles.children.length - 1;
      handles.append(handle(this, this.panels[0], () => place));
    }
    for (let i = -1; i < wanted - 1; i++) this.placeHandle(i);
  }

  placeHandle(i) {
    const button = this.panels[0].parts.handles.children[i + 1], {low, high} = this.spec.square;
    const {x, y} = i < 0 ? {x: this.spec.query[0], y: this.spec.query[1]} : this.points[i];
    if (!button) return;
    button.style.left = `${(100 * (x - low[0])) / (high[0] - low[0])}%`;
    button.style.bottom = `${(100 * (y - low[1])) / (high[1] - low[1])}%`;
    const where = `at ${+x.toPrecision(3)}, ${+y.toPrecision(3)}`;
    button.setAttribute("aria-label", i < 0 ? `${this.spec.star} ${where}` : `point ${this.points[i].number + 1}, class ${this.spec.classes[this.points[i].code]}, ${where}`);
  }

  // What each relation says of the query, and how many points it gets right.
  #answers() {
    for (const panel of this.panels) {
      const {answer} = panel.parts;
      answer.classList.toggle("hushed", Boolean(this.spec.hideAnswer));
      if (!panel.model || this.spec.layer === "field") {
        answer.textContent = panel.model ? panel.given.answer ?? "" : "";
        continue;
      }
      if (this.spec.hideAnswer) {
        answer.replaceChildren("\u00a0"); // its line stays, so that the square keeps its size
        continue;
      }
      const tie = panel.lead === 0, name = this.spec.classes[panel.answer], mark = element("b", "", this.spec.marks[panel.answer].glyph);
      mark.style.color = this.spec.marks[panel.answer].colour;
      const words = `${this.spec.star} → class ${name}${tie ? ", the first of a tie" : `, by ${number(panel.lead)}`}`;
      const out = this.spec.leftOut ? ` · leave-one-out ${number(panel.leftOut())}` : "";
      answer.replaceChildren(mark, ` ${words}${out}`);
    }
    const edits = this.edits();
    if (this.buttons) {
      this.buttons.Undo.disabled = !this.past.length && !this.spec.edits;
      this.buttons.Redo.disabled = !this.future.length;
      this.buttons.Clear.disabled = !edits;
    }
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
    const moving = (this.moving = this.dragging !== undefined || this.sliding), part = Math.min(1, (performance.now() - this.changed) / TURN);
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
    bubble.hidden = !panel || !panel.model || hit === -1 || spec.hideAnswer;
    if (bubble.hidden) return;
    const place = hit === null ? panel.from(x, y) : [points[hit].x, points[hit].y], model = panel.model;
    const at = `${+place[0].toPrecision(3)}, ${+place[1].toPrecision(3)}`;
    if (spec.layer === "field") {
      model.hold(...spec.query, panel.given.code ?? spec.code);
      bubble.textContent = `${at}: similarity ${number(model.similarityToHeld(...place))}`;
    } else {
      const winner = spec.classes[model.ask(...place, hit ?? -1).winner()];
      const own = hit === null ? "" : `class ${spec.classes[points[hit].code]}; left out: `;
      bubble.textContent = `${at}: ${own}class ${winner}, by ${number(model.lead)}`;
    }
    this.#beside(bubble, panel, x, y);
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
    this.hint(null);
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
    const classes = spec.classes.map((name, code) => choose(name, () => code === point.code || this.relabel(i, code), spec.marks[code]));
    classes[point.code].setAttribute("aria-current", "true");
    popup.replaceChildren(...classes, choose("Remove", () => this.remove(i)));
    popup.hidden = false;
    this.#beside(popup, panel, ...panel.at(point));
    this.opener = this.panels[0].parts.handles.children[i + 1];
    classes[point.code].focus({preventScroll: true});
  }

  closeMenu() {
    const inside = this.popup.contains(this.root.activeElement ?? document.activeElement);
    this.popup.hidden = true;
    if (inside) this.opener?.focus({preventScroll: true});
  }

  // Out of the square with the keyboard, past its points.
  leave() {
    this.closeMenu();
    (this.tools.hidden ? this.panels.at(-1).parts.answer : this.buttons.Undo).focus();
  }

  #keys(event) {
    if (event.key !== "Escape") return this.keys(event);
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
    for (const name of Object.values(this.spec.sliders)) {
      const slider = document.querySelector(`.st-key-${name}`);
      if (slider) this.watch.observe(slider, {attributes: true, subtree: true, attributeFilter: ["aria-valuenow", "aria-valuetext"]});
    }
  }

  #slid(thumb) {
    if (!thumb.matches("[role=slider], input[type=range]")) return;
    const {k, gamma} = this.spec.sliders, value = parseFloat(thumb.getAttribute("aria-valuetext") ?? thumb.getAttribute("aria-valuenow"));
    if (Number.isNaN(value)) return;
    for (const {model, given} of this.panels) {
      if (!model) continue;
      if (thumb.closest(`.st-key-${k}`)) model.setK(Math.min(value, model.given.upper[0].length, model.n));
      else if (thumb.closest(`.st-key-${gamma}`) && given.gammaMoves) model.gamma = value;
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
