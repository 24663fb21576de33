import { readStyle, writeStyle } from "../codes/look-rules.ts";
import type { Style } from "../rendering/style.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, notFound } from "../shared/errors.ts";
import { keptAnswer, onceOf } from "../shared/idempotency.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import type { SavedStyle } from "./look.ts";
import { pageOf } from "./pages.ts";
import type { LookRules } from "./rules.ts";

export interface StylesOptions {
  store: Pick<Store, "styles">;
  clock: Clock;
  createId: () => string;
  rules: Pick<LookRules, "judge" | "sample" | "forget">;
}

export interface NamedStyle {
  name: string;
  isDefault: boolean;
  style: Style;
}

const MAX_STYLES = 200;
export const STYLE_NAME_LENGTH = 100;

/** Named looks of a workspace. Codes get a copy: changing a style later changes no code. */
export function createStyles({ store, clock, createId, rules }: StylesOptions) {
  const { judge, sample } = rules;

  /** Null if there is no such style. */
  const find = async (workspaceId: string, id: string): Promise<SavedStyle | null> =>
    isUuid(id) ? store.styles.find(workspaceId, id) : null;

  async function get(workspaceId: string, id: string): Promise<SavedStyle> {
    const saved = await find(workspaceId, id);
    if (!saved) throw notFound();
    return saved;
  }

  return {
    list: (workspaceId: string, limit: number, cursor?: string) => pageOf(store.styles, workspaceId, limit, cursor),

    find,
    get,

    /** Why a style cannot have this name and look. */
    async problems(workspaceId: string, { name, style }: Partial<NamedStyle>): Promise<FieldProblem[]> {
      const wrong = name === undefined ? null : nameProblem(name);
      const ofLook = style === undefined ? [] : await judge(workspaceId, sample(workspaceId), style, "style.");
      return wrong === null ? ofLook : [{ field: "name", message: wrong }, ...ofLook];
    },

    /** `key`: an Idempotency-Key. */
    async create(
      workspaceId: string,
      named: NamedStyle,
      key?: string,
    ): Promise<{ style: SavedStyle; replayed: boolean }> {
      // Judging it took long.
      await confirmRights();
      const { name, isDefault } = named;
      const look = { name, isDefault, style: textOf(named.style) };
      const style = { id: createId(), workspaceId, ...look, createdAt: clock.now() };
      const once = key === undefined ? undefined : onceOf(key, { style: look }, JSON.stringify(style), style.createdAt);
      const earlier = await store.styles.create(style, MAX_STYLES, once);
      rules.forget(workspaceId);
      if (earlier) return { style: JSON.parse(await keptAnswer(earlier, once!)), replayed: true };
      return { style, replayed: false };
    },

    async change(
      workspaceId: string,
      id: string,
      { name, isDefault, style }: Partial<NamedStyle>,
    ): Promise<SavedStyle> {
      if (style !== undefined) await confirmRights();
      const wanted = { name, isDefault, style: style && textOf(style) };
      const changed = await store.styles.change(workspaceId, id, wanted, clock.now());
      rules.forget(workspaceId);
      if (!changed) throw notFound();
      return changed;
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await store.styles.remove(workspaceId, id, clock.now()))) throw notFound();
    },
  };
}

/** A plain look can be saved too, as an object without fields. */
const textOf = (style: Style): string => writeStyle(style) ?? "{}";

const nameProblem = (name: string): string | null => textProblem(name, STYLE_NAME_LENGTH) ?? lineProblem(name);

/** The complete look of a saved style. */
export const lookOf = ({ style }: SavedStyle): Style => readStyle(style);
