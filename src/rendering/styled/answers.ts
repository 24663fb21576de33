import { BadColor, BadLogo, LetterMissing, LogoTooLarge, SizeTooSmall, TextTooLong } from "../errors.ts";

/** What a thread answers: an error does not keep its type on the way, so it goes as plain values. */
export type Answer<T> = { value: T } | { refused: Refusal };

interface Refusal {
  name: string;
  message: string;
  /** What the error says beside its message. */
  details: object;
}

/** What is wrong with a request and not with us. */
const TYPES = [BadColor, BadLogo, LetterMissing, LogoTooLarge, SizeTooSmall, TextTooLong];

export async function answering<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof Error) || !TYPES.some((type) => error instanceof type)) throw error;
    const { name, message } = error;
    return { refused: { name, message, details: { ...error } } };
  }
}

/** The other end: the value, or the error with its type again. */
export function unwrap<T>(answer: Answer<T>): T {
  if ("value" in answer) return answer.value;
  const { name, message, details } = answer.refused;
  const type = TYPES.find((each) => each.name === name) ?? Error;
  const error = Object.assign(new Error(message), details, { name });
  throw Object.setPrototypeOf(error, type.prototype);
}
