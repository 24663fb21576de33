import { BadLogo } from "../errors.ts";

/** One that is kept, with the ids it refers to. */
export interface Element {
  name: string;
  attributes: [name: string, value: string][];
  references: string[];
  children: Element[];
}

/** About milliseconds of a processor, as measured on shapes that fill the whole picture. */
const MOST_COST = 2_000;
const SHAPE = 0.4;
const GRADIENT = 2.5;
const MASK = 3;
const LAYER = 1;
/** For a thousand characters of a path, filled or with a line of its own. */
const FILLED = 0.5;
const STROKED = 2.5;

/** Followed one into another so often, references are meant to take long. */
const MOST_FOLLOWED = 256;

const SHAPES = new Set("path rect circle ellipse line polyline polygon".split(" "));

const hasPaint = ({ attributes }: Element): boolean =>
  attributes.some(([name, value]) => /^(?:fill|stroke)$/.test(name) && value.includes("url("));

/** What an element costs that draws nothing by itself but holds others counts for each of those. */
function pricesOf(all: readonly Element[]) {
  const isGradientForAll = all.some((each) => !SHAPES.has(each.name) && hasPaint(each));
  const isStroked = all.some(({ attributes }) => attributes.some(([name]) => name === "stroke"));
  return (element: Element): number => {
    const { name, attributes } = element;
    const length = attributes.reduce((sum, [, value]) => sum + value.length, 0);
    let cost = 0.02 + (length / 1_000) * (isStroked ? STROKED : FILLED);
    if (SHAPES.has(name)) cost += isGradientForAll || hasPaint(element) ? GRADIENT : SHAPE;
    for (const [key] of attributes) {
      if (key === "mask") cost += MASK;
      else if (key === "opacity" || key === "clip-path") cost += LAYER;
    }
    return cost;
  };
}

/** How much there is to draw when every reference is followed. */
export function refuseIfCostly(root: Element): void {
  const all: Element[] = [];
  const byId = new Map<string, Element>();
  const collect = (element: Element) => {
    all.push(element);
    const id = element.attributes.find(([name]) => name === "id")?.[1];
    if (id !== undefined) byId.set(id, element);
    element.children.forEach(collect);
  };
  collect(root);
  const priceOf = pricesOf(all);
  const costs = new Map<Element, number>();
  const walking = new Set<Element>();
  const costOf = (element: Element): number => {
    const known = costs.get(element);
    if (known !== undefined) return known;
    // Something that refers to itself would be drawn for ever.
    if (walking.has(element) || walking.size > MOST_FOLLOWED) throw new BadLogo("complex");
    walking.add(element);
    let cost = priceOf(element);
    const add = (more: number) => {
      cost += more;
      if (cost > MOST_COST) throw new BadLogo("complex");
    };
    for (const child of element.children) add(costOf(child));
    for (const id of element.references) {
      const target = byId.get(id);
      if (target) add(costOf(target));
    }
    walking.delete(element);
    costs.set(element, cost);
    return cost;
  };
  costOf(root);
}
