import type { CodeData, FoundCode, ImportedCode } from "../bundle/bundled.ts";
import { allLabels } from "../codes/draft.ts";
import { leadsOn, OWN_SHARE, type RootRule, type ShareRule } from "../codes/own-share.ts";
import { NAME_LENGTH, problemsOf } from "../codes/rules.ts";
import { isReserved } from "../codes/slugs.ts";
import { type Actor, writeActor } from "../shared/actor.ts";
import { confirmRights } from "../shared/audit.ts";
import { callerNow } from "../shared/caller.ts";
import { isNativeToken, readToken } from "../shared/ids.ts";
import { createSlices } from "../shared/slices.ts";
import { foldLetters } from "../shared/text.ts";
import type { CodeType } from "../shared/vocabulary.ts";
import type { Store } from "../store/store.ts";
import { tagName, tagNameProblem } from "../tags/service.ts";
import { MAX_TAGS, TAGS_PER_CODE } from "../tags/tag.ts";
import type { Link } from "./link.ts";
import { knownNames, READERS, type Source } from "./products.ts";
import { type FileRecord, unreadColumns } from "./records.ts";

export interface ImportLinksOptions {
  source: Source;
  records: readonly FileRecord[];
  store: Store;
  workspaceId: string;
  now: number;
  createId: () => string;
  /** Refuses content that leads back to this service. */
  shareRule: ShareRule;
  rootRule: Pick<RootRule, "leadsToCode">;
  /** Who imports. Only the operator of the service, with the command, may take reserved words. */
  by: Actor;
  lifetimeMs: number;
  isDryRun: boolean;
  /** How many names the workspace can have taken, ever; undefined: any number. */
  mostSlugs?: number;
  /** Tokens of earlier records of the same file, separated by spaces. */
  seen?: string;
  /** Called with a line for each problem. */
  print: (line: string) => void;
}

/** The records are not an export of the product. */
export class NoShortAddress extends Error {}

export const NO_NAMES_LEFT =
  "as many names are taken as the plan allows, by all workspaces of the account that created this one or, once that account is removed, by this one alone; deleted ones count";

const LINKS_A_LOT = 200;
const PLAIN_LOOK = { foregroundColor: "#000000", backgroundColor: "#ffffff", size: 512, errorCorrection: "M" } as const;

export interface ImportLinksReport {
  codes: number;
  there: number;
  refused: number;
  /** Tokens of these records. */
  seen: string[];
}

/** Of a text that is read at once. */
const PART_LENGTH = 50_000;

/** Those of the tokens that are in a long text of tokens. */
async function tokensIn(text: string, tokens: ReadonlySet<string>, pause: () => Promise<void>): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < text.length; ) {
    await pause();
    const end = text.indexOf(" ", at + PART_LENGTH);
    const part = text.slice(at, end === -1 ? undefined : end);
    for (const token of part.split(" ")) if (tokens.has(token)) found.add(token);
    at += part.length + 1;
  }
  return found;
}

