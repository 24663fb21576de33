import { CHANGED_MEANWHILE, TRIES } from "../codes/change.ts";
import type { Code } from "../codes/code.ts";
import { drawingProblem, isDrawnAlike, readStyle, writeStyle } from "../codes/look-rules.ts";
import type { Codes } from "../codes/service.ts";
import type { Renderer } from "../rendering/renderer.ts";
import { PLAIN, type Style } from "../rendering/style.ts";
import { symbolVersion } from "../rendering/version.ts";
import { confirmRights } from "../shared/audit.ts";
import { callerNow } from "../shared/caller.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { Logos } from "./logos.ts";
import { type Nearest, nearestLook } from "./nearest.ts";
import type { LookRules } from "./rules.ts";
import { createStyles, lookOf, type StylesOptions } from "./styles.ts";

export interface LooksOptions extends Omit<StylesOptions, "store" | "rules"> {
  styled: Pick<Renderer, "assess" | "readersOf">;
  store: Store;
  logos: Logos;
  codes: Pick<Codes, "find" | "change">;
  rules: LookRules;
}

/** A look itself, or the id of a saved one. */
export type Wanted = { style: Style } | { styleId: string };

export interface Findings {
  revisions?: readonly string[] | undefined;
  /** Aborts when the client disconnects. */
  signal?: AbortSignal | undefined;
}

export interface Applied {
  changed: string[];
  refused: { id: string; message: string }[];
}

export type Looks = ReturnType<typeof createLooks>;

const NO_STYLE = { field: "styleId", message: "must be the id of one of your styles" };

/** Looks of codes, and saved looks. */
export function createLooks(options: LooksOptions) {
  const { store, clock, createId, styled, logos, codes, rules } = options;
  const { judge, bareOf } = rules;
  const styles = createStyles({ store, clock, createId, rules });

  async function resolve(workspaceId: string, wanted: Wanted): Promise<Style | null> {
    if ("style" in wanted) return wanted.style;
    const saved = await styles.find(workspaceId, wanted.styleId);
    return saved && lookOf(saved);
  }

  const change = (
    workspaceId: string,
    id: string,
    style: Style,
    findings: Parameters<Codes["change"]>[3],
  ): Promise<Code> => codes.change(workspaceId, id, { style: writeStyle(style) }, findings);

  /** Why a code cannot have the look. Codes that differ only in their text are judged once. */
  function createRefusals(workspaceId: string, style: Style, signal: AbortSignal | undefined) {
    const verdicts = new Map<string, FieldProblem[]>();
    return async (code: Code): Promise<string | null> => {
      const { text, ...rest } = bareOf(code);
      const key = JSON.stringify({ ...rest, version: symbolVersion(text, rest.level) });
      const manner = { isBrief: true, signal };
      const wrong = verdicts.get(key) ?? (await judge(workspaceId, { text, ...rest }, style, "style.", manner));
      verdicts.set(key, wrong);
      const [first] = wrong;
      // A logo of another workspace is wrong for every code.
      if (first?.field === "style.logo.id") throw invalid(wrong);
      return first ? `${first.field} ${first.message}.` : null;
    };
  }

  return {
    styles,
    logos,
    /** The complete look of a code. */
    styleOf: (code: Code): Style => readStyle(code.style),

    /** Refuses unreadable looks; a poor one is allowed. */
    async set(workspaceId: string, id: string, wanted: Wanted, { revisions, signal }: Findings = {}): Promise<Code> {
      const style = await resolve(workspaceId, wanted);
      const judgeLook = async (code: Code) =>
        style ? judge(workspaceId, bareOf(code), style, "", { signal }) : [NO_STYLE];
      return change(workspaceId, id, style ?? PLAIN, { revisions, judgeLook });
    },

    /** The code's look with the smallest change after which it may be printed. Changes nothing. */
    async nearest(workspaceId: string, id: string, signal?: AbortSignal): Promise<Nearest> {
      const code = await codes.find(workspaceId, id);
      const style = readStyle(code.style);
      const logo = style.logo && (await logos.bytes(workspaceId, style.logo.id));
      const input = { ...bareOf(code), style: logo ? style : { ...style, logo: null }, logo };
      return nearestLook(styled, input, "", { caller: callerNow(workspaceId), signal }).catch((error) => {
        throw invalid([drawingProblem(error, "")]);
      });
    },

    clear: (workspaceId: string, id: string, revisions?: readonly string[]): Promise<Code> =>
      change(workspaceId, id, PLAIN, { revisions }),

    /**
     * Applies one look to many codes and reports the outcome: codes that are missing, or would be unreadable, are
     * left unchanged. Codes changed meanwhile are judged again.
     */
    async apply(workspaceId: string, ids: readonly string[], wanted: Wanted, signal?: AbortSignal): Promise<Applied> {
      const style = await resolve(workspaceId, wanted);
      if (!style) throw invalid([NO_STYLE]);
      const asked = [...new Set(ids)];
      const refusalOf = createRefusals(workspaceId, style, signal);
      const changed: string[] = [];
      const messages = new Map<string, string>();
      let open = asked.filter(isUuid);
      for (let tries = TRIES; open.length > 0 && tries > 0; tries--) {
        const judged = new Map<string, Code>();
        for (const code of await store.codes.findMany(workspaceId, open)) {
          const message = await refusalOf(code);
          if (message === null) judged.set(code.id, code);
          else messages.set(code.id, message);
        }
        await confirmRights();
        const good = [...judged.keys()];
        const given = await store.codes.applyStyle(workspaceId, good, writeStyle(style), clock.now(), (code) =>
          isDrawnAlike(code, judged.get(code.id)!),
        );
        changed.push(...given);
        // The rest were changed or deleted meanwhile.
        const isGiven = new Set(given);
        open = good.filter((id) => !isGiven.has(id));
      }
      for (const id of open) messages.set(id, CHANGED_MEANWHILE);
      const isChanged = new Set(changed);
      const refused = asked
        .filter((id) => !isChanged.has(id))
        .map((id) => ({ id, message: messages.get(id) ?? "There is no such code." }));
      return { changed, refused };
    },
  };
}
