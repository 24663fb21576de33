/** Colours of tags. Each can be seen on a light and on a dark page: a contrast of at least 3 to 1 with both. */
export const TAG_COLORS = [
  ...["#2f7ed8", "#d6453d", "#3a8f4d", "#a86400", "#8a5cd6", "#c2458f"],
  ...["#0e8a8a", "#c2570c", "#5a7d1a", "#5c6ac4", "#9c6b4f", "#71767f"],
] as const;
