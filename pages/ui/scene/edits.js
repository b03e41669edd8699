// What is done to the points of a scene, the way back, and how it is told to the server.

class Editing {
  // A place as the address can hold it: for points a lattice, for the query six digits.
  #snapped([x, y], i) {
    if (i < 0) return [+x.toPrecision(6), +y.toPrecision(6)];
    return [x, y].map((value, axis) => this.#fromLattice(this.#lattice(value, axis), axis));
  }

  #lattice(value, axis) {
    const {low, high} = this.spec.square;
    return Math.round(((value - low[axis]) / (high[axis] - low[axis])) * this.spec.lattice);
  }

  #fromLattice(count, axis) {
    const {low, high} = this.spec.square;
    return low[axis] + ((high[axis] - low[axis]) * count) / this.spec.lattice;
  }

  drag(i, place) {
    if (this.dragging === undefined && i >= 0) this.#remember();
    this.dragging = i;
    this.hint(null);
    const [x, y] = this.#snapped(place, i);
    if (i < 0) this.spec.query = [x, y];
    else {
      Object.assign(this.points[i], {x, y, edited: 1});
      for (const panel of this.panels) panel.model?.move(i, x, y);
    }
    this.placeHandle(i);
    const {layer} = this.spec;
    this.moved({ground: i >= 0 || layer === "field" || layer === "similarity"});
  }

  drop() {
    if (this.dragging === undefined) return;
    this.dragging = undefined;
    const waiting = this.waiting;
    this.waiting = undefined;
    if (waiting) this.spec = {...waiting, query: this.spec.query};
    this.#send();
    this.wake();
  }

  nudge(i, [dx, dy]) {
    const {low, high} = this.spec.square, from = i < 0 ? this.spec.query : [this.points[i].x, this.points[i].y];
    const to = [dx, dy].map((part, axis) => Math.min(Math.max(from[axis] + part * (high[axis] - low[axis]), low[axis]), high[axis]));
    this.drag(i, to);
  }

  askAt(place) {
    this.asked = {at: performance.now(), before: this.spec.query};
    this.spec.query = this.#snapped(place, -1);
    this.placeHandle(-1);
    this.moved({ground: ["field", "similarity"].includes(this.spec.layer)});
    this.#send();
  }

  askedJustNow() {
    return this.asked && performance.now() - this.asked.at < 600;
  }

  add(panel, place) {
    if (this.askedJustNow()) this.spec.query = this.asked.before;
    this.#remember();
    const [x, y] = this.#snapped(place, 0), number = Math.max(this.spec.start.codes.length - 1, ...this.points.map((p) => p.number)) + 1;
    this.points.push({x, y, code: this.label ?? panel.answer ?? 0, edited: 1, number});
    this.#refill();
    this.menu(panel, this.points.length - 1);
  }

  relabel(i, code) {
    if (!this.#spares(i)) return;
    this.#remember();
    Object.assign(this.points[i], {code, edited: 1});
    this.label = code;
    this.#refill();
  }

  remove(i) {
    if (i < 0 || this.spec.movable !== "all" || !this.#spares(i)) return;
    this.#remember();
    this.points.splice(i, 1);
    this.#refill();
  }

  // Every class keeps a few points: FRNN needs some of each.
  #spares(i) {
    const {code} = this.points[i], left = this.points.filter((point) => point.code === code).length - 1;
    if (left >= this.spec.fewest) return true;
    this.say(`Class ${this.spec.classes[code]} keeps ${this.spec.fewest} points at least.`);
    return false;
  }

  #refill() {
    for (const panel of this.panels) panel.model?.fill(this.points);
    this.allHandles();
    this.moved({ground: true});
    this.#send();
  }

  #remember() {
    this.past.push(this.#snapshot());
    this.future = [];
  }

  #snapshot() {
    return {edits: this.edits(), points: this.points.map((point) => ({...point}))};
  }

  undo() {
    if (this.past.length) this.#restore(this.past, this.future);
    else if (this.spec.edits) this.#send(this.spec.edits.split("_").slice(0, -1).join("_"));
  }

  redo() {
    if (this.future.length) this.#restore(this.future, this.past);
  }

  #restore(from, to) {
    to.push(this.#snapshot());
    this.points = from.pop().points;
    this.closeMenu();
    this.#refill();
    this.body.focus({preventScroll: true}); // what had the focus may be gone
  }

  clear() {
    this.#remember();
    const {x, y, codes} = this.spec.start;
    this.points = x.map((_, i) => ({x: x[i], y: y[i], code: codes[i], edited: 0, number: i}));
    this.closeMenu();
    this.#refill();
  }

  // The edits as the address holds them: points put, moved, relabelled, removed.
  edits() {
    const {start} = this.spec;
    if (!start) return "";
    const put = [], moved = [], relabelled = [], there = new Set();
    for (const {x, y, code, number} of [...this.points].sort((a, b) => a.number - b.number)) {
      there.add(number);
      const at = `${this.#lattice(x, 0)}.${this.#lattice(y, 1)}`;
      if (number >= start.codes.length) put.push(`p${at}.${code}`);
      else {
        if (x !== start.x[number] || y !== start.y[number]) moved.push(`m${number}.${at}`);
        if (code !== start.codes[number]) relabelled.push(`c${number}.${code}`);
      }
    }
    const removed = [...start.codes.keys()].filter((number) => !there.has(number)).map((number) => `x${number}`);
    return [...put, ...moved, ...relabelled, ...removed].join("_");
  }

  #send(edits = this.edits()) {
    this.sent += 1;
    this.sentAt = performance.now();
    const told = this.panels.filter(({model}) => model).map(({given, parts}) => [given.title, parts.answer.textContent.trim()].filter(Boolean).join(": "));
    this.say(told.filter(Boolean).join(". ") || this.panels[0].parts.handles.firstChild.getAttribute("aria-label"));
    this.component.setTriggerValue("done", {seq: this.sent, edits, query: this.spec.query.map((value) => +value.toPrecision(6))});
  }
}
