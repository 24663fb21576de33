/** "full" measures; "small" takes the same way in seconds, to see that it still runs. */
export type Size = "full" | "small";
