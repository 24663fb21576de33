/** Which codes of a bundle are imported, and why others are not. */
import type { ShareRule } from "../codes/own-share.ts";
import type { Store } from "../store/store.ts";
import type { ActorOf } from "./actors.ts";
import type { FoundCode, ImportedCode } from "./bundled.ts";
import { createTaker, recordsOf } from "./files.ts";
import type { CodeRecord } from "./record-schemas.ts";
import { codeOf } from "./records.ts";

/** Codes per batch. */
export const CODES_PER_BATCH = 200;

/** The id here of a workspace by its id in the bundle. */
export type WorkspaceOf = (id: string) => Promise<string | null>;

interface DecideOptions {
  store: Pick<Store, "importer">;
  /** Null if it does not exist. */
  findWorkspace: WorkspaceOf;
  /** Creates it if it does not exist. */
  takeWorkspace: WorkspaceOf;
  actorOf: ActorOf;
  /** Refuses content that leads back to this service. */
  shareRule: ShareRule;
  refuse: (problem: string) => void;
  report: { refused: number; there: number };
  logoIds: ReadonlyMap<string, string>;
}

export interface Target {
  code: ImportedCode;
  /** Undefined until it is reserved. */
  num: number | undefined;
}

/** The codes to import: those that do not exist, and those of an unfinished import. */
export async function planImport(
  { store, findWorkspace, takeWorkspace, actorOf, shareRule, refuse, report, logoIds }: DecideOptions,
  batch: readonly CodeRecord[],
): Promise<Target[]> {
  const found = await store.importer.find(
    batch.map(({ id }) => id),
    batch.map(({ shareToken }) => shareToken),
  );
  const fresh = batch.filter(({ id }) => found.every((code) => code.id !== id));
  const clashes = await store.importer.clashes(fresh.map(({ shareToken: token, isSlug }) => ({ token, isSlug })));
  const targets: Target[] = [];
  const tokens = new Set<string>();
  const isTaken = await externalIdsTaken(store, batch, findWorkspace);
  for (const record of batch) {
    const there = found.find(({ id }) => id === record.id);
    const isTwice = tokens.has(record.shareToken);
    tokens.add(record.shareToken);
    const problem = isTwice
      ? "its token is in the bundle twice"
      : (conflictOf(record, found) ??
        (clashes.has(record.shareToken) ? "its token is taken here" : null) ??
        (!(there && !there.isImporting) && isTaken(record) ? "its externalId belongs to another code here" : null) ??
        (there && goneOf(record, there, await findWorkspace(record.workspace))) ??
        (there && !there.isImporting ? null : loopOf(record, shareRule)));
    if (problem) {
      report.refused += 1;
      refuse(`${record.shareToken} (${JSON.stringify(record.name)}): ${problem}`);
    } else if (there && !there.isImporting) {
      report.there += 1;
    } else {
      const workspaceId = (await takeWorkspace(record.workspace)) ?? "";
      const madeBy = await actorOf(record.madeBy);
      targets.push({ num: there?.num, code: codeOf(record, { workspaceId, madeBy }, logoIds) });
    }
  }
  return targets;
}

/** Whether the external ID of a record belongs to another code here, or to an earlier record. */
async function externalIdsTaken(
  store: Pick<Store, "importer">,
  batch: readonly CodeRecord[],
  findWorkspace: WorkspaceOf,
): Promise<(record: CodeRecord) => boolean> {
  /** Workspaces here, by that of the bundle. */
  const targets = new Map<string, string>();
  /** The id of the code that has each. */
  const holders = new Map<string, string>();
  for (const [workspace, records] of Map.groupBy(batch, (record) => record.workspace)) {
    const target = await findWorkspace(workspace);
    targets.set(workspace, target ?? workspace);
    const ids = records.flatMap(({ externalId }) => externalId ?? []);
    if (target === null || ids.length === 0) continue;
    for (const { id, externalId } of await store.importer.externalIds(target, ids)) {
      holders.set(`${target} ${externalId}`, id);
    }
  }
  return ({ id, workspace, externalId }) => {
    if (externalId === undefined) return false;
    const key = `${targets.get(workspace)} ${externalId}`;
    const holder = holders.get(key) ?? id;
    holders.set(key, holder);
    return holder !== id;
  };
}

function conflictOf(record: CodeRecord, found: readonly FoundCode[]): string | null {
  const byId = found.find(({ id }) => id === record.id);
  if (byId && byId.token !== record.shareToken) return "its id belongs to another code here";
  const byToken = found.find(({ token }) => token === record.shareToken);
  return byToken && byToken.id !== record.id ? "its token belongs to another code here" : null;
}

function loopOf({ type, content }: CodeRecord, shareRule: ShareRule): string | null {
  const problem = shareRule(type, content);
  return problem && `its content ${problem}`;
}

/** Why an existing code differs from the bundle, if the caller should know. */
function goneOf(record: CodeRecord, there: FoundCode, workspaceId: string | null): string | null {
  if (there.isImporting) return null;
  if (there.isErased) return "was erased here, and its token cannot be reused";
  if (there.workspaceId !== workspaceId) return "belongs to another workspace here, or to one that was removed";
  return there.isInBin && record.deletedAt === null ? "is in the bin here: restore it" : null;
}

/** Then nothing is changed: neither looks nor workspaces are imported. */
export async function isWhollyRefused(
  dir: string,
  { store, findWorkspace, shareRule }: Pick<DecideOptions, "store" | "findWorkspace" | "shareRule">,
): Promise<boolean> {
  const report = { refused: 0, there: 0 };
  const options = { store, findWorkspace, takeWorkspace: findWorkspace, shareRule, report, logoIds: new Map() };
  const codes = createTaker(recordsOf<CodeRecord>(dir, "codes"));
  while (true) {
    const batch = await codes.take(CODES_PER_BATCH);
    if (batch.length === 0) return report.refused > 0;
    const wanted = await planImport({ ...options, actorOf: async () => null, refuse() {} }, batch);
    if (wanted.length > 0) return false;
  }
}
