import { Group, Radio, Stack, Text } from "@mantine/core";
import classes from "./holds-choice.module.css";

export type Encode = "share" | "content";

const CHOICES: { value: Encode; title: string; means: string }[] = [
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

interface HoldsChoiceProps {
  value: Encode;
  onChange: (value: Encode) => void;
  isWifi: boolean;
  note?: string;
  /** Not while the content will not do. */
  canHoldContent?: boolean;
}

/** What the picture holds, with what follows from it. */
export function HoldsChoice({ value, onChange, isWifi, note, canHoldContent = true }: HoldsChoiceProps) {
  return (
    <Radio.Group
      label="The picture holds"
      description={note}
      value={value}
      onChange={(chosen) => onChange(chosen as Encode)}
    >
      <Stack gap="xs" mt={6}>
        {CHOICES.map((choice) => (
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
