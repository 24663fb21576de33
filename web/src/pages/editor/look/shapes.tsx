import { Radio, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { EYE_SHAPES, type EyeShape, MODULE_SHAPES, type ModuleShape } from "../../../../../src/rendering/style.ts";
import { LOOK } from "../words.ts";
import type { StyleProps } from "./parts.ts";
import classes from "./picture-choice.module.css";
import { EyeBallPicture, EyeFramePicture, ModulePicture } from "./shape-pictures.tsx";

export interface Choice<T extends string> {
  value: T;
  label: string;
  picture: ReactNode;
}

interface PictureChoiceProps<T extends string> {
  label: string;
  description?: string;
  choices: readonly Choice<T>[];
  value: T;
  change: (value: T) => void;
}

/** A radio group of images; arrow keys move through it. */
export function PictureChoice<T extends string>(props: PictureChoiceProps<T>) {
  const { label, description, choices, value, change } = props;
  return (
    <Radio.Group label={label} description={description} value={value} onChange={(chosen) => change(chosen as T)}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Radio.Card key={choice.value} value={choice.value} className={classes.choice} aria-label={choice.label}>
            {choice.picture}
            <Text fz={12} lh={1.2} component="span">
              {choice.label}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

const MODULES: Record<ModuleShape, string> = {
  square: "Squares",
  rounded: "Rounded",
  dots: "Round",
  classy: "Classy",
  diamond: "Diamonds",
};

const EYES: Record<EyeShape, string> = { square: "Square", rounded: "Rounded", circle: "Circle", leaf: "Leaf" };

/** The shape of modules and eyes. */
export function Shapes({ style, change }: StyleProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <PictureChoice
        label={LOOK.dots}
        value={style.modules}
        change={(modules) => change({ modules })}
        choices={MODULE_SHAPES.map((value) => ({
          value,
          label: MODULES[value],
          picture: <ModulePicture shape={value} />,
        }))}
      />
      <PictureChoice
        label={LOOK.corners}
        value={style.eyeFrame}
        change={(eyeFrame) => change({ eyeFrame, eyeBall: eyeFrame })}
        choices={EYE_SHAPES.map((value) => ({
          value,
          label: EYES[value],
          picture: <EyeFramePicture shape={value} within={value === style.eyeFrame ? style.eyeBall : value} />,
        }))}
      />
    </SimpleGrid>
  );
}

/** The shape of the eyes' centres, if it differs. */
export function CornerCentres({ style, change }: StyleProps) {
  return (
    <PictureChoice
      label={LOOK.centres}
      value={style.eyeBall}
      change={(eyeBall) => change({ eyeBall })}
      choices={EYE_SHAPES.map((value) => ({
        value,
        label: EYES[value],
        picture: <EyeBallPicture shape={value} within={style.eyeFrame} />,
      }))}
    />
  );
}
