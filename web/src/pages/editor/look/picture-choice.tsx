import { Radio, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./picture-choice.module.css";

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

/** One of several, each shown as what it looks like; arrows walk through them as through radio buttons. */
export function PictureChoice<T extends string>(props: PictureChoiceProps<T>) {
  const { label, description, choices, value, change } = props;
  return (
    <Radio.Group label={label} description={description} value={value} onChange={(chosen) => change(chosen as T)}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Radio.Card key={choice.value} value={choice.value} className={classes.choice} aria-label={choice.label}>
            {choice.picture}
            <Text fz={11} lh={1.2} component="span">
              {choice.label}
            </Text>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
