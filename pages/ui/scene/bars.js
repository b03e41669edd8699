// Upper, lower and score of some classes as bars, live: solid is the value, hatched is what the neighbours
// outside take away, as on every page (frnn_core/figures/upper_and_lower.py).

const SVG = "http://www.w3.org/2000/svg";
const USUAL = {row: 24, head: 22, name: 52, gap: 0}, COMPACT = {row: 21, head: 0, name: 92, gap: 8};
const VALUE = 60, MANY = 8, LETTER = 0.5, PALE = 0.55, WORDS = 10.5;
const TITLES = {
  upper: "the neighbours inside add up to it",
  lower: "what the neighbours outside leave of 1",
  score: "the mean of both",
};

const svg = (name, attributes = {}, text = "") => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
};

class Bars {
  constructor() {
    this.root = svg("svg", {class: "bars", role: "img"});
  }

  // Draw what decides the query of a panel. While one view turns into the next, `part` of the way, rows that
  // were not there before come: their parts from the points that they stand for.
  draw(panel, spec, part = 1, before = spec.show) {
    this.coming = (kind) => part < 1 && !before.bars.includes(kind);
    this.way = part * part * (3 - 2 * part);
    const rows = spec.show.bars, classes = this.#classes(panel, spec), {compact} = spec.show;
    const scale = spec.text / 13, shape = compact ? COMPACT : USUAL;
    const [row, head, gap] = [shape.row * scale, shape.head * scale, shape.gap * scale];
    const group = head + rows.length * row + gap, height = classes.length * group + row;
    const width = (this.width = Math.max(this.root.parentElement.clientWidth, 240));
    const left = shape.name * scale, right = VALUE * scale, span = width - left - right;
    this.root.replaceChildren(this.#patterns(spec));
    this.root.style.setProperty("--size", `${spec.text + 1}px`);
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.setAttribute("height", height);
    const told = toldApart(panel.scores), [lowest, most] = this.#range(panel, classes);
    const at = (value) => left + ((value - lowest) / (most - lowest)) * span;
    this.#grid(at, height - row, spec);
    classes.forEach((c, place) => {
      let y = place * group + head;
      this.#name(compact ? y + 0.62 * row : y - 0.3 * head, c, spec);
      for (const kind of rows) {
        this[`_${kind}`]({panel, spec, c, y, row, at});
        const value = kind === "score" ? told[c] : number(panel.neighbours(c)[kind]);
        const bold = kind === "score" ? {"font-weight": 600} : {};
        this.#text(left - 8, y + 0.62 * row, kind, {"text-anchor": "end", fill: spec.colours.muted, ...bold});
        this.#text(width - right + 8, y + 0.62 * row, value, {fill: spec.colours.text, ...bold});
        y += row;
      }
    });
    const foot = height - 0.35 * row;
    this.#text(at(0), foot, "0", {"text-anchor": "middle", fill: spec.colours.muted});
    this.#text(at(1), foot, "1", {"text-anchor": "middle", fill: spec.colours.muted});
    const middle = at(1) - at(0) > WORDS * spec.text ? "weight × similarity" : "";
    this.#text(at(0.5), foot, middle, {"text-anchor": "middle", fill: spec.colours.muted});
    const value = (c, kind) => (kind === "score" ? told[c] : number(panel.neighbours(c)[kind]));
    const values = (c) => rows.map((kind) => `${kind} ${value(c, kind)}`).join(", ");
    const words = classes.map((c) => `Class ${spec.classes[c]}: ${values(c)}.`);
    this.root.setAttribute("aria-label", words.join(" "));
  }

  // All of up to four classes in their order, else the four with the best scores.
  #classes(panel, spec) {
    const all = [...spec.classes.keys()];
    return all.length <= 4 ? all : all.sort((a, b) => panel.scores[b] - panel.scores[a]).slice(0, 4);
  }

