/** Campaign parameters that a workspace keeps under names. Destinations get a copy: changing a preset changes no code. */
import { createHash } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { foldLetters, lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import type { UtmPreset } from "../workspaces/people.ts";
import { NO_UTM, UTM_FIELDS } from "./content/utm.ts";

export const MAX_PRESETS = 100;
export const PRESET_NAME_LENGTH = 100;
export const UTM_LENGTH = 200;

const STALE = {
  field: "If-Match",
  message: "is not the current version of the presets; read them again, then set them",
};

export const presetsRevision = (presets: readonly UtmPreset[]): string =>
  createHash("sha256").update(JSON.stringify(presets)).digest("base64url").slice(0, 16);

/** The rules that a shape alone cannot say. */
export function presetProblems(presets: readonly UtmPreset[]): FieldProblem[] {
  const names = presets.map(({ name }) => foldLetters(name));
  return presets.flatMap((preset, at) => {
    const lines = (["name", ...UTM_FIELDS] as const).map((field) => {
      const text = preset[field];
      const longest = field === "name" ? PRESET_NAME_LENGTH : UTM_LENGTH;
      const message = text === null ? null : (textProblem(text, longest) ?? lineProblem(text));
      return message === null ? null : { field: `presets.${at}.${field}`, message };
    });
    const isTwice = names.indexOf(names[at]!) < at;
    return [
      ...lines.filter((line) => line !== null),
      ...(isTwice ? [{ field: `presets.${at}.name`, message: "must differ from the names of the other presets" }] : []),
      ...(UTM_FIELDS.every((field) => preset[field] === null)
        ? [{ field: `presets.${at}`, message: `must have at least one of ${Object.keys(NO_UTM).join(", ")}` }]
        : []),
    ];
  });
}

/** The revisions in If-Match; undefined: any. */
type Revisions = readonly string[] | undefined;

const staleProblems = (current: readonly UtmPreset[], revisions: Revisions): FieldProblem[] =>
  revisions && !revisions.includes(presetsRevision(current)) ? [STALE] : [];

export function createUtmPresets({ store, clock }: { store: Pick<Store, "workspaces">; clock: Clock }) {
  const list = (workspaceId: string): Promise<UtmPreset[]> => store.workspaces.utmPresets(workspaceId);

  return {
    list,

    /** Why `set` would refuse them. */
    problems: async (workspaceId: string, presets: readonly UtmPreset[], revisions: Revisions) => [
      ...presetProblems(presets),
      ...(revisions ? staleProblems(await list(workspaceId), revisions) : []),
    ],

    /** Replaces all of them. */
    async set(workspaceId: string, presets: UtmPreset[], revisions: Revisions): Promise<UtmPreset[]> {
      const check = (current: UtmPreset[]) => {
        const wrong = staleProblems(current, revisions);
        if (wrong.length > 0) throw invalid(wrong);
      };
      await store.workspaces.setUtmPresets(workspaceId, presets, clock.now(), check);
      return presets;
    },
  };
}
