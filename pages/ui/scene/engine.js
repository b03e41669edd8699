// FRNN by its definition, for a model that the server has fitted: it searches, weighs and decides, and never
// fits. A model is data: scale, embedding, metric, link, weights (see frnn_core/studies/scene/handed.py).

// From a place, one embedding of it for each group, to the rows first, …, last - 1: a loop for each metric, since
// a call for each pair would take longer than all else.
const METRICS = {
  cityblock(from, group, rows, n, far, first, last) {
    for (let i = first; i < last; i++) {
      const a = group[i] * n, b = i * n;
      let sum = 0;
      for (let f = 0; f < n; f++) sum += Math.abs(from[a + f] - rows[b + f]);
      far[i] = sum;
    }
  },
  euclidean(from, group, rows, n, far, first, last) {
    for (let i = first; i < last; i++) {
      const a = group[i] * n, b = i * n;
      let sum = 0;
      for (let f = 0; f < n; f++) {
        const d = from[a + f] - rows[b + f];
        sum += d * d;
      }
      far[i] = Math.sqrt(sum);
    }
  },
  chebyshev(from, group, rows, n, far, first, last) {
    for (let i = first; i < last; i++) {
      const a = group[i] * n, b = i * n;
      let most = 0;
      for (let f = 0; f < n; f++) most = Math.max(most, Math.abs(from[a + f] - rows[b + f]));
      far[i] = most;
    }
  },
  canberra(from, group, rows, n, far, first, last) {
    for (let i = first; i < last; i++) {
      const a = group[i] * n, b = i * n;
      let sum = 0;
      for (let f = 0; f < n; f++) {
        const size = Math.abs(from[a + f]) + Math.abs(rows[b + f]);
        if (size > 0) sum += Math.abs(from[a + f] - rows[b + f]) / size;
      }
      far[i] = sum;
    }
  },
  "signed-maximum"(from, group, rows, n, far, first, last) {
    for (let i = first; i < last; i++) {
      const a = group[i] * n, b = i * n;
      let most = -Infinity;
      for (let f = 0; f < n; f++) most = Math.max(most, rows[b + f] - from[a + f]);
      far[i] = most;
    }
  },
};
const ONE = new Int32Array(1);

const within = (d, gamma) => Math.min(d / gamma, 1);
const KERNELS = {
  gauss: (d, gamma) => Math.exp(-(d * d) / gamma),
  exp: (d, gamma) => Math.exp(-d / gamma),
  rat: (d, gamma) => gamma / (d * d + gamma),
  circle(d, gamma) {
    const t = within(d, gamma);
    return (2 / Math.PI) * (Math.acos(t) - t * Math.sqrt(1 - t * t));
  },
  sphere(d, gamma) {
    const t = within(d, gamma);
    return 1 - 1.5 * t + 0.5 * t ** 3;
  },
};

// To the nearest, halves to even, as NumPy rounds: adding and taking away this leaves no binary places.
const WHOLE = 1.5 * 2 ** 52;
const rounded = (value) => {
  const large = value * 1e12;
  return Math.abs(large) < 2 ** 51 ? (large + WHOLE - WHOLE) / 1e12 : value;
};

class Model {
  // `given` is the model as data, `points` are {x, y, code} in the units of the table.
  constructor(given, points) {
    this.given = given;
    this.k = given.k;
    this.changes = 0;
    this.gamma = given.link.gamma;
    this.dims = this.#dimensions();
    this.groups = given.regions ? given.regions.centres.length : given.byClass ? given.classes : 1;
    this.distances = METRICS[given.metric];
    this.row = new Float64Array(2);
    this.query = new Float64Array(this.groups * this.dims);
    this.fill(points);
    this.#room();
  }

  fill(points) {
    this.n = points.length;
    this.codes = Int32Array.from(points, (point) => point.code);
    this.group = new Int32Array(this.n);
    this.far = new Float64Array(this.n);
    this.places = new Float64Array(this.n * this.dims);
    points.forEach((point, i) => this.move(i, point.x, point.y));
  }

