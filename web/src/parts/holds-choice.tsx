import { Group, Radio, Stack, Text } from "@mantine/core";
import type { Encode, EncodeOfMany } from "../../../src/codes/images.ts";
import { holds as words } from "./dialog-words.ts";
import classes from "./holds-choice.module.css";

export type { Encode, EncodeOfMany } from "../../../src/codes/images.ts";

const CHOICES = ["best", "share", "content"] as const satisfies EncodeOfMany[];

interface HoldsChoiceProps<Value extends EncodeOfMany> {
  value: Value;
  onChange: (value: Value) => void;
  /** Not for several codes. */
  isWifi?: boolean;
  isOfMany?: boolean;
  note?: string;
  /** False while the content is invalid. */
  canHoldContent?: boolean;
}

/** What the image holds, with the consequences. */
export function HoldsChoice<Value extends EncodeOfMany = Encode>(props: HoldsChoiceProps<Value>) {
  const { value, onChange, isWifi = false, isOfMany = false, note, canHoldContent = true } = props;
  return (
    <Radio.Group
      label={isOfMany ? words.many : words.one}
      description={note}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
    >
      <Stack gap="xs" mt={6}>
        {CHOICES.filter((choice) => isOfMany || choice !== "best").map((choice) => (
          <Radio.Card
            key={choice}
            value={choice}
            className={classes.card}
            aria-label={words[choice][0]}
            disabled={choice === "content" && !canHoldContent}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <div>
                <Text fw={600}>{words[choice][0]}</Text>
                <Text size="sm" c="dimmed">
                  {words[choice][1]}
                  {isWifi && choice === "content" && words.forGuests}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
