import { Radio, SimpleGrid, Text } from "@mantine/core";
import type { CodeType } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import classes from "./kind-choice.module.css";

export function KindChoice({ value, change }: { value: CodeType; change: (type: CodeType) => void }) {
  return (
    <Radio.Group
      label="What should it do?"
      description={KINDS[value].does}
      value={value}
      onChange={(type) => change(type as CodeType)}
    >
      <SimpleGrid cols={{ base: 3, xs: 5 }} spacing="xs" mt="xs">
        {KIND_NAMES.map((kind) => (
          <Radio.Card key={kind} value={kind} className={classes.kind} aria-label={KINDS[kind].label}>
            <Icon name={kind} size={22} />
            <Text size="xs" mt={4} lh={1.2}>
              {KINDS[kind].label}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
