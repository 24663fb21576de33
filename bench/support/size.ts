/** "full" measures; "small" runs the same code in seconds, to see that it works. */
export type Size = "full" | "small";
