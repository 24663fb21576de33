import { ActionIcon, Box, Button, Checkbox, Group, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { address } from "../../api/call.ts";
import type { ListedCode } from "../../api/types.ts";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { CodeMenu } from "../../parts/code-menu.tsx";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { Spark } from "../../parts/spark.tsx";
import { StateBadge } from "../../parts/state-badge.tsx";
import { ScansBadly } from "../../parts/verdict.tsx";
import { inWords } from "../../parts/words.ts";
import classes from "./code-row.module.css";
import type { Selection } from "./selection.ts";

interface CodeRowProps {
  code: ListedCode;
  selection: Selection;
}

export function CodeRow({ code, selection }: CodeRowProps) {
  const lately = code.sparkline.reduce((total, scans) => total + scans, 0);
  const isSelected = selection.ids.has(code.id);
  return (
    <li
      className={classes.row}
      data-code={code.id}
      data-row
      data-selected={isSelected || undefined}
      data-picking={selection.isPicking || undefined}
    >
      <Checkbox
        className={classes.check}
        aria-label={`Select ${code.name}`}
        checked={isSelected}
        onChange={(event) => selection.toggle(code.id, (event.nativeEvent as PointerEvent).shiftKey === true)}
      />
      <img
        className={`tile ${classes.picture}`}
        src={address(`/qrcodes/${code.id}/image?format=svg&size=128&v=${Date.parse(code.updatedAt)}`)}
        width={56}
        height={56}
        alt=""
        loading="lazy"
      />
      <Words code={code} />
      {selection.isPicking && (
        <button
          type="button"
          className={classes.whole}
          tabIndex={-1}
          aria-hidden
          onClick={(event) => selection.toggle(code.id, event.shiftKey)}
        />
      )}
      <Box visibleFrom="md" className={classes.lately}>
        <Spark values={code.sparkline} />
        <Text size="xs" c="dimmed" className="numbers" aria-hidden>
          {inWords.number(lately)} in {code.sparkline.length} days
        </Text>
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
        <Star code={code} />
        <CodeMenu code={code} />
      </Group>
    </li>
  );
}

/** What it is called, where it leads, what it is. */
function Words({ code }: { code: ListedCode }) {
  const { search } = useLocation();
  const about = [KINDS[code.type].label, code.category, inWords.day(code.createdAt)];
  return (
    <Box className={classes.words}>
      <Group gap="4px 8px">
        <Text component={Link} to={`/codes/${code.id}`} state={{ list: search }} className={classes.name} lineClamp={2}>
          {code.name}
        </Text>
        {code.isFavorite && (
          <Box component="span" hiddenFrom="xs" c="var(--star)" lh={0}>
            <Icon name="star" size={14} filled />
            <VisuallyHidden>Favourite</VisuallyHidden>
          </Box>
        )}
        {code.state !== "active" && <StateBadge state={code.state} />}
        <ScansBadly code={code} />
      </Group>
      <Group gap={6} wrap="nowrap">
        <Icon name="leads" size={14} />
        <Text size="sm" className={classes.leads} dir="auto" data-leads-to>
          <VisuallyHidden>Leads to </VisuallyHidden>
          {leadsTo(code.type, code.content).line}
        </Text>
      </Group>
      <Group gap={6} wrap="nowrap" c="dimmed">
        <Icon name={code.type} size={14} />
        <Text size="xs" truncate>
          {about.filter(Boolean).join(" · ")}
        </Text>
      </Group>
    </Box>
  );
}

function Star({ code }: { code: ListedCode }) {
  const actions = useCodeActions(code);
  const star = code.isFavorite ? "Not a favourite" : "Favourite";
  return (
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
  );
}

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
