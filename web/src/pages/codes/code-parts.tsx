/** Parts shared by table, list and cards. */
import { ActionIcon, Checkbox, Text, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "react-router";
import type { Range } from "../../../../src/insights/chart/period.ts";
import { address } from "../../api/call.ts";
import type { ListedCode } from "../../api/types.ts";
import { useMayEdit } from "../../api/workspace.ts";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { keptPeriod } from "../../parts/insights/period.ts";
import { TrendMark } from "../../parts/insights/trend-mark.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { StateBadge } from "../../parts/state-badge.tsx";
import { ScansBadly } from "../../parts/verdict.tsx";
import classes from "./code-parts.module.css";
import type { Selection } from "./selection.ts";
import { words } from "./words.ts";

export interface CodesProps {
  codes: ListedCode[];
  selection: Selection;
}

/** With the days of their small charts. */
export interface CountedProps extends CodesProps {
  sparkDays: Range;
}

export interface OneCodeProps {
  code: ListedCode;
  selection: Selection;
}

/** Attributes of a row or card: keyboard navigation finds it by them, and styles follow its state. */
export const rowOf = ({ code, selection }: OneCodeProps) => ({
  "data-row": true,
  "data-code": code.id,
  "data-selected": selection.ids.has(code.id) || undefined,
  "data-picking": selection.isPicking || undefined,
});

export function Picture({ code, size }: { code: ListedCode; size: number }) {
  const drawn = size > 100 ? 256 : 128;
  return (
    <img
      className={`tile ${classes.picture}`}
      src={address(`/qrcodes/${code.id}/image?format=svg&size=${drawn}&v=${Date.parse(code.updatedAt)}`)}
      width={size}
      height={size}
      alt=""
      loading="lazy"
    />
  );
}

/** The link covers the whole row or card; buttons are above it. */
export function Name({ code }: { code: ListedCode }) {
  const { search } = useLocation();
  const period = keptPeriod(new URLSearchParams(search));
  return (
    <Link
      to={`/codes/${code.id}${period && `?${period}`}`}
      state={{ list: search }}
      className={classes.name}
      title={code.name}
    >
      {code.name}
    </Link>
  );
}

/** In the period of the list. */
export const Scans = ({ code: { scans } }: { code: ListedCode }) =>
  scans === null ? <span title={words.unknown}>{words.none}</span> : inWords.number(scans);

/** Against the period before. */
export const Trend = ({ code: { scans, previousScans } }: { code: ListedCode }) =>
  scans === null || previousScans === null || (scans === 0 && previousScans === 0) ? (
    <span title={words.notCompared}>{words.none}</span>
  ) : (
    <TrendMark now={scans} before={previousScans} />
  );

/** Badges for codes that are not active or scan badly. */
export function Exceptions({ code }: { code: ListedCode }) {
  return (
    <>
      {code.state !== "active" && <StateBadge state={code.state} />}
      <ScansBadly code={code} />
    </>
  );
}

export function Destination({ code }: { code: ListedCode }) {
  const { line } = leadsTo(code.type, code.content);
  return (
    <span className={classes.destination}>
      <span title={KINDS[code.type].label}>
        <Icon name={code.type} size={16} />
        <VisuallyHidden>{KINDS[code.type].label}. </VisuallyHidden>
      </span>
      <span className={classes.cut} dir="auto" data-leads-to title={line}>
        <VisuallyHidden>{words.leadsTo}</VisuallyHidden>
        {line}
      </span>
    </span>
  );
}

/** Visible if set, or on hover or focus. */
export function Star({ code }: { code: ListedCode }) {
  const actions = useCodeActions(code);
  if (!useMayEdit()) return <Starred code={code} />;
  const star = code.isFavorite ? words.notFavourite : words.favourite;
  return (
    <ActionIcon
      className={classes.star}
      variant="subtle"
      color="gray"
      size={28}
      title={star}
      aria-label={`${star}: ${code.name}`}
      aria-pressed={code.isFavorite}
      onClick={actions.favour}
    >
      <Icon name="star" size={15} filled={code.isFavorite} />
    </ActionIcon>
  );
}

/** The star as an icon, where it is not a button. */
export const Starred = ({ code }: { code: ListedCode }) =>
  code.isFavorite && (
    <Text component="span" c="var(--star)" lh={0}>
      <Icon name="star" size={14} filled />
      <VisuallyHidden>{words.favourite}</VisuallyHidden>
    </Text>
  );

export function Check({ code, selection }: OneCodeProps) {
  return (
    <Checkbox
      className={classes.check}
      size="xs"
      aria-label={words.selectCode(code.name)}
      checked={selection.ids.has(code.id)}
      onChange={(event) => selection.toggle(code.id, (event.nativeEvent as PointerEvent).shiftKey === true)}
    />
  );
}

/** While selecting on a touch screen, a tap anywhere in the row selects it; with a mouse the name is still a link. */
export const WholeRow = ({ code, selection }: OneCodeProps) =>
  selection.isPicking && (
    <button
      type="button"
      className={classes.whole}
      tabIndex={-1}
      aria-hidden
      onClick={(event) => selection.toggle(code.id, event.shiftKey)}
    />
  );
