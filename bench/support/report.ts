/** The output of a bench: lines as it runs, and figures for the table at the end. */
import { arch, cpus } from "node:os";
import type { Size } from "./size.ts";

export interface Figure {
  /** The target's name: P1. */
  name: string;
  what: string;
  /** With its unit. */
  ours: string;
  /** The reference with its own value. */
  peer: string;
  /** What is compared with the target: the ratio, or our value alone. */
  value: number;
  target: Target | null;
}

export interface Target {
  most?: number;
  least?: number;
  unit?: string;
}

export interface Report {
  say(line: string): void;
  tell(figure: Figure): void;
}

export const isMet = ({ value, target }: Figure): boolean =>
  target === null || (value <= (target.most ?? Infinity) && value >= (target.least ?? -Infinity));

const targetOf = ({ target }: Figure): string =>
  target === null
    ? "none"
    : `${target.most === undefined ? ">=" : "<="} ${target.most ?? target.least}${target.unit ?? ""}`;

const ratioOf = ({ value, target }: Figure): string =>
  `${value < 10 ? value.toFixed(2) : value.toFixed(0)}${target?.unit ?? "x"}`;

export const lineOf = (figure: Figure): string =>
  `${figure.name}, ${figure.what}: ${figure.ours}, ${figure.peer} = ${ratioOf(figure)} (target ${targetOf(figure)})`;

/** A small run only shows that benches run. */
const judged = (figure: Figure, size: Size): string => {
  if (size === "small" || figure.target === null) return "-";
  return isMet(figure) ? "yes" : "NO";
};

export function tableOf(figures: readonly Figure[], size: Size): string {
  const head = ["figure", "what", "ours", "beside", "ratio", "target", "met"];
  const rows = figures.map((figure) => [
    ...[figure.name, figure.what, figure.ours, figure.peer],
    ...[ratioOf(figure), targetOf(figure), judged(figure, size)],
  ]);
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  return [head, widths.map((width) => "-".repeat(width)), ...rows]
    .map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`)
    .join("\n");
}

export function jsonOf(figures: readonly Figure[], size: Size): string {
  const machine = { arch: arch(), cpus: cpus().length, cpu: cpus()[0]?.model, node: process.version };
  const told = figures.map((figure) => ({
    ...figure,
    met: size === "small" || figure.target === null ? null : isMet(figure),
  }));
  return JSON.stringify({ machine, size, figures: told }, null, 2);
}