/** Imports the export of another product, keeping tokens that are free. Importing twice changes nothing. */
export async function importLinks(options: ImportLinksOptions): Promise<ImportLinksReport> {
  const { source, records, store, workspaceId, now, isDryRun, mostSlugs, seen = "", print } = options;
  const links = records.flatMap(({ fields, place }) => READERS[source](fields, place));
  if (seen === "" && links.length > 0 && links.every(({ slug }) => slug === "")) {
    throw new NoShortAddress(`No link has a short address: it is not an export of ${source}.`);
  }
  for (const [label, count] of unreadColumns(records, knownNames(source))) {
    const where = `${count} of ${records.length} in the file`;
    print(`column ${shown(label)}: not recognized; its values (${where}) are not imported`);
  }
  const report: ImportLinksReport = { codes: 0, there: 0, refused: 0, seen: [] };
  const pause = createSlices(callerNow(workspaceId));
  const earlier = await tokensIn(seen, new Set(links.flatMap(({ slug }) => readToken(slug) ?? [])), pause);
  const tags = await takeableTags(store, workspaceId, links);
  const slugsTaken = (await store.codes.linkCounts(workspaceId))?.taken.slugs ?? 0;
  let left = mostSlugs === undefined ? Number.POSITIVE_INFINITY : mostSlugs - slugsTaken;
  const leadsToCode = async ({ type, content }: ImportedCode, tokens: readonly string[]): Promise<boolean> =>
    leadsOn(type) && options.rootRule.leadsToCode(content, tokens);
  const judge = createJudge(options, earlier, report.seen, ({ tags: named }) => keptTags(named, tags));
  for (let i = 0; i < links.length; i += LINKS_A_LOT) {
    const lot: ({ link: Link } & ReturnType<typeof judge>)[] = [];
    for (const link of links.slice(i, i + LINKS_A_LOT)) {
      await pause();
      lot.push({ link, ...judge(link) });
    }
    const tokens = lot.flatMap(({ token }) => (token === null ? [] : [token]));
    const found = tokens.length > 0 ? await store.importer.find([], tokens) : [];
    const taken = new Map(found.map((code) => [code.token, code]));
    const fresh = tokens.filter((token) => !taken.has(token));
    const clashes = await store.importer.clashes(fresh.map((token) => ({ token })));
    const wanted: Taken[] = [];
    for (const { link, token, problem, code } of lot) {
      const there = token === null ? undefined : taken.get(token);
      const clash = token !== null && clashes.has(token) ? "its token is taken: in another case it is a slug" : null;
      const isNew = token !== null && there === undefined && !isNativeToken(token);
      const excess = isNew && left < 1 ? NO_NAMES_LEFT : null;
      const isCircle = code && there === undefined && (await leadsToCode(code.code, tokens));
      const circle = isCircle ? `its content ${OWN_SHARE}` : null;
      const refusal = problem ?? clash ?? conflictOf(there, workspaceId) ?? circle ?? excess;
      if (refusal !== null) {
        report.refused += 1;
        print(`${link.place} (${shown(link.slug) || "no address"}): skipped, ${refusal}`);
        continue;
      }
      if (there) {
        report.there += 1;
        const isElsewhere = code !== undefined && there.content !== code.code.content;
        if (isElsewhere) print(`${link.place} (${link.slug}): already exists, with another destination`);
        continue;
      }
      report.codes += 1;
      if (isNew) left -= 1;
      for (const loss of [...lossesOf(link, now), ...tagLosses(link.tags, tags)]) {
        print(`${link.place} (${link.slug}): not imported: ${loss}`);
      }
      wanted.push(code!);
    }
    if (isDryRun || wanted.length === 0) continue;
    await confirmRights();
    await store.importer.take(wanted, now, mostSlugs);
  }
  return report;
}

/** The tags of the workspace, and of links as many as it may still have, by folded name. */
async function takeableTags(store: Store, workspaceId: string, links: readonly Link[]): Promise<ReadonlySet<string>> {
  const names = new Set((await store.tags.list(workspaceId)).map(({ name }) => foldLetters(name)));
  for (const name of links.flatMap((link) => link.tags.map(tagName))) {
    if (names.size < MAX_TAGS && tagNameProblem(name) === null) names.add(foldLetters(name));
  }
  return names;
}

/** Of a link's tags, those that its code gets. */
function keptTags(named: readonly string[], takeable: ReadonlySet<string>): string[] {
  const byKey = new Map(named.map((name) => [foldLetters(tagName(name)), tagName(name)]));
  return [...byKey].flatMap(([key, name]) => (takeable.has(key) ? [name] : [])).slice(0, TAGS_PER_CODE);
}

function tagLosses(named: readonly string[], takeable: ReadonlySet<string>): string[] {
  const kept = new Set(keptTags(named, takeable).map(foldLetters));
  return [...new Set(named.map(tagName))]
    .filter((name) => !kept.has(foldLetters(name)))
    .map((name) => {
      const problem = tagNameProblem(name);
      const limit = `a workspace has at most ${MAX_TAGS} tags, a code ${TAGS_PER_CODE}`;
      return `its tag "${shown(name)}": ${problem === null ? limit : `a name ${problem}`}`;
    });
}

