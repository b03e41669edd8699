// Drawing on a canvas: the ground of a square, computed cell by cell, and what lies over it.

const LEVELS = 32, STRONG_LEAD = 0.2, BANDS = 10, STRONGEST_BAND = 0.6;
const CONTOURS = [0.9, 0.7, 0.5, 0.3], MOST_DECIMALS = 9;

// As `number` in frnn_core/text.py writes it, but for a true minus, as axes have it. Python rounds halves to
// even: a half at the last place is an odd number of 2 ** -(decimals + 1), and a bit less of it rounds down.
const number = (value, decimals = 3) => {
  if (Number.isNaN(value)) return "–";
  const half = Math.abs(value * 2 ** (decimals + 1)) % 2 === 1, up = value.toFixed(decimals);
  const even = half && /[13579]$/.test(up) ? (value * (1 - 1e-12)).toFixed(decimals) : up;
  const text = even.replace(/^-(0\.?0*)$/, "$1");
  return (Math.abs(text) < 1 ? text.replace("0.", ".") : text).replace("-", "−");
};

// Two numbers with as many decimals as tell them apart.
const apart = (first, second) => {
  for (let decimals = 3; decimals <= MOST_DECIMALS; decimals++) {
    const words = [number(first, decimals), number(second, decimals)];
    if (words[0] !== words[1]) return words;
  }
  return [number(first), number(second)];
};

// Scores with as many decimals as part the largest from the next.
const toldApart = (scores) => {
  const [first, second] = [...scores].sort((a, b) => b - a);
  const decimals = apart(first, second)[0].split(".")[1].length;
  return [...scores].map((score) => number(score, decimals));
};

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const mixed = (colour, other, share) => {
  const b = channels(other);
  return channels(colour).map((value, i) => Math.round((1 - share) * value + share * b[i]));
};
const scaleAt = (colours, share) => {
  const at = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const below = Math.min(Math.floor(at), colours.length - 2);
  return mixed(colours[below], colours[below + 1], at - below);
};
const css = ([r, g, b], opacity = 1) => `rgba(${r},${g},${b},${opacity})`;
const inkOn = (rgb, colours) => {
  const linear = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.2 ? colours.ink[0] : colours.ink[1];
};

// What a model answers in every cell of a square: the winner, and the value of a layer.
class Ground {
  constructor(model, spec) {
    Object.assign(this, {model, spec, side: 0});
  }

  begin(side) {
    this.side = side;
    this.done = 0;
    this.winner = new Uint8Array(side * side);
    this.value = new Float32Array(side * side);
  }

  // Compute rows until a moment; true when all are there.
  until(moment) {
    while (this.done < this.side) {
      this.#row(this.done++);
      if (performance.now() > moment) return this.done === this.side;
    }
    return true;
  }

  // The middle of a cell in the units of the points; row 0 is at the top.
  place(row, column) {
    const {low, high} = this.spec.square, right = (column + 0.5) / this.side, down = (row + 0.5) / this.side;
    return [low[0] + right * (high[0] - low[0]), high[1] - down * (high[1] - low[1])];
  }

  #row(row) {
    const {layer, code, query} = this.spec, {model, side, winner, value} = this;
    const field = layer === "field", similar = layer === "similarity";
    if (field) model.hold(query[0], query[1], code);
    for (let column = 0; column < side; column++) {
      const at = row * side + column, [x, y] = this.place(row, column);
      if (field) value[at] = model.similarityToHeld(x, y);
      else {
        model.ask(x, y);
        winner[at] = model.winner();
        value[at] = layer === "lower" ? model.lower[code] : layer === "upper" ? model.upper[code] : model.lead;
      }
    }
    if (similar) {
      model.ask(query[0], query[1]);
      for (let column = 0; column < side; column++) {
        value[row * side + column] = model.similarityToPlace(...this.place(row, column), code);
      }
    }
  }

  // The cells as a picture, one pixel each.
  picture() {
    const {side, winner, value, spec} = this, {layer, colours} = spec;
    const image = new ImageData(side, side), tones = this.#tones();
    const bands = layer !== "margin" && layer !== "neighbours";
    const grey = mixed(colours.muted, colours.background, 0.45);
    for (let at = 0; at < side * side; at++) {
      let tone;
      if (bands) {
        const band = Math.min(Math.floor(value[at] * tones.length), tones.length - 1);
        tone = value[at] < 0 ? grey : tones[band];
      } else {
        const lead = (Math.min(value[at], STRONG_LEAD) / STRONG_LEAD) * (LEVELS - 1);
        tone = tones[winner[at] * LEVELS + Math.floor(layer === "neighbours" ? LEVELS / 3 : lead)];
      }
      image.data.set(tone, 4 * at);
      image.data[4 * at + 3] = 255;
    }
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    canvas.getContext("2d").putImageData(image, 0, 0);
    return canvas;
  }

  #tones() {
    const {layer, colours, marks} = this.spec;
    if (layer === "field") return Array.from({length: 100}, (_, i) => scaleAt(colours.sequential, i / 99));
    if (layer !== "margin" && layer !== "neighbours") {
      const share = (band) => (STRONGEST_BAND * band) / (BANDS - 1);
      return Array.from({length: BANDS}, (_, i) => scaleAt(colours.sequential, share(i)));
    }
    const shares = Array.from({length: LEVELS}, (_, i) => 0.88 - (0.43 * i) / (LEVELS - 1));
    return marks.flatMap(({colour}) => shares.map((share) => mixed(colour, colours.background, share)));
  }
}

