import { type Color, formatColor } from "../colors.ts";
import { named } from "../svg.ts";
import { svgPath } from "./path.ts";
import { type Gradient, isGradient, type Paint, radiusOf, type Scene } from "./scene.ts";

const number = (value: number): string => String(Math.round(value * 10_000) / 10_000);

function gradientElement(id: string, gradient: Gradient): string {
  const { kind, from, to, x1, y1, x2, y2 } = gradient;
  const stop = (offset: number, color: Color) => `<stop offset="${offset}" stop-color="${formatColor(color)}"/>`;
  const place =
    kind === "linear"
      ? `x1="${number(x1)}" y1="${number(y1)}" x2="${number(x2)}" y2="${number(y2)}"`
      : `cx="${number(x1)}" cy="${number(y1)}" r="${number(radiusOf(gradient))}"`;
  const name = `${kind}Gradient`;
  return `<${name} id="${id}" gradientUnits="userSpaceOnUse" ${place}>` + `${stop(0, from)}${stop(1, to)}</${name}>`;
}

/** `width` is an attribute value such as "512" or "40mm"; the height follows from it. */
export function styledSvg(scene: Scene, shown: { width: string; height: string }, title: string): string {
  const [attributes, child] = named(title);
  const gradients = scene.shapes.map(({ paint }) => paint).filter(isGradient);
  // Modules and eyes share a gradient.
  const [first] = gradients;
  const fill = (paint: Paint) => (isGradient(paint) ? "url(#g)" : formatColor(paint.color));
  const shapes = scene.shapes
    .map(({ path, paint, rule }) => {
      const evenOdd = rule === "evenodd" ? ' fill-rule="evenodd"' : "";
      return `<path fill="${fill(paint)}"${evenOdd} d="${svgPath(path)}"/>`;
    })
    .join("");
  const { logo } = scene;
  const image = logo
    ? `<image x="${number(logo.box.x)}" y="${number(logo.box.y)}" ` +
      `width="${number(logo.box.width)}" height="${number(logo.box.height)}" ` +
      `preserveAspectRatio="none" ` +
      `href="data:image/png;base64,${Buffer.from(logo.png).toString("base64")}"/>`
    : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} width="${shown.width}" height="${shown.height}" ` +
    `viewBox="0 0 ${number(scene.width)} ${number(scene.height)}">${child}` +
    `${first ? `<defs>${gradientElement("g", first.gradient)}</defs>` : ""}` +
    `${shapes}${image}</svg>`
  );
}
