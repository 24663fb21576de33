/** Numbers from 0 on with seven bits a byte, lowest first. */
export const CONTINUED = 0x80;

export function pushVarint(bytes: number[], value: number): void {
  let left = value;
  for (; left >= CONTINUED; left = Math.floor(left / CONTINUED)) bytes.push((left % CONTINUED) | CONTINUED);
  bytes.push(left);
}

export function readVarints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let value = 0;
    for (let weight = 1; ; weight *= CONTINUED) {
      const byte = bytes[at++]!;
      value += (byte % CONTINUED) * weight;
      if (byte < CONTINUED) break;
      if (at === bytes.length) throw new Error("The last number is cut off.");
    }
    values.push(value);
  }
  return values;
}
