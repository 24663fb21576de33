import type { CodeImagesParts } from "../codes/images.ts";
import { type Drawn, drawingProblem } from "../codes/look-rules.ts";
import { noLogo } from "../codes/refusals.ts";
import { samplePayload, sharePayload } from "../rendering/payload.ts";
import type { Renderer } from "../rendering/renderer.ts";
import type { Verdict } from "../rendering/scannability.ts";
import { isPlain, PLAIN, type Style } from "../rendering/style.ts";
import type { StyledInput, StyledVerdict } from "../rendering/styled/assess.ts";
import { callerNow } from "../shared/caller.ts";
import { invalid } from "../shared/errors.ts";
import { type Nearest, nearestLook } from "./nearest.ts";
import { NO_TOKEN } from "./rules.ts";

/** Tokens of typical letters. */
const LIKELY_TOKENS = ["k3vq8x2m5tnw", "q7w9xk4hn2rs"];

export interface PreviewsParts extends Omit<CodeImagesParts, "styled"> {
  styled: Pick<Renderer, "draw" | "assess">;
}

/** A code while it is being edited. */
export interface Preview extends Drawn {
  /** Null or undefined: plain. */
  style?: Style | null | undefined;
  /** Of an existing code, or the slug of a new one. */
  shareToken?: string | undefined;
  /** A person chose the token. */
  isSlug?: boolean | undefined;
  /** If the image encodes the content itself. */
  content?: string | undefined;
  /** What an unsaved code will lead to. */
  sample?: string | undefined;
}

/** Image, verdict and better look of a code before it is saved. */
export function createPreviews(parts: PreviewsParts) {
  const { renderer, styled, logoOf, shareBase } = parts;
  const linkOf = (workspaceId: string, token: string, { errorCorrection, isSlug }: Preview) =>
    sharePayload(`${shareBase(workspaceId)}/r/${token}`, errorCorrection, isSlug);
  /** What the image will encode; for an unsaved code, as far as it is known. */
  const judgedText = (workspaceId: string, preview: Preview) =>
    preview.content ?? linkOf(workspaceId, preview.shareToken ?? NO_TOKEN, preview);
  /** The share link of an unsaved code leads nowhere, so its preview encodes the sample. */
  const drawnText = (workspaceId: string, preview: Preview) => {
    const judged = judgedText(workspaceId, preview);
    return preview.content || preview.sample === undefined
      ? judged
      : samplePayload(preview.sample, judged, preview.errorCorrection);
  };
  /** The smallest print size depends on the link's letters, which are not known yet. */
  const alikeOf = (workspaceId: string, preview: Preview) =>
    preview.content || preview.shareToken
      ? undefined
      : LIKELY_TOKENS.map((token) => linkOf(workspaceId, token, preview));

  const drawingOf = (workspaceId: string, preview: Preview) => ({
    text: judgedText(workspaceId, preview),
    level: preview.errorCorrection,
    size: preview.size,
    foreground: preview.foregroundColor,
    background: preview.backgroundColor,
  });

  async function inputOf(workspaceId: string, preview: Preview): Promise<StyledInput> {
    const style = preview.style ?? PLAIN;
    const logo = style.logo && (await logoOf(workspaceId, style.logo.id));
    if (style.logo && !logo) throw invalid([noLogo("style.")]);
    return { ...drawingOf(workspaceId, preview), style, logo };
  }

  return {
    /** As SVG. */
    async draw(workspaceId: string, preview: Preview, signal?: AbortSignal): Promise<Uint8Array> {
      const text = drawnText(workspaceId, preview);
      const input = { ...(await inputOf(workspaceId, preview)), text, format: "svg" } as const;
      return isPlain(input.style)
        ? renderer.render(input, callerNow(workspaceId)).catch(refuse)
        : (await styled.draw(input, { caller: callerNow(workspaceId), signal }).catch(refuse)).bytes;
    },

    async assess(workspaceId: string, preview: Preview, signal?: AbortSignal): Promise<Verdict | StyledVerdict> {
      const input = await inputOf(workspaceId, preview);
      return styled
        .assess({ ...input, alike: alikeOf(workspaceId, preview) }, { caller: callerNow(workspaceId), signal })
        .catch(refuse);
    },

    /** The draft with the smallest change after which it may be printed. */
    async nearest(workspaceId: string, preview: Preview, signal?: AbortSignal): Promise<Nearest> {
      const input = await inputOf(workspaceId, preview);
      return nearestLook(styled, input, "style.", { caller: callerNow(workspaceId), signal }).catch(refuse);
    },
  };
}

function refuse(error: unknown): never {
  throw invalid([drawingProblem(error, "style.")]);
}
