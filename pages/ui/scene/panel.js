// One relation's square: its ground, lines to the neighbours, points, labels and the query.

const SIDES = {moving: 80, rest: 280, least: 40};
const PATIENCE = 26, EDGE = 0.05;

class Panel {
  constructor(scene, place) {
    Object.assign(this, {scene, place, side: SIDES.moving});
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d");
  }

  // Take what the server knows: the model of this panel, fitted anew.
  take(given) {
    const same = this.model && given.model && this.ground?.basis === this.#basis(given, given.model);
    const kept = same && !this.stale;
    this.given = given;
    this.turned = this.radii; // from where the marks grow or shrink
    this.earlier = kept ? null : this.ground?.image; // out of which the new ground comes
    if (!kept) this.model = given.model ? new Model(given.model, this.scene.points) : null;
    this.refresh({ground: !kept});
  }

  // All that the ground follows from, as text, for a model with this k and γ.
  #basis(given, {k, link: {gamma}}) {
    const {points, spec: {layer, code, square, colours, marks, query}} = this.scene;
    const places = points.map((point) => [point.x, point.y, point.code]);
    const followed = ["field", "similarity"].includes(layer) ? query : null, seen = [layer, square, colours, marks];
    return JSON.stringify([given.model, given.code ?? code, k, gamma, places, seen, followed]);
  }

  // The points or the query have moved: what is drawn no longer holds.
  refresh({ground = true} = {}) {
    if (!this.model) return;
    if (ground) this.stale = true;
    const [x, y] = this.scene.spec.query;
    this.model.ask(x, y);
    this.answer = this.model.winner();
    this.lead = this.model.lead;
    this.scores = [...this.model.score];
    this.sides = {};
    this.alike = this.scene.points.map((_, i) => this.model.similarityToRow(i));
  }

  neighbours(code) {
    if (!this.sides[code]) {
      this.model.ask(...this.scene.spec.query);
      this.sides[code] = {inside: this.model.side(code, true), outside: this.model.side(code, false),
        upper: this.model.upper[code], lower: this.model.lower[code]};
    }
    return this.sides[code];
  }

  // The share of right answers in each class, each point decided by the others, averaged over the classes.
  leftOut() {
    const {model} = this, {changes} = model;
    if (this.left?.model !== model || this.left.changes !== changes) {
      this.left = {model, changes, share: this.#balanced()};
    }
    return this.left.share;
  }

  #balanced() {
    const {points, spec} = this.scene, right = spec.classes.map(() => 0), all = spec.classes.map(() => 0);
    points.forEach((point, i) => {
      all[point.code]++;
      if (this.model.ask(point.x, point.y, i).winner() === point.code) right[point.code]++;
    });
    const shares = right.map((count, c) => count / all[c]).filter((share) => !Number.isNaN(share));
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  // Compute the ground: coarse enough to follow while something moves it, fine at rest. True when it is fine.
  compute(moving) {
    const {spec} = this.scene;
    if (!this.model || spec.layer === "none") return true;
    const fine = this.ground?.side === SIDES.rest;
    if (!this.stale && !this.coming && this.ground && (fine || moving)) return fine;
    if (moving || !this.ground) {
      const start = performance.now();
      this.#cells(this.side, Infinity);
      const took = (performance.now() - start) * this.scene.panels.length;
      if (took > PATIENCE && this.side > SIDES.least) this.side = Math.max(SIDES.least, this.side - 10);
      else if (took < PATIENCE / 2 && this.side < SIDES.moving) this.side += 10;
      return false;
    }
    return this.#cells(SIDES.rest, performance.now() + PATIENCE / 2);
  }

  #cells(side, moment) {
    if (this.stale || this.coming?.side !== side) {
      this.coming = new Ground(this.model, {...this.scene.spec, code: this.given.code ?? this.scene.spec.code});
      this.coming.begin(side);
      this.stale = false;
    }
    if (!this.coming.until(moment)) return false;
    this.ground = this.coming;
    const {given, model: {k, gamma}} = this;
    if (side === SIDES.rest) this.ground.basis = this.#basis(given, {k, link: {gamma}});
    this.coming = null;
    this.ground.image = this.ground.picture();
    this.ground.lines = this.scene.spec.layer === "field" ? null : borders(this.ground.winner, side);
    return true;
  }

  // Where a point is on the canvas, in its pixels, and back.
  at({x, y}) {
    const {low, high} = this.scene.spec.square;
    return [((x - low[0]) / (high[0] - low[0])) * this.size, ((high[1] - y) / (high[1] - low[1])) * this.size];
  }

  // Where the mark of a point is drawn: whole, also at the edge of the square.
  #whole(point, r) {
    return this.at(point).map((place) => Math.min(Math.max(place, r), this.size - r));
  }

  from(px, py) {
    const {low, high} = this.scene.spec.square, inside = (value) => Math.min(Math.max(value / this.size, 0), 1);
    return [low[0] + inside(px) * (high[0] - low[0]), high[1] - inside(py) * (high[1] - low[1])];
  }

  fit() {
    const ratio = (window.devicePixelRatio || 1) * (this.canvas.currentCSSZoom ?? 1);
    const size = this.canvas.clientWidth;
    if (size && (this.size !== size || this.ratio !== ratio)) {
      Object.assign(this, {size, ratio});
      this.canvas.width = this.canvas.height = Math.round(size * ratio);
    }
  }

  // Draw everything; `part` goes from 0 to 1 while one view turns into the next.
  draw(part) {
    this.fit();
    if (!this.size) return;
    const {context: pen, scene} = this, {spec} = scene;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, this.size, this.size);
    if (this.model) {
      this.#ground(pen, spec, part);
      this.#apart(pen, spec);
      this.#lines(pen, spec, part);
    }
    this.#points(pen, spec, part);
    if (this.model) this.#labels(pen, spec, part);
    this.#query(pen, spec);
    this.#corners(pen, spec);
  }

  #ground(pen, spec, part) {
    const now = spec.layer !== "none", before = this.scene.before.layer !== "none";
    const opacity = now ? (before ? 1 : part) : before ? 1 - part : 0;
    if (!this.ground?.image || !opacity) return;
    pen.globalAlpha = opacity;
    pen.imageSmoothingEnabled = true;
    pen.drawImage(this.ground.image, 0, 0, this.size, this.size);
    if (!this.ground.lines) this.#contours(pen, spec);
    else {
      pen.save();
      pen.scale(this.size, this.size);
      pen.lineWidth = (spec.layer === "margin" || spec.layer === "neighbours" ? 1.2 : 2) / this.size;
      pen.strokeStyle = spec.colours.text;
      pen.stroke(this.ground.lines);
      pen.restore();
    }
    if (this.earlier && this.earlier !== this.ground.image && now && before && part < 1 && !this.scene.moving) {
      pen.globalAlpha = 1 - part;
      pen.drawImage(this.earlier, 0, 0, this.size, this.size);
    }
    pen.globalAlpha = 1;
  }

  #contours(pen, spec) {
    const {side, value} = this.ground, size = this.size;
    this.ground.contours ??= [...CONTOURS, 0].map((level) => [level, contour(value, side, level)]);
    pen.font = `${spec.text - 2}px ${spec.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const [level, pieces] of this.ground.contours) {
      if (!pieces.length) continue;
      const ink = level ? inkOn(scaleAt(spec.colours.sequential, level), spec.colours) : spec.colours.text;
      pen.strokeStyle = ink;
      pen.lineWidth = 1;
      pen.setLineDash(level ? [] : [2, 3]);
      pen.beginPath();
      for (const [a, b, c, d] of pieces) {
        pen.moveTo(a * size, b * size);
        pen.lineTo(c * size, d * size);
      }
      pen.stroke();
      pen.setLineDash([]);
      const inside = ([px, py]) => px > EDGE && px < 1 - EDGE && py > EDGE;
      const [x, y] = pieces.reduce((top, piece) => (piece[1] < top[1] && inside(piece) ? piece : top), [0, 2]);
      if (!level || y > 1) continue;
      pen.strokeStyle = css(scaleAt(spec.colours.sequential, level));
      pen.lineWidth = 4;
      pen.strokeText(number(level, 1), x * size, y * size);
      pen.fillStyle = ink;
      pen.fillText(number(level, 1), x * size, y * size);
    }
  }

  // Hatched: where the other panel's relation answers differently.
  #apart(pen, spec) {
    const other = this.scene.panels[1 - this.place];
    if (this.scene.panels.length !== 2 || !spec.apart || !this.ground) return;
    if (this.ground.side !== other.ground?.side) return;
    const {side, winner} = this.ground;
    if (this.ground.compared !== other.ground) {
      this.ground.runs = runs(winner, other.ground.winner, side);
      this.ground.compared = other.ground;
    }
    const step = this.size / side;
    pen.fillStyle = this.#hatch(pen, spec.colours.text);
    for (const [row, column, length] of this.ground.runs) {
      pen.fillRect(column * step, row * step, length * step, step + 0.5);
    }
  }

  #hatch(pen, ink) {
    if (this.hatched?.ink !== ink) {
      const tile = document.createElement("canvas"), brush = tile.getContext("2d");
      tile.width = tile.height = 8;
      brush.strokeStyle = ink;
      brush.lineWidth = 1;
      for (const shift of [-8, 0, 8]) {
        brush.moveTo(shift, 8);
        brush.lineTo(shift + 8, 0);
      }
      brush.stroke();
      this.hatched = {ink, pattern: pen.createPattern(tile, "repeat")};
    }
    return this.hatched.pattern;
  }

  // What is shown of a kind, and how strongly, while the view before turns into this one.
  #fading(kind, part) {
    const now = this.scene.spec.show, before = this.scene.before.show;
    const sides = kind !== "lines" || now.sides.join() === before.sides.join();
    const alike = now.code === before.code || now[kind] === "similarity";
    const same = sides && now[kind] === before[kind] && alike;
    const told = same ? [[now, 1]] : [[before, 1 - part], [now, part]];
    return told.filter(([show, opacity]) => show[kind] && opacity > 0);
  }

  #lines(pen, spec, part) {
    for (const [show, opacity] of this.#fading("lines", part)) {
      const decides = show.lines === "winner";
      const {inside, outside} = this.neighbours(decides ? this.answer : show.code);
      pen.globalAlpha = opacity;
      for (const [name, side, dash] of [["inside", inside, []], ["outside", outside, [2, 4]]]) {
        if (!show.sides.includes(name)) continue;
        pen.setLineDash(dash);
        for (const {row, weight} of side) {
          const point = this.scene.points[row];
          if (decides && !weight) continue;
          pen.strokeStyle = decides ? spec.colours.text : spec.marks[point.code].colour;
          pen.lineWidth = decides ? 1 + 5 * weight : show.lines === "weighted" ? 1 + 12 * weight : 2.5;
          pen.beginPath();
          pen.moveTo(...this.at({x: spec.query[0], y: spec.query[1]}));
          pen.lineTo(...this.at(point));
          pen.stroke();
        }
      }
      pen.setLineDash([]);
    }
    pen.globalAlpha = 1;
  }

  #points(pen, spec, part) {
    const {points, before} = this.scene;
    const deciding = spec.layer === "neighbours" && this.model ? this.#deciding() : null;
    const radius = (sized, i) => {
      if (sized && this.alike) return spec.mark * (0.55 + 1.2 * Math.min(Math.max(this.alike[i], 0), 1) ** 2);
      return spec.mark * (deciding && !deciding.has(i) ? 0.6 : 1);
    };
    const from = (i) => this.turned?.[i] ?? radius(before.show.sizes, i);
    this.radii = points.map((point, i) => part * radius(spec.show.sizes, i) + (1 - part) * from(i));
    points.forEach((point, i) => {
      const {colour, shape} = spec.marks[point.code];
      const path = shapePath(shape, ...this.#whole(point, this.radii[i]), this.radii[i]);
      pen.fillStyle = colour;
      pen.strokeStyle = point.edited || spec.faint ? spec.colours.text : spec.colours.background;
      pen.lineWidth = spec.faint ? 0.75 : point.edited ? 1.75 : 1;
      pen.globalAlpha = spec.faint ? 0.55 : 1;
      pen.fill(path);
      pen.stroke(path);
    });
    pen.globalAlpha = 1;
  }

  #deciding() {
    const {inside, outside} = this.neighbours(this.answer);
    return new Set([...inside, ...outside].map(({row}) => row));
  }

  #labels(pen, spec, part) {
    pen.font = `${spec.text}px ${spec.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (const [show, opacity] of this.#fading("labels", part)) {
      pen.globalAlpha = opacity;
      for (const [row, word] of this.#wording(show)) {
        const [x, y] = this.at(this.scene.points[row]), below = y + this.radii[row] + 2;
        const above = y - this.radii[row] - spec.text - 2;
        this.#word(pen, spec, word, x, below + spec.text > this.size ? above : below);
      }
    }
    pen.globalAlpha = 1;
  }

  #wording({labels, code}) {
    if (labels === "similarity") return this.alike.map((value, row) => [row, number(value, 2)]);
    const {inside, outside} = this.neighbours(code);
    return [...inside, ...outside].map(({row, weight}) => [row, `w = ${number(weight, 2)}`]);
  }

  #word(pen, spec, word, x, y) {
    pen.strokeStyle = spec.colours.background;
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    pen.strokeText(word, x, y);
    pen.fillStyle = spec.colours.text;
    pen.fillText(word, x, y);
  }

  #query(pen, spec) {
    const [x, y] = spec.query, r = 1.9 * Math.max(spec.mark, 6);
    const path = shapePath("star", ...this.#whole({x, y}, r), r);
    pen.fillStyle = spec.colours.background;
    pen.strokeStyle = spec.colours.text;
    pen.lineWidth = 2;
    pen.lineJoin = "round";
    pen.fill(path);
    pen.stroke(path);
  }

  // Three rows that break the triangle inequality, joined.
  #corners(pen, spec) {
    const corners = this.given.corners;
    if (!corners) return;
    pen.strokeStyle = spec.colours.text;
    pen.lineWidth = 2;
    pen.beginPath();
    corners.forEach(([x, y]) => pen.lineTo(...this.at({x, y})));
    pen.closePath();
    pen.stroke();
    pen.font = `bold ${spec.text}px ${spec.font}`;
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    corners.forEach(([x, y], i) => {
      const [px, py] = this.at({x, y});
      this.#word(pen, spec, "xyz"[i], px + 6, py - 4);
    });
  }
}
