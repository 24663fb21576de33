/** What a value read from a file must be. A rule gives what is wrong, in words, or null. */
export type Rule = (value: unknown) => string | null;

export const must =
  (test: (value: unknown) => boolean, message: string): Rule =>
  (value) =>
    test(value) ? null : message;

/** For texts, which `problem` judges further. */
export const text =
  (longest: number, problem: (value: string) => string | null = () => null): Rule =>
  (value) => {
    if (typeof value !== "string") return "must be a text";
    if (!value.isWellFormed() || value.includes("\0")) return "must be well-formed, without NUL";
    return value.length > longest ? `must have at most ${longest} characters` : problem(value);
  };

export const match = (pattern: RegExp, message: string): Rule =>
  must((value) => typeof value === "string" && pattern.test(value), message);

export const oneOf = (list: readonly unknown[]): Rule =>
  must((value) => list.includes(value), `must be one of: ${list.join(", ")}`);

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Rule =>
  must(
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    `must be a whole number from ${least} to ${most}`,
  );

export const between = (least: number, most: number): Rule =>
  must(
    (value) => typeof value === "number" && value >= least && value <= most,
    `must be a number from ${least} to ${most}`,
  );

export const yesOrNo: Rule = must((value) => typeof value === "boolean", "must be true or false");

export const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? null : rule(value);

export const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? null : rule(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with these fields; others are left alone, or refused when it is `closed`. */
export function shape(fields: Record<string, Rule>, { closed = false } = {}): Rule {
  const rules = Object.entries(fields);
  return (value) => {
    if (!isObject(value)) return "must be an object";
    for (const [name, rule] of rules) {
      const problem = rule(value[name]);
      if (problem !== null) return `${name} ${problem}`;
    }
    const unknown = closed ? Object.keys(value).find((name) => !Object.hasOwn(fields, name)) : null;
    return unknown ? `has "${unknown.slice(0, 40)}", which is not known here` : null;
  };
}

export const listOf =
  (rule: Rule): Rule =>
  (value) => {
    if (!Array.isArray(value)) return "must be a list";
    for (const item of value) {
      const problem = rule(item);
      if (problem !== null) return `has an item that ${problem}`;
    }
    return null;
  };

/** A list of as many items, each by its rule. */
export const tuple =
  (...rules: readonly Rule[]): Rule =>
  (value) => {
    if (!Array.isArray(value) || value.length !== rules.length) {
      return `must be a list of ${rules.length}`;
    }
    for (const [i, rule] of rules.entries()) {
      const problem = rule(value[i]);
      if (problem !== null) return `has an item ${i + 1} that ${problem}`;
    }
    return null;
  };

/** The first thing that any of the rules finds. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const problem = rule(value);
      if (problem !== null) return problem;
    }
    return null;
  };
