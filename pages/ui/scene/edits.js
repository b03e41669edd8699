// What is done to the points of a scene, the way back, and how it is told to the server.

class Editing {
  // A place as the address can hold it: for points a lattice, for the query six digits, within the square.
  #snapped(place, i) {
    if (i >= 0) return place.map((value, axis) => this.#fromLattice(this.#lattice(value, axis), axis));
    return place.map((value, axis) => this.#within(+value.toPrecision(6), axis));
  }

  #within(value, axis) {
    const {low, high} = this.spec.square;
    return Math.min(Math.max(value, low[axis]), high[axis]);
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
    if (i >= this.points.length) return; // another board came while it was held
    if (this.dragging === undefined && i >= 0) this.#remember();
    this.dragging = i;
    this.unhint();
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

  // What the server said meanwhile counts now: if that was another board, this drag was on one that is gone.
  drop() {
    if (this.dragging === undefined) return;
    const {dragging, waiting} = this;
    this.dragging = this.waiting = undefined;
    this.nudging = false;
    this.wake();
    if (waiting && waiting.board !== this.spec.board) return this.adopt(waiting);
    if (waiting) this.spec = {...waiting, query: this.spec.query};
    this.#send(this.label(dragging));
  }

  nudge(i, step) {
    const {square: {low, high}, query} = this.spec, from = i < 0 ? query : [this.points[i].x, this.points[i].y];
    this.nudging = true;
    this.drag(i, step.map((part, axis) => this.#within(from[axis] + part * (high[axis] - low[axis]), axis)));
  }

  // The key that moved something is not heard any more once its handle has lost the focus.
  letGo() {
    if (this.nudging) this.drop();
  }

  askAt(place) {
    this.asked = {place, before: this.spec.query};
    this.spec.query = this.#snapped(place, -1);
    this.placeHandle(-1);
    this.moved({ground: ["field", "similarity"].includes(this.spec.layer)});
    this.#send(this.label(-1));
  }

  // Add a point; the query goes back to where it was `before` the first click of two.
  add(panel, place, before) {
    if (this.spec.movable !== "all") return;
    if (before) this.spec.query = before;
    this.#remember();
    const [x, y] = this.#snapped(place, 0), code = this.newCode ?? panel.answer ?? 0;
    this.points.push({x, y, code, edited: 1, number: this.#nextNumber(this.points)});
    this.#refill(() => `Added ${this.label(this.points.length - 1)}`);
    this.menu(panel, this.points.length - 1);
  }

  #nextNumber(points) {
    return Math.max(this.spec.start.codes.length - 1, ...points.map(({number}) => number)) + 1;
  }

  relabel(i, code) {
    if (!this.#spares(i)) return;
    this.#remember();
    Object.assign(this.points[i], {code, edited: 1});
    this.newCode = code;
    this.#refill(() => this.label(i));
  }

  remove(i) {
    if (i < 0 || this.spec.movable !== "all" || !this.#spares(i)) return;
    const gone = this.label(i);
    this.#remember();
    this.points.splice(i, 1);
    this.#refill(() => `Removed ${gone}`);
  }

  // Every class keeps a few points: FRNN needs some of each.
  #spares(i) {
    const {code} = this.points[i], left = this.points.filter((point) => point.code === code).length - 1;
    if (left >= this.spec.fewest) return true;
    this.refuse(i, `Class ${this.spec.classes[code]} keeps ${this.spec.fewest} points at least.`);
    return false;
  }

  #refill(words) {
    for (const panel of this.panels) panel.model?.fill(this.points);
    this.allHandles();
    this.moved({ground: true});
    this.#send(words());
  }

  #remember() {
    this.past.push(this.#snapshot());
    this.future = [];
  }

  #snapshot() {
    return this.points.map((point) => ({...point}));
  }

  undo() {
    if (this.past.length) this.#restore(this.past, this.future, "Undone");
  }

  redo() {
    if (this.future.length) this.#restore(this.future, this.past, "Done again");
  }

  #restore(from, to, words) {
    to.push(this.#snapshot());
    this.points = from.pop();
    this.closeMenu();
    this.#refill(() => words);
  }

  clear() {
    this.#remember();
    this.points = this.#startingPoints();
    this.closeMenu();
    this.#refill(() => "Cleared");
  }

  #startingPoints() {
    const {x, y, codes} = this.spec.start;
    return x.map((_, i) => ({x: x[i], y: y[i], code: codes[i], edited: 0, number: i}));
  }

  // The way back from edits that were made before this scene was there, in a link say: one step for each word.
  recall() {
    const {start, edits} = this.spec;
    if (!start || !edits || this.past.length || this.future.length) return;
    let points = this.#startingPoints();
    for (const word of edits.split("_")) {
      this.past.push(points);
      points = this.#after(points, word);
    }
  }

  // The points after an edit; frnn_core/studies/playground/edits.py says what the words mean.
  #after(points, word) {
    const kind = word[0], [first, second, third] = word.slice(1).split(".").map(Number);
    const at = (across, up) => ({x: this.#fromLattice(across, 0), y: this.#fromLattice(up, 1), edited: 1});
    const changed = (parts) => points.map((point) => (point.number === first ? {...point, ...parts} : point));
    if (kind === "x") return points.filter(({number}) => number !== first);
    if (kind === "m") return changed(at(second, third));
    if (kind === "c") return changed({code: second, edited: 1});
    const {places, lattice} = this.spec, step = lattice / (places - 1), number = this.#nextNumber(points);
    if (kind === "p") return [...points, {...at(first, second), code: third, number}];
    const place = at(step * (first % places), step * Math.floor(first / places));
    return [...points, {...place, code: second, number}];
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
    const gone = [...start.codes.keys()].filter((number) => !there.has(number));
    return [...put, ...moved, ...relabelled, ...gone.map((number) => `x${number}`)].join("_");
  }

  // Tell the server, and who listens: what was done, then what each relation says of the query.
  #send(words) {
    this.sent += 1;
    this.sentAt = performance.now();
    this.spec.edits = this.edits();
    const answers = this.panels.filter(({model}) => model).map(({given, parts}) =>
      [given.title, parts.answer.textContent.trim()].filter(Boolean).join(": "));
    this.say([words, ...answers].filter(Boolean).join(". "));
    const {board, edits, query} = this.spec;
    this.component.setTriggerValue("done", {seq: this.sent, board, edits, query});
  }
}
