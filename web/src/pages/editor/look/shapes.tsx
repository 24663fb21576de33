import { Stack } from "@mantine/core";
import { EYE_SHAPES, type EyeShape, MODULE_SHAPES, type ModuleShape } from "../../../../../src/rendering/style.ts";
import { PictureChoice } from "./picture-choice.tsx";
import { EyeBallPicture, EyeFramePicture, ModulePicture } from "./shape-pictures.tsx";
import type { StyleProps } from "./style-props.ts";

const MODULES: Record<ModuleShape, string> = {
  square: "Squares",
  rounded: "Rounded",
  dots: "Dots",
  classy: "Classy",
  diamond: "Diamonds",
};

const EYES: Record<EyeShape, string> = { square: "Square", rounded: "Rounded", circle: "Circle", leaf: "Leaf" };

/** What the code is made of, and the three eyes that cameras find it by. */
export function Shapes({ style, change }: StyleProps) {
  return (
    <Stack gap="md">
      <PictureChoice
        label="Shapes"
        value={style.modules}
        change={(modules) => change({ modules })}
        choices={MODULE_SHAPES.map((value) => ({
          value,
          label: MODULES[value],
          picture: <ModulePicture shape={value} />,
        }))}
      />
      <PictureChoice
        label="Eyes, outside"
        value={style.eyeFrame}
        change={(eyeFrame) => change({ eyeFrame })}
        choices={EYE_SHAPES.map((value) => ({
          value,
          label: EYES[value],
          picture: <EyeFramePicture shape={value} within={style.eyeBall} />,
        }))}
      />
      <PictureChoice
        label="Eyes, inside"
        value={style.eyeBall}
        change={(eyeBall) => change({ eyeBall })}
        choices={EYE_SHAPES.map((value) => ({
          value,
          label: EYES[value],
          picture: <EyeBallPicture shape={value} within={style.eyeFrame} />,
        }))}
      />
    </Stack>
  );
}
