import { Anchor, Button, DataList, Group, Spoiler, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { CodeType } from "../../api/types.ts";
import { type Detail, leadsTo } from "../../parts/leads-to.ts";

/** A text as it is; whatever else it holds in one line, and below it in parts. */
export function Destination({ type, content }: { type: CodeType; content: string }) {
  const { line, details } = leadsTo(type, content);
  if (type === "text") {
    return (
      <Spoiler maxHeight={110} showLabel="Show all of it" hideLabel="Show less">
        <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} dir="auto">
          {content}
        </Text>
      </Spoiler>
    );
  }
  const isListed = details.some(({ value }) => value === line);
  return (
    <>
      {!isListed && (
        <Text fw={600} style={{ overflowWrap: "anywhere" }} dir="auto">
          {line}
        </Text>
      )}
      {details.length > 0 && (
        <DataList size="sm" gap={4} labelWidth="6.5rem" mt={isListed ? 2 : 4}>
          {details.map((detail, i) => (
            <DataList.Item key={`${detail.label} ${i}`}>
              <DataList.ItemLabel c="dimmed">{detail.label}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
                <DetailValue detail={detail} />
              </DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      )}
    </>
  );
}

function DetailValue({ detail }: { detail: Detail }) {
  const [isShown, { toggle }] = useDisclosure();
  if (detail.secret) {
    return (
      <Group gap={6} wrap="nowrap" component="span">
        <span>{isShown ? detail.value : "••••••••"}</span>
        <Button variant="subtle" size="compact-xs" onClick={toggle} aria-pressed={isShown}>
          {isShown ? "Hide" : "Show"}
        </Button>
      </Group>
    );
  }
  if (!detail.href) return <bdi>{detail.value}</bdi>;
  return (
    <Anchor href={detail.href} inherit target="_blank" rel="noreferrer">
      {detail.value}
    </Anchor>
  );
}
