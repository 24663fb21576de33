import { ActionIcon, Badge, Box, Group, Text, Tooltip } from "@mantine/core";
import { Link } from "react-router";
import { address } from "../../api/call.ts";
import type { ListedCode } from "../../api/types.ts";
import { CodeMenu, useCodeActions } from "../../parts/code-menu.tsx";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { Spark } from "../../parts/spark.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { inWords } from "../../parts/words.ts";
import classes from "./code-row.module.css";

export function CodeRow({ code }: { code: ListedCode }) {
  const actions = useCodeActions(code);
  const star = code.isFavorite ? "Not a favourite" : "Favourite";
  return (
    <li className={classes.row}>
      <img
        className="tile"
        src={address(
          `/qrcodes/${code.id}/image?format=svg&size=128&v=${Date.parse(code.updatedAt)}`,
        )}
        width={56}
        height={56}
        alt=""
        loading="lazy"
      />
      <Box className={classes.words}>
        <Group gap="4px 8px">
          <Text component={Link} to={`/codes/${code.id}`} className={classes.name} lineClamp={2}>
            {code.name}
          </Text>
          {code.state !== "active" && <StateBadge state={code.state} />}
        </Group>
        <Group gap={6} wrap="nowrap" c="dimmed" mt={2}>
          <Icon name={code.type} size={15} />
          <Text size="sm" truncate>
            {KINDS[code.type].label}
            <Box component="span" visibleFrom="xs">
              {" "}
              · {inWords.day(code.createdAt)}
            </Box>
          </Text>
          {code.category && (
            <Badge
              size="sm"
              variant="default"
              visibleFrom="xs"
              maw={160}
              styles={{ label: { color: "var(--mantine-color-dimmed)" } }}
            >
              {code.category}
            </Badge>
          )}
        </Group>
      </Box>
      <Box visibleFrom="sm" lh={0}>
        <Spark values={code.sparkline} />
      </Box>
      <Box className={classes.count}>
        <Text fw={650} className="numbers" lh={1.2}>
          {inWords.number(code.scanCount)}
        </Text>
        <Text size="xs" c="dimmed">
          {code.scanCount === 1 ? "scan" : "scans"}
        </Text>
      </Box>
      <Group gap={0} wrap="nowrap" className={classes.acts}>
        <Tooltip label={star}>
          <ActionIcon
            variant="subtle"
            color="gray"
            c={code.isFavorite ? "var(--star)" : undefined}
            size="lg"
            aria-label={`${star}: ${code.name}`}
            aria-pressed={code.isFavorite}
            onClick={actions.favour}
            visibleFrom="xs"
          >
            <Icon name="star" filled={code.isFavorite} />
          </ActionIcon>
        </Tooltip>
        <CodeMenu code={code} />
      </Group>
    </li>
  );
}
