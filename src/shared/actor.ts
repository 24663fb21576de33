/** Who created or changed a code. A user is stored by id, so that nothing identifies them after their removal. */
export interface Actor {
  kind: "key" | "person" | "command";
  /** The key's name at that time, which outlives the key; a user's id; a command's name. */
  name: string;
}

export const writeActor = (actor: Actor | undefined): string | null => (actor ? `${actor.kind}:${actor.name}` : null);

/** Null if it was not recorded. */
export function readActor(text: string | null): Actor | null {
  const [, kind, name] = /^(key|person|command):(.*)$/s.exec(text ?? "") ?? [];
  return kind === undefined ? null : { kind: kind as Actor["kind"], name: name! };
}
