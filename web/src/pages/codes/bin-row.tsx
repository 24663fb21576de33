import { Box, Button, Text } from "@mantine/core";
import type { ListedCode } from "../../api/types.ts";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { inWords } from "../../parts/words.ts";
import classes from "./code-row.module.css";

/** A deleted code: it can be told which it is, and taken back. */
export function BinRow({ code }: { code: ListedCode }) {
  const { restore, isRestoring } = useCodeActions(code);
  return (
    <li className={classes.row}>
      <Text c="dimmed" component="span" lh={0} px={6}>
        <Icon name={code.type} size={28} />
      </Text>
      <Box className={classes.words}>
        <Text fw={600} lineClamp={2}>
          {code.name}
        </Text>
        <Text size="sm" c="dimmed">
          {KINDS[code.type].label} · {inWords.times(code.scanCount, "scan")}
        </Text>
        <Text size="xs" c="dimmed">
          Deleted {inWords.ago(code.deletedAt!)}, kept until {inWords.day(code.keptUntil!)}
        </Text>
      </Box>
      <Button
        variant="default"
        leftSection={<Icon name="renew" size={16} />}
        onClick={restore}
        loading={isRestoring}
        aria-label={`Restore ${code.name}`}
        style={{ flex: "none" }}
      >
        Restore
      </Button>
    </li>
  );
}
