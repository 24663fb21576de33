/** 0 too short to 4 strong. Only a hint: length counts most, then variety. */
export function strengthOf(password: string): number {
  if (password.length < 8) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (different < 5) return 1;
  const points = Math.min(different, 20) + 2 * kinds + (password.length >= 16 ? 4 : 0);
  return points < 12 ? 1 : points < 16 ? 2 : points < 20 ? 3 : 4;
}