  move(i, x, y) {
    this.changes++;
    this.#scale(x, y);
    this.group[i] = this.#groupOf(this.codes[i]);
    this.#embed(this.group[i], this.places, i * this.dims);
  }

  setK(k) {
    this.changes++;
    this.k = k;
    this.#room();
  }

  setGamma(gamma) {
    this.changes++;
    this.gamma = gamma;
  }

  // Memberships and scores of a place, as if row `skip` were not there; `rows` keeps who decides.
  ask(x, y, skip = -1) {
    this.#scale(x, y);
    for (let g = 0; g < this.groups; g++) this.#embed(g, this.query, g * this.dims);
    this.#search(skip);
    this.#merge();
    for (let c = 0; c < this.given.classes; c++) this.#approximate(c);
    return this;
  }

  // R(q, y) of the place asked last, or of any, and a row, or any place as a row of a class.
  similarityToRow(i) {
    this.distances(this.query, this.group, this.places, this.dims, this.far, i, i + 1);
    return this.link(this.far[i], this.codes[i]);
  }

  similarityToPlace(x, y, code) {
    this.#scale(x, y);
    const g = this.#groupOf(code);
    this.#embed(g, this.spare, 0);
    return this.link(this.#between(this.query.subarray(g * this.dims), this.spare), code);
  }

  // R(q, y) of any place and one that stands for a row of a class: `hold` it first.
  hold(x, y, code) {
    this.#scale(x, y);
    this.heldCode = code;
    this.heldGroup = this.#groupOf(code);
    this.#embed(this.heldGroup, this.held, 0);
  }

  similarityToHeld(x, y) {
    this.#scale(x, y);
    this.#embed(this.heldGroup, this.spare, 0);
    return this.link(this.#between(this.spare, this.held), this.heldCode);
  }

  #between(from, to) {
    this.distances(from, ONE, to, this.dims, this.one, 0, 1);
    return this.one[0];
  }

  winner() {
    let best = 0;
    for (let c = 1; c < this.score.length; c++) if (this.score[c] > this.score[best]) best = c;
    this.lead = Infinity;
    for (let c = 0; c < this.score.length; c++) {
      if (c !== best) this.lead = Math.min(this.lead, this.score[best] - this.score[c]);
    }
    return best;
  }

  // The neighbours inside or outside a class, of the place asked last: row, similarity, weight.
  side(c, inside) {
    const k = this.k, found = [];
    const count = inside ? this.count[c] : this.outCount[c];
    const rows = inside ? this.rows : this.outRows, alike = inside ? this.alike : this.outAlike;
    const weights = this.#weights(inside ? this.given.upper : this.given.lower, c, count);
    for (let j = 0; j < count; j++) {
      found.push({row: rows[c * k + j], similarity: alike[c * k + j], weight: weights[j]});
    }
    return found;
  }

  link(d, code) {
    const link = this.given.link;
    if (link.kind === "kernel") return KERNELS[link.key](d, this.gamma);
    if (link.kind === "by class") return 1 - d / link.scales[code];
    return 1 - (link.squared ? d * d : d) / link.scale;
  }

  #dimensions() {
    const {kind, maps} = this.given.embedding;
    return kind === "direction" ? 3 : kind === "linear" ? maps[0].length : 2;
  }

