import { Group, Radio, Stack, Text } from "@mantine/core";
import type { Encode, EncodeOfMany } from "../../../src/codes/images.ts";
import classes from "./holds-choice.module.css";

export type { Encode, EncodeOfMany } from "../../../src/codes/images.ts";

const CHOICES: { value: EncodeOfMany; title: string; means: string }[] = [
  {
    value: "best",
    title: "Best for each code",
    means: "Wi-Fi codes hold the network itself, for guests who are not online yet. All others hold the share link.",
  },
  {
    value: "share",
    title: "Share link",
    means: "Scans are counted, and where it leads can be changed later. Needs this service and internet.",
  },
  {
    value: "content",
    title: "Content itself",
    means: "Works without this service and without internet. It cannot be changed once printed, and is not counted.",
  },
];

interface HoldsChoiceProps<Value extends EncodeOfMany> {
  value: Value;
  onChange: (value: Value) => void;
  /** Not of many codes at once. */
  isWifi?: boolean;
  isOfMany?: boolean;
  note?: string;
  /** Not while the content will not do. */
  canHoldContent?: boolean;
}

/** What the picture holds, with what follows from it. */
export function HoldsChoice<Value extends EncodeOfMany = Encode>(props: HoldsChoiceProps<Value>) {
  const { value, onChange, isWifi = false, isOfMany = false, note, canHoldContent = true } = props;
  return (
    <Radio.Group
      label={isOfMany ? "The pictures hold" : "The picture holds"}
      description={note}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
    >
      <Stack gap="xs" mt={6}>
        {CHOICES.filter((choice) => isOfMany || choice.value !== "best").map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            className={classes.card}
            aria-label={choice.title}
            disabled={choice.value === "content" && !canHoldContent}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <div>
                <Text fw={600}>{choice.title}</Text>
                <Text size="sm" c="dimmed">
                  {choice.means}
                  {isWifi && choice.value === "content" && " Right for guests, who are not online yet."}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
