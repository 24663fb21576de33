import type { EyeShape, FrameKind, ModuleShape } from "../../../../../src/rendering/style.ts";
import { ballPath, type Eye, ringPath } from "../../../../../src/rendering/styled/eyes.ts";
import { FRAME_FORMS } from "../../../../../src/rendering/styled/frame-forms.ts";
import { modulesPath } from "../../../../../src/rendering/styled/modules.ts";
import { type Path, roundedBox, svgPath } from "../../../../../src/rendering/styled/path.ts";

/** Drawn with the renderer's own shapes. */

/** A sample of modules: single, in rows, around corners. */
const PATCH = ["11010", "10111", "01101", "11100", "00101"];
const isDark = (x: number, y: number): boolean => PATCH[y]?.[x] === "1";

export function ModulePicture({ shape }: { shape: ModuleShape }) {
  const path = modulesPath(shape, PATCH.length, { x: 0, y: 0 }, isDark);
  return <Drawing box="-0.3 -0.3 5.6 5.6" path={path} />;
}

/** The top left eye. */
const EYE: Eye = { x: 0, y: 0, inner: 2 };

const ring = (shape: EyeShape): Path => {
  const path: Path = [];
  ringPath(EYE, shape, path);
  return path;
};

const ball = (shape: EyeShape): Path => {
  const path: Path = [];
  ballPath(EYE, shape, path);
  return path;
};

/** The eye's frame, with its centre in a lighter shade. */
export function EyeFramePicture({ shape, within }: { shape: EyeShape; within: EyeShape }) {
  return <Drawing box="-0.3 -0.3 7.6 7.6" path={ring(shape)} faint={ball(within)} />;
}

export function EyeBallPicture({ shape, within }: { shape: EyeShape; within: EyeShape }) {
  return <Drawing box="-0.3 -0.3 7.6 7.6" path={ball(shape)} faint={ring(within)} />;
}

/** The width of a code with 25 modules and its quiet zone. */
const PANEL = 33;
const QUIET = 4;

/** The frame around a grey square, with a line for its text. */
export function FramePicture({ kind }: { kind: FrameKind | null }) {
  const code = (x: number, y: number) => roundedBox({ x: x + QUIET, y: y + QUIET, width: 25, height: 25 }, 2);
  if (kind === null) return <Drawing box="0 -5 33 43" path={[]} faint={code(0, 0)} />;
  const { width, height, x, y, paths, text } = FRAME_FORMS[kind](PANEL, QUIET);
  const words = roundedBox(
    { x: text.x - 8, y: text.y - text.capHeight / 3, width: 16, height: text.capHeight / 1.5 },
    1,
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {paths.map((path) => (
        <path key={svgPath(path)} d={svgPath(path)} fillRule="evenodd" />
      ))}
      <path d={svgPath(code(x, y))} opacity={0.3} />
      <path d={svgPath(words)} fill="var(--mantine-color-body)" />
    </svg>
  );
}

function Drawing({ box, path, faint }: { box: string; path: Path; faint?: Path }) {
  return (
    <svg viewBox={box} aria-hidden="true">
      {faint && <path d={svgPath(faint)} fillRule="evenodd" opacity={0.3} />}
      <path d={svgPath(path)} fillRule="evenodd" />
    </svg>
  );
}