  #room() {
    const {classes} = this.given, size = classes * this.k;
    for (const name of ["near", "alike", "outAlike", "lower", "upper", "score"]) {
      this[name] = new Float64Array(["lower", "upper", "score"].includes(name) ? classes : size);
    }
    for (const name of ["rows", "outRows"]) this[name] = new Int32Array(size);
    for (const name of ["count", "outCount", "heads"]) this[name] = new Int32Array(classes);
    this.spare = new Float64Array(this.dims);
    this.held = new Float64Array(this.dims);
    this.one = new Float64Array(1);
  }

  #scale(x, y) {
    const {origin, width, shift} = this.given.scale;
    this.row[0] = width[0] === 0 ? 0 : (x - origin[0]) / width[0] - shift[0];
    this.row[1] = width[1] === 0 ? 0 : (y - origin[1]) / width[1] - shift[1];
  }

  #groupOf(code) {
    const {regions, byClass} = this.given;
    if (!regions) return byClass ? code : 0;
    let best = 0, least = Infinity;
    regions.centres.forEach((centre, g) => {
      const a = this.row[0] / regions.width[0] - centre[0], b = this.row[1] / regions.width[1] - centre[1];
      const d = a * a + b * b;
      if (d < least) [best, least] = [g, d];
    });
    return best;
  }

  #embed(g, target, at) {
    const {kind, origin, shortest, maps, weights} = this.given.embedding, [x, y] = this.row;
    if (kind === "direction") {
      const a = x - origin[0], b = y - origin[1], length = Math.sqrt(a * a + b * b);
      const none = length <= shortest;
      target[at] = none ? 0 : a / length;
      target[at + 1] = none ? 0 : b / length;
      target[at + 2] = none ? 1 : 0;
    } else if (kind === "linear") {
      const map = maps[maps.length > 1 ? g : 0];
      for (let f = 0; f < map.length; f++) target[at + f] = x * map[f][0] + y * map[f][1];
    } else if (kind === "scaled") {
      const own = weights[weights.length > 1 ? g : 0];
      target[at] = x * own[0];
      target[at + 1] = y * own[1];
    } else {
      target[at] = x;
      target[at + 1] = y;
    }
  }

  // The k nearest rows of every class, by insertion; of equally near ones the first stays.
  #search(skip) {
    const {k, near, rows, count, codes, far, n} = this;
    this.distances(this.query, this.group, this.places, this.dims, far, 0, n);
    count.fill(0);
    near.fill(Infinity);
    for (let i = 0; i < n; i++) {
      const d = far[i], c = codes[i], first = c * k;
      if (d >= near[first + k - 1] || i === skip) continue;
      let j = count[c];
      if (j === k) j--;
      else count[c]++;
      while (j > 0 && d < near[first + j - 1]) {
        near[first + j] = near[first + j - 1];
        rows[first + j] = rows[first + j - 1];
        j--;
      }
      near[first + j] = d;
      rows[first + j] = i;
    }
    for (let c = 0; c < count.length; c++) {
      for (let j = 0; j < count[c]; j++) this.alike[c * k + j] = this.link(near[c * k + j], c);
    }
  }

  // The nearest rows outside every class: the lists of the classes are merged, the most similar first; equal ones
  // by distance, then in the order of the rows. The first 2k hold all, since no class has more than k.
  #merge() {
    const {k, alike, near, rows, heads, count, outCount} = this, classes = count.length;
    const byDistance = this.given.link.kind !== "by class";
    const before = (a, b) =>
      (byDistance ? 0 : alike[b] - alike[a]) || near[a] - near[b] || rows[a] - rows[b];
    heads.fill(0);
    outCount.fill(0);
    for (let step = 0; step < 2 * k; step++) {
      let best = -1, from = -1;
      for (let c = 0; c < classes; c++) {
        if (heads[c] === count[c]) continue;
        const at = c * k + heads[c];
        if (best < 0 || before(at, from) < 0) [best, from] = [c, at];
      }
      if (best < 0) return;
      heads[best]++;
      for (let c = 0; c < classes; c++) {
        if (c === best || outCount[c] === k) continue;
        const to = c * k + outCount[c]++;
        this.outAlike[to] = alike[from];
        this.outRows[to] = rows[from];
      }
    }
  }

  #approximate(c) {
    const {upper, lower} = this.given, first = c * this.k, inside = this.count[c], outside = this.outCount[c];
    const weights = this.#weights(upper, c, inside), others = this.#weights(lower, c, outside);
    let like = 0, unlike = 0;
    for (let j = 0; j < inside; j++) like += weights[j] * this.alike[first + j];
    for (let j = 0; j < outside; j++) unlike += others[j] * this.outAlike[first + j];
    this.upper[c] = like;
    this.lower[c] = 1 - unlike;
    this.score[c] = rounded((this.lower[c] + this.upper[c]) / 2);
  }

  #weights(families, c, count) {
    return count ? families[families.length > 1 ? c : 0][count - 1] : [];
  }
}
