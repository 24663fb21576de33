/** Entries of the audit log as sentences. */
import type { AuditChange } from "../../../../src/shared/audit.ts";
import type { ShownEntry } from "../../../../src/workspaces/audit.ts";
import { capital } from "../../parts/formats.ts";
import { words } from "./words.ts";

export function actorOf({ actor }: ShownEntry): string {
  if (!actor) return words.unknown;
  if (actor.kind === "command") return words.command;
  if (actor.kind === "key") return words.key(actor.name ?? "");
  return actor.displayName ?? actor.name ?? (actor.isFormer ? capital(words.gone) : words.outsider);
}

/** Who it was exactly, where their name does not say so. */
export const addressOf = ({ actor }: ShownEntry): string | null => (actor?.displayName ? actor.name : null);

/** A name, an email address or a number; "" for the actor themselves and for what has no name. */
function subjectOf({ action, subject, count, actor }: ShownEntry): string {
  if (count > 1) return words.several(count);
  const isActor = subject?.name === actor?.name && (actor?.name !== null || action === "member.joined");
  if (!subject || isActor) return "";
  if (action.startsWith("member.") || action.startsWith("sign-in"))
    return subject.displayName ?? subject.name ?? words.gone;
  if (subject.name === null) return "";
  return action.startsWith("code.") ? words.code(subject.name) : words.quoted(subject.name);
}

/** Only the state of codes was changed. */
const stateOf = ({ action, detail, changes: [change] }: ShownEntry) =>
  action === "code.changed" && detail === "isPublic" ? change?.to : undefined;

export function doneOf(entry: ShownEntry): string {
  const what = subjectOf(entry);
  const state = stateOf(entry);
  if (state === "false") return words.paused(what);
  if (state === "true") return words.resumed(what);
  return words.actions[entry.action](what, entry.detail ?? "");
}

/** The sentence around the name of a code that can be opened; null if it names none. */
export function linkedOf({
  count,
  subject,
  ...entry
}: ShownEntry): { before: string; name: string; after: string } | null {
  if (count > 1 || !subject?.exists || subject.name === null) return null;
  const [before, after] = doneOf({ ...entry, count, subject }).split(words.quoted(subject.name));
  return after === undefined ? null : { before: before!, name: words.quoted(subject.name), after };
}

/** Unless the sentence has it already. */
export function detailOf(entry: ShownEntry): string | null {
  const { action, detail, subject, count, names } = entry;
  const [change] = entry.changes;
  if (action === "member.role-changed" && change?.from) return words.roleBefore(change.from);
  if (count > 1 && names.length > 0) {
    const fields = detail === null || stateOf(entry) !== undefined ? "" : fieldsOf(entry);
    const listed = words.names(names, count - names.length);
    return fields === "" ? listed : `${fields}: ${listed}`;
  }
  if (action.startsWith("code.placement") && names.length > 0) return placementsOf(entry);
  const isSaid = action.startsWith("member.") || action.startsWith("code.placements-") || stateOf(entry) !== undefined;
  if (detail === null || detail === subject?.name || isSaid) return null;
  if (action === "key.created") return words.scopes[detail] ?? detail;
  return fieldsOf(entry);
}

/** "“Table 2”: Paused". */
function placementsOf(entry: ShownEntry): string {
  const { action, detail, names, changes } = entry;
  const isOne = action === "code.placement-changed";
  const listed = words.names(names, isOne ? 0 : Number(detail) - names.length);
  const fields = isOne ? detail! : changes.map(({ field }) => field).join(", ");
  return fields === "" ? listed : `${listed}: ${fieldsOf({ ...entry, detail: fields })}`;
}

function changeOf({ field, from, to }: AuditChange): string {
  if (field === "expiresAt") return words.ends(from, to);
  // Only of links; other contents are only named.
  if (field === "content") return words.change(words.destination, from, to);
  return words.flags[field]?.[to ?? ""] ?? words.change(words.fields[field] ?? field, from, to);
}

/** "Name “Menu” → “Summer menu”, paused, content". */
function fieldsOf({ detail, changes }: ShownEntry): string {
  const said = detail!.split(", ").map((field) => {
    const one = changes.find((change) => change.field === field);
    return one ? changeOf(one) : (words.fields[field] ?? field);
  });
  return capital([...new Set(said)].join(", "));
}