/** On one line of the report, whatever the file contains. */
const shown = (slug: string): string => cut(slug.replaceAll(/\p{Cc}/gu, "\ufffd"), 100);

const lossesOf = ({ losses, createdAt }: Link, now: number): string[] =>
  createdAt !== null && createdAt > now ? [...losses, "its creation date, which is in the future"] : losses;

/** A link as a code, with the other product's count. */
type Taken = CodeData & { code: ImportedCode };

/** Why an existing code with this token is not from an earlier import of the link. Null: it is, or the token is free. */
function conflictOf(there: FoundCode | undefined, workspaceId: string): string | null {
  if (!there) return null;
  // Only the import of a bundle leaves such codes, and only an import of a bundle takes them over.
  if (there.isImporting) return "its token belongs to a bundle that is being imported, or whose import was interrupted";
  if (there.workspaceId !== workspaceId) return "its token is taken: the code belongs to another workspace";
  if (there.isErased) return "its code was erased";
  return there.isInBin ? "its code is in the bin" : null;
}

/** Converts a link to a code, or says why it cannot be imported. */
function createJudge(
  { source, now, workspaceId, createId, lifetimeMs, shareRule, by }: ImportLinksOptions,
  earlier: Set<string>,
  seen: string[],
  tagsOf: (link: Link) => string[],
) {
  return (link: Link): { token: string | null; problem: string | null; code?: Taken } => {
    const token = readToken(link.slug);
    if (link.obstacle !== null) return { token, problem: link.obstacle };
    if (link.slug === "") return { token, problem: "it has no short address" };
    if (token === null) {
      return { token, problem: "its token has more than 40 characters, or others than letters, digits, - and _" };
    }
    if (by.kind !== "command" && isReserved(token)) return { token, problem: "its token is a reserved word" };
    if (earlier.has(token)) return { token, problem: "its token is in the file twice" };
    const { type, content } = contentOf(link.url);
    if (content === "") return { token, problem: "it has no destination" };
    const name = nameOf(link.title) || token;
    const [wrong] = problemsOf({ name, type, content, errorCorrection: "M" });
    if (wrong) return { token, problem: `its ${wrong.field} ${wrong.message}` };
    const own = shareRule(type, content);
    if (own !== null) return { token, problem: `its content ${own}` };
    earlier.add(token);
    seen.push(token);
    const createdAt = Math.min(link.createdAt ?? now, now);
    const imported = link.visits === null ? [] : [{ source, total: link.visits, importedAt: now }];
    const code: ImportedCode = {
      ...PLAIN_LOOK,
      id: createId(),
      workspaceId,
      name,
      type,
      content,
      token,
      ...allLabels({}),
      isPublic: !link.isPaused,
      isFavorite: false,
      createdAt,
      updatedAt: now,
      deletedAt: null,
      style: null,
      page: null,
      routing: null,
      scanCount: 0,
      expiresBefore: null,
      renewedAt: now,
      expiresAt: link.expiresAt ?? now + lifetimeMs,
      expiresFixed: link.expiresAt !== null,
      madeBy: writeActor(by),
      tags: tagsOf(link),
    };
    const history = { days: [], visitors: [], uncounted: [], imported, changes: [] };
    return { token, problem: null, code: { code, versions: [], placements: [], history } };
  };
}

/** Titles come from web pages: any length, several lines. */
const nameOf = (title: string): string => cut(title.replaceAll(/[\p{White_Space}\p{Cc}]+/gu, " ").trim(), NAME_LENGTH);

/** By code points: half of a surrogate pair is not valid text. */
const cut = (text: string, most: number): string => [...text].slice(0, most).join("");

const SCHEMES: Readonly<Record<string, CodeType>> = {
  "mailto:": "email",
  "tel:": "phone",
  "sms:": "sms",
  "geo:": "geo",
};

/** Links to a mailbox, phone number or place become codes of that type. */
function contentOf(url: string): { type: CodeType; content: string } {
  const scheme = /^[a-z]+:/i.exec(url)?.[0].toLowerCase() ?? "";
  return { type: SCHEMES[scheme] ?? "url", content: url };
}
