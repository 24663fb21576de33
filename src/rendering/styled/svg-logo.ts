import { BadLogo } from "../errors.ts";
import type { Dimensions } from "./logo-header.ts";
import { type Element, refuseIfCostly } from "./svg-cost.ts";
import { classRules, type Declarations, declarationsOf } from "./svg-style.ts";
import { type Tag, tagsOf } from "./svg-tags.ts";

/**
 * An SVG written anew from what a logo needs: shapes, groups, gradients, clips and masks, with attributes
 * known to be harmless. What is drawn is only what was written here.
 */

const KEPT = new Set(
  "svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask".split(
    " ",
  ),
);
/** Dropped with all they hold: they show nothing, or as with filters a logo is itself without them. */
const DROPPED = /^(?:title|desc|metadata|style|filter|sodipodi:.*|inkscape:.*|rdf:.*|cc:.*|dc:.*)$/;
const WITH_TEXT = new Set(["text", "tspan", "textPath"]);

/** Without dashes: one short line can have a million of them. It is drawn whole. */
const ATTRIBUTES = new Set(
  (
    "id transform d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points viewBox preserveAspectRatio " +
    "fill fill-opacity fill-rule clip-rule clip-path clipPathUnits mask maskUnits maskContentUnits " +
    "stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
    "opacity color display visibility offset stop-color stop-opacity " +
    "gradientUnits gradientTransform spreadMethod"
  ).split(" "),
);

const MOST_TAGS = 5_000;
const MOST_DEPTH = 64;
/** Of all attributes together: classes can make far more of them than the file had. */
const MOST_TEXT = 2 * 1024 * 1024;

/** A reference stays inside the file or there is none. */
function isHarmless(value: string): boolean {
  const outside = value.replaceAll(/url\(\s*["']?#[\w.:-]{1,64}["']?\s*\)/g, "");
  return !/url\s*\(|javascript:|data:|@import|\\/i.test(outside);
}

const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function keep(element: Element, key: string, value: string): void {
  if (!isHarmless(value)) throw new BadLogo("unsafe");
  element.attributes.push([key, value]);
  for (const [, id = ""] of value.matchAll(/url\(\s*["']?#([\w.:-]{1,64})/g)) {
    element.references.push(id);
  }
}

/** What its classes and its style say, as attributes of the same names would. */
function declared(attributes: Tag["attributes"], rules: Map<string, Declarations>): Declarations {
  const all: Declarations = new Map();
  for (const name of new Set((attributes.get("class") ?? "").split(/\s+/))) {
    for (const [key, value] of rules.get(name) ?? []) all.set(key, value);
  }
  const own = attributes.get("style") ?? "";
  if (!isHarmless(own)) throw new BadLogo("unsafe");
  for (const [key, value] of declarationsOf(own)) all.set(key, value);
  return all;
}

function elementOf({ name, attributes }: Tag, rules: Map<string, Declarations>): Element {
  const element: Element = { name, attributes: [], references: [], children: [] };
  const styles = declared(attributes, rules);
  for (const [key, value] of attributes) {
    if (key === "href" || key === "xlink:href") {
      if (!/^#[\w.:-]{1,64}$/.test(value)) throw new BadLogo("unsafe");
      element.attributes.push(["xlink:href", value]);
      element.references.push(value.slice(1));
    } else if (/^on/i.test(key)) throw new BadLogo("unsafe");
    else if (ATTRIBUTES.has(key) && !styles.has(key)) keep(element, key, value);
  }
  for (const [key, value] of styles) if (ATTRIBUTES.has(key)) keep(element, key, value);
  return element;
}

/** The elements that are kept, as a tree; refused where something is there that might do more than show. */
function read(source: string): Element {
  const rules = classRules(source);
  const stack: Element[] = [];
  let root: Element | undefined;
  let dropping = 0;
  let [tags, text] = [0, 0];
  for (const tag of tagsOf(source)) {
    if (++tags > 2 * MOST_TAGS) throw new BadLogo("complex");
    if (tag.kind === "close") {
      if (dropping > 0) dropping--;
      else if (stack.pop()?.name !== tag.name) throw new BadLogo("content");
      continue;
    }
    const isDropped = dropping > 0 || DROPPED.test(tag.name);
    if (isDropped) {
      if (tag.kind === "open") dropping++;
      continue;
    }
    if (WITH_TEXT.has(tag.name)) throw new BadLogo("text");
    if (!KEPT.has(tag.name)) throw new BadLogo("unsafe");
    const element = elementOf(tag, rules);
    for (const [, value] of element.attributes) text += value.length;
    if (text > MOST_TEXT) throw new BadLogo("complex");
    const parent = stack.at(-1);
    if (parent) parent.children.push(element);
    else if (root || tag.name !== "svg") throw new BadLogo("content");
    else root = element;
    if (tag.kind === "open") stack.push(element);
    if (stack.length > MOST_DEPTH) throw new BadLogo("complex");
  }
  if (!root || stack.length > 0) throw new BadLogo("content");
  return root;
}

const written = ({ name, attributes, children }: Element): string => {
  const head = attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("");
  return `<${name}${head}>${children.map(written).join("")}</${name}>`;
};

const length = (value: string | undefined): number | undefined => {
  const [, digits, unit] = /^\s*([\d.]{1,12})\s*(px|pt|mm|cm|in|pc)?\s*$/.exec(value ?? "") ?? [];
  return digits === undefined || unit === "%" ? undefined : Number(digits);
};

/** The SVG as it is to be drawn, its longer side `side` pixels. */
export function safeSvg(source: string, side: number): { svg: string } & Dimensions {
  const root = read(source);
  refuseIfCostly(root);
  const given = new Map(root.attributes);
  const [width, height] = [length(given.get("width")), length(given.get("height"))];
  const box = given
    .get("viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, width, height];
  const [, , across = 0, upright = 0] = box as number[];
  const isShape = box.length === 4 && box.every(Number.isFinite) && across > 0 && upright > 0;
  if (!isShape) throw new BadLogo("content");
  const scale = side / Math.max(across, upright);
  const drawn = { width: Math.max(1, Math.round(across * scale)), height: Math.max(1, Math.round(upright * scale)) };
  root.attributes = [
    ["xmlns", "http://www.w3.org/2000/svg"],
    ["xmlns:xlink", "http://www.w3.org/1999/xlink"],
    ...root.attributes.filter(([name]) => !/^(?:x|y|width|height|viewBox)$/.test(name)),
    ["viewBox", box.join(" ")],
    ["width", String(drawn.width)],
    ["height", String(drawn.height)],
  ];
  return { svg: written(root), ...drawn };
}