// The lines between cells of different winners, as a path on a square of side 1.
function borders(cells, side) {
  const path = new Path2D(), step = 1 / side;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * side + column;
      if (column + 1 < side && cells[at] !== cells[at + 1]) {
        path.moveTo((column + 1) * step, row * step);
        path.lineTo((column + 1) * step, (row + 1) * step);
      }
      if (row + 1 < side && cells[at] !== cells[at + side]) {
        path.moveTo(column * step, (row + 1) * step);
        path.lineTo((column + 1) * step, (row + 1) * step);
      }
    }
  }
  return path;
}

// The line where the values of the cells pass a level, as pieces [x, y, x, y] on a square of side 1.
function contour(values, side, level) {
  const pieces = [];
  const cross = (a, b) => (level - a) / (b - a);
  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0; column + 1 < side; column++) {
      const at = row * side + column;
      const corners = [values[at], values[at + 1], values[at + side + 1], values[at + side]];
      const [a, b, c, d] = corners, ends = [];
      if (a >= level !== b >= level) ends.push([column + cross(a, b), row]);
      if (b >= level !== c >= level) ends.push([column + 1, row + cross(b, c)]);
      if (d >= level !== c >= level) ends.push([column + cross(d, c), row + 1]);
      if (a >= level !== d >= level) ends.push([column, row + cross(a, d)]);
      for (let i = 0; i + 1 < ends.length; i += 2) {
        pieces.push([...ends[i], ...ends[i + 1]].map((value) => (value + 0.5) / side));
      }
    }
  }
  return pieces;
}

// Places where FRNN of two relations answers differently, as runs of cells: row, first column, length.
function runs(first, second, side) {
  const found = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const start = column;
      while (column < side && first[row * side + column] !== second[row * side + column]) column++;
      if (column > start) found.push([row, start, column - start]);
    }
  }
  return found;
}

function shapePath(shape, x, y, r) {
  const path = new Path2D();
  const corners = (count, turn, radius = () => r) => {
    for (let i = 0; i < count; i++) {
      const angle = turn + (2 * Math.PI * i) / count, length = radius(i);
      path.lineTo(x + length * Math.cos(angle), y + length * Math.sin(angle));
    }
    path.closePath();
  };
  const up = -Math.PI / 2;
  if (shape === "triangle-up") corners(3, up, () => 1.2 * r);
  else if (shape === "square") path.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
  else if (shape === "diamond") corners(4, up, () => 1.2 * r);
  else if (shape === "pentagon") corners(5, up, () => 1.1 * r);
  else if (shape === "star") corners(10, up, (i) => (i % 2 ? 0.45 * r : r));
  else if (shape === "cross") {
    const a = 0.38 * r, b = 1.05 * r;
    const half = [[-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a]];
    [...half, ...half.map(([dx, dy]) => [-dx, -dy])].forEach(([dx, dy]) => path.lineTo(x + dx, y + dy));
    path.closePath();
  } else path.arc(x, y, r, 0, 2 * Math.PI);
  return path;
}

// Round numbers between two values, about so many.
function ticks(low, high, count = 5) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high + 1e-9 * step; i++) found.push(i * step);
  const words = (value) => String(+value.toPrecision(6)).replace("-", "−").replace(/^(−?)0\./, "$1.");
  return found.map((value) => [value, words(value)]);
}
