import { Button, Card, Skeleton, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { type DomainNotice, useDomainNotices } from "../../api/domains.ts";
import { useNeeds } from "../../api/overview.ts";
import { useWebhookNotices } from "../../api/queries.ts";
import type { Me } from "../../api/types.ts";
import { useMayEdit } from "../../api/workspace.ts";
import { inWords } from "../../parts/formats.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Failure } from "../../parts/notices.tsx";
import classes from "./overview.module.css";
import { needs as words } from "./words.ts";

interface Need {
  key: string;
  icon: IconName;
  grave?: "amber" | "red";
  name: string;
  text: string;
  to: string;
  /** What the button does; viewers can only open it. */
  act: string;
}

/** Codes of each kind that are named. */
const NAMED = 3;
/** The server counts up to this number. */
const COUNTED = 1000;

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

type Answer = NonNullable<ReturnType<typeof useNeeds>["data"]>;
type Notices = NonNullable<ReturnType<typeof useWebhookNotices>["data"]>;

/** Before anything is printed. Only administrators can mend it. */
const addressNeed = (me: Me | undefined): Need[] =>
  me?.service.isLocal && me.role === "admin"
    ? [
        {
          key: "address",
          icon: "alert",
          grave: "amber",
          name: words.local,
          text: words.localText,
          to: "/settings/server",
          act: words.fix,
        },
      ]
    : [];

function needsOf({ expiring, hardToScan, quiet }: Answer, notices: Notices, domains: DomainNotice[]): Need[] {
  const beyond = Math.min(expiring.count, COUNTED) - Math.min(expiring.codes.length, NAMED);
  return [
    ...notices.map(
      ({ id, url, state, since }): Need => ({
        key: id,
        icon: "webhook",
        grave: "red",
        name: hostOf(url),
        text: state === "off" ? words.off : words.failing(since && inWords.ago(since)),
        to: "/webhooks",
        act: words.fix,
      }),
    ),
    ...domains.map(
      ({ id, host, state, since }): Need => ({
        key: `domain ${id}`,
        icon: "link",
        grave: state === "missing" ? "amber" : "red",
        name: host,
        text: state === "missing" ? words.domainMissing(inWords.day(since)) : words.domainTaken(inWords.ago(since)),
        to: "/domains",
        act: words.fix,
      }),
    ),
    ...hardToScan.codes.slice(0, NAMED).map(
      ({ id, name }): Need => ({
        key: `hard ${id}`,
        icon: "alert",
        grave: "amber",
        name,
        text: words.hard,
        to: `/codes/${id}/edit`,
        act: words.fix,
      }),
    ),
    ...expiring.codes.slice(0, NAMED).map(
      ({ id, name, expiresAt }): Need => ({
        key: `expiring ${id}`,
        icon: "clock",
        grave: "amber",
        name,
        text: words.expires(inWords.ago(expiresAt)),
        to: `/codes/${id}`,
        act: words.open,
      }),
    ),
    ...(beyond > 0
      ? [
          {
            key: "expiring",
            icon: "clock" as const,
            grave: "amber" as const,
            name: words.moreExpire(beyond, expiring.count > COUNTED),
            text: words.within,
            to: "/codes?state=active&sort=expires",
            act: words.show,
          },
        ]
      : []),
    ...(quiet > 0
      ? [
          {
            key: "quiet",
            icon: "pause" as const,
            name: words.quiet(Math.min(quiet, COUNTED), quiet > COUNTED),
            text: words.quietText,
            to: "/codes?state=quiet",
            act: words.show,
          },
        ]
      : []),
  ];
}

/**
 * What somebody should look at, each with the way to mend it. `isQuiet`: nothing is shown if there is nothing, nor the
 * public address, which is among the next steps.
 */
export function Needs({ isQuiet = false }: { isQuiet?: boolean }) {
  const answer = useNeeds();
  const notices = useWebhookNotices();
  const domains = useDomainNotices();
  const mayEdit = useMayEdit();
  const me = useQueryClient().getQueryData<Me>(["me"]);
  const list = answer.data
    ? [...(isQuiet ? [] : addressNeed(me)), ...needsOf(answer.data, notices.data ?? [], domains.data ?? [])]
    : [];
  if (isQuiet && list.length === 0 && !answer.isError) return null;
  return (
    <Card component="section" aria-label={words.title}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        {list.length > 0 && <span className={classes.hint}>{words.count(list.length)}</span>}
      </div>
      {answer.isPending && <Skeleton h={120} role="status" aria-label={words.loading} />}
      {answer.isError && !answer.data && <Failure error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && list.length === 0 && (
        <>
          <Text fw={500}>{words.nothing}</Text>
          <Text size="sm" c="dimmed">
            {words.nothingText}
          </Text>
        </>
      )}
      <ul className={classes.list}>
        {list.map(({ key, icon, grave, name, text, to, act }) => (
          <li key={key} className={classes.need} data-need={key.split(" ")[0]}>
            <span className={classes.sign} data-grave={grave} aria-hidden>
              <Icon name={icon} size={16} />
            </span>
            <span className={classes.what}>
              <b title={name}>{name}</b>
              <span>{text}</span>
            </span>
            <Button
              component={Link}
              to={mayEdit || act === words.show ? to : to.replace(/\/edit$/, "")}
              variant="default"
              size="compact-md"
              aria-label={`${mayEdit || act === words.show ? act : words.open}: ${name}`}
            >
              {mayEdit || act === words.show ? act : words.open}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