  // 0 to 1, and further where a similarity below 0 leads a part there.
  #range(panel, classes) {
    const ends = [0, 1];
    for (const c of classes) {
      const {inside, outside, lower} = panel.neighbours(c);
      for (const [side, start] of [[inside, 0], [outside, lower]]) {
        let end = start;
        ends.push(start);
        for (const part of side) ends.push(end += part.weight * part.similarity);
      }
    }
    return [Math.min(...ends), Math.max(...ends)];
  }

  _upper({panel, spec, c, y, row, at}) {
    this.#parts(panel.neighbours(c).inside, 0, "inside", {panel, spec, c, y, row, at});
  }

  _lower({panel, spec, c, y, row, at}) {
    const {lower, outside} = panel.neighbours(c);
    this.#value("lower", lower, spec.marks[c].colour, {spec, c, y, row, at});
    this.#parts(outside, lower, "outside", {panel, spec, c, y, row, at});
  }

  _score({panel, spec, c, y, row, at}) {
    const ink = c === panel.answer ? spec.colours.text : spec.colours.muted;
    this.#value("score", panel.scores[c], ink, {spec, c, y: y + 0.34 * row, row: 0.36 * row, at});
  }

  // The neighbours of one side, one after the other: solid inside, hatched outside.
  #parts(side, start, name, {panel, spec, c, y, row, at}) {
    side.forEach((part, i) => {
      const length = part.weight * part.similarity, end = start + length, inside = name === "inside";
      const {code} = panel.scene.points[part.row], {colour} = spec.marks[code];
      const fill = inside ? colour : `url(#${this.#hatch(code)})`;
      const bar = this.#bar(at(start), at(end), y, row, fill, spec, side.length > MANY ? 0.5 : 1);
      const comes = this.coming(inside ? "upper" : "lower"), own = spec.classes[c];
      if (comes) this.#fly(bar, panel, spec, part.row);
      const product = `weight ${number(part.weight)} × similarity ${number(part.similarity)} = ${number(length)}`;
      const which = `class ${spec.classes[code]}, number ${i + 1} of ${side.length} ${name} class ${own}`;
      this.#tell(bar, `${name} ${own}`, [start, end], `${which}: ${product}`);
      if (spec.show.written && !comes) this.#write(part, {inside, colour, spec}, [at(start), at(end)], y + 0.68 * row);
      start = end;
    });
  }

  // Weight and similarity in a part that has room for them.
  #write({weight, similarity}, {inside, colour, spec}, [left, right], y) {
    const words = `${number(weight, 2)} × ${number(similarity, 2)}`, room = Math.abs(right - left) - 6;
    if (words.length * LETTER * spec.text >= room) return;
    const pale = mixed(colour, spec.colours.background, PALE);
    const fill = inkOn(inside ? channels(colour) : pale, spec.colours), stroke = inside ? "none" : css(pale);
    this.#text((left + right) / 2, y, words, {"text-anchor": "middle", class: "part", fill, stroke});
  }

  #value(kind, value, colour, {spec, c, y, row, at}) {
    const bar = this.#bar(at(0), at(this.coming(kind) ? value * this.way : value), y, row, colour, spec);
    const own = spec.classes[c];
    this.#tell(bar, `${kind} ${own}`, [0, value], `${kind} of class ${own} ${number(value)}: ${TITLES[kind]}`);
  }

  #bar(from, to, y, row, fill, spec, edge = 1) {
    const place = {x: Math.min(from, to), y: y + 0.06 * row, width: Math.abs(to - from), height: 0.88 * row};
    const bar = svg("rect", {...place, fill, stroke: spec.colours.background, "stroke-width": edge});
    this.root.append(bar);
    return bar;
  }

  // A part on its way from the mark of its point to its place.
  #fly(bar, panel, spec, row) {
    const [x, y] = panel.at(panel.scene.points[row]), r = spec.mark;
    const square = panel.canvas.getBoundingClientRect(), own = this.root.getBoundingClientRect();
    const scale = this.width / own.width;
    const mark = {
      x: (square.left + (x / panel.size) * square.width - own.left) * scale - r,
      y: (square.top + (y / panel.size) * square.height - own.top) * scale - r,
      width: 2 * r, height: 2 * r,
    };
    for (const [name, from] of Object.entries(mark)) {
      bar.setAttribute(name, from + this.way * (bar.getAttribute(name) - from));
    }
  }

  // What a bar is, for who points at it, and from where to where it goes.
  #tell(bar, name, [from, to], words) {
    Object.assign(bar.dataset, {part: name, from, to});
    bar.append(svg("title", {}, words));
  }

  #name(y, c, spec) {
    const words = svg("text", {x: 0, y, "font-weight": 600, fill: spec.colours.text});
    const {glyph: sign, colour} = spec.marks[c];
    const glyph = svg("tspan", {fill: colour}, `${sign} `);
    words.append(glyph, spec.show.compact ? spec.classes[c] : `class ${spec.classes[c]}`);
    this.root.append(words);
  }

  #grid(at, height, spec) {
    for (const value of [0, 0.5, 1]) {
      const ends = {x1: at(value), x2: at(value), y1: 0, y2: height};
      this.root.append(svg("line", {...ends, stroke: spec.colours.border, "stroke-width": 1}));
    }
  }

  #text(x, y, words, attributes) {
    this.root.append(svg("text", {x, y, ...attributes}, words));
  }

  #hatch = (code) => `hatch-${this.key}-${code}`;

  #patterns(spec) {
    this.key ??= Math.random().toString(36).slice(2);
    const all = svg("defs");
    spec.marks.forEach(({colour}, code) => {
      const tile = {width: 8, height: 8}, pale = css(mixed(colour, spec.colours.background, PALE));
      const pattern = svg("pattern", {id: this.#hatch(code), ...tile, patternUnits: "userSpaceOnUse"});
      pattern.append(svg("rect", {...tile, fill: pale}));
      pattern.append(svg("path", {d: "M-2 2L2 -2M0 8L8 0M6 10L10 6", stroke: colour, "stroke-width": 1.4}));
      all.append(pattern);
    });
    return all;
  }
}

// The bars of a scene stand below its square, beside it, or in a place of their own elsewhere on the page.
function settle(box, home, elsewhere) {
  const place = elsewhere && window.frnnPlace?.isConnected ? window.frnnPlace : home;
  if (box.parentNode !== place) place.append(box);
}
