/** Who made or changed a code. A person is named by their id, so that nothing of them stays when they go. */
export interface Actor {
  kind: "key" | "person" | "command";
  /** A key's name as it was then, which outlives the key; a user's id; a command's name. */
  name: string;
}

export const writeActor = (actor: Actor | undefined): string | null => (actor ? `${actor.kind}:${actor.name}` : null);

/** Null: it was not noted, as by earlier releases. */
export function readActor(text: string | null): Actor | null {
  const [, kind, name] = /^(key|person|command):(.*)$/s.exec(text ?? "") ?? [];
  return kind === undefined ? null : { kind: kind as Actor["kind"], name: name! };
}
