/** Numbers from 0 on with seven bits a byte, lowest first. */
export const CONTINUED = 0x80;

export function pushVarint(bytes: number[], value: number): void {
  let left = value;
  for (; left >= CONTINUED; left = Math.floor(left / CONTINUED)) bytes.push((left % CONTINUED) | CONTINUED);
  bytes.push(left);
}

export function readVarints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  let weight = 1;
  for (const byte of bytes) {
    if (byte < CONTINUED) {
      values.push(value + byte * weight);
      value = 0;
      weight = 1;
    } else {
      value += (byte % CONTINUED) * weight;
      weight *= CONTINUED;
    }
  }
  if (weight > 1) throw new Error("The last number is cut off.");
  return values;
}
