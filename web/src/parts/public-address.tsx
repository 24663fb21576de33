import { Badge, Button, Card, Group, Code as Line, Skeleton, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import {
  type Links,
  type PublicAddress as Place,
  usePublicAddress,
  useReachTest,
  useSetPublicAddress,
} from "../api/public-address.ts";
import type { Me } from "../api/types.ts";
import { useCallForm } from "../forms/call-form.ts";
import { CopyIcon } from "./copy.tsx";
import { useDrawn } from "./drawn.ts";
import { withoutScheme } from "./formats.ts";
import { Icon } from "./icon.tsx";
import { Failure, isConfirmed, Notice, tell } from "./notices.tsx";
import classes from "./public-address.module.css";
import { words } from "./public-address-words.ts";
import { WaitingDots } from "./waiting-dots.tsx";

interface PublicAddressProps {
  me: Me;
  title?: string;
  /** What else there is to know, below. */
  children?: ReactNode;
}

/** The address in the links of codes: administrators set it, and test with a phone whether it is reached. */
export function PublicAddress({ me, title = words.title, children }: PublicAddressProps) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} size="h5" mb={6}>
        {title}
      </Title>
      {me.role === "admin" ? <Setting /> : <Told service={me.service} />}
      {children}
    </Card>
  );
}

const hostOf = (url: string): string => new URL(url).host;

/** For members, who cannot change it. */
const Told = ({ service: { baseUrl, isLocal } }: Pick<Me, "service">) => (
  <Text size="sm" c="var(--text-2)">
    {isLocal ? `${words.local(hostOf(baseUrl))} ${words.askAdmin}` : words.reachable(hostOf(baseUrl))}
  </Text>
);

function Setting() {
  const place = usePublicAddress();
  if (place.isPending) return <Skeleton h={120} role="status" aria-label={words.loading} />;
  if (!place.data) return <Failure error={place.error} retry={() => void place.refetch()} />;
  return place.data.isFixed ? <Fixed place={place.data} /> : <Form key={place.data.baseUrl} place={place.data} />;
}

/** The environment sets it. */
function Fixed({ place }: { place: Place }) {
  const { baseUrl, isLocal, listensHere } = place;
  return (
    <div className={classes.body}>
      <div>
        <Group gap={8} mb={6}>
          <Text fw={500} style={{ overflowWrap: "anywhere" }}>
            {baseUrl}
          </Text>
          <Badge variant="light" color="gray" tt="none">
            BASE_URL
          </Badge>
        </Group>
        <Text size="sm" c="var(--text-2)">
          {isLocal && `${words.local(hostOf(baseUrl))} `}
          {words.fixed("BASE_URL")} {isLocal && !listensHere && words.restart}
        </Text>
        {isLocal && !listensHere && <StartLine place={place} />}
      </div>
      <Reached place={place} url={isLocal ? "" : baseUrl} />
    </div>
  );
}

function Form({ place }: { place: Place }) {
  const { baseUrl, isLocal } = place;
  const set = useSetPublicAddress();
  const possible = possibleOf(place);
  const form = useCallForm(
    {
      initialValues: { baseUrl: isLocal ? (possible[0]?.url ?? "") : baseUrl },
      validate: { baseUrl: (text) => (text.trim() === "" && isLocal ? words.enter : null) },
    },
    async (values) => {
      const wanted = values.baseUrl.trim() || null;
      const links = isLocal ? null : await call.get<Links>("/settings/links");
      if (links && links.codes > 0 && !(await isConfirmed(questionOf(place, wanted, links)))) return;
      await set(wanted);
      const host = wanted === null ? words.theDefault : withoutScheme(wanted);
      if (links === null) tell(words.set(host));
      else tell(words.changed(links.codes, links.isMore, host), { undo: () => void set(baseUrl) });
    },
  );
  const [entered] = useDebouncedValue(form.values.baseUrl.trim().replace(/\/$/, ""), 500);
  return (
    <div className={classes.body}>
      <div>
        <Text size="sm" c="var(--text-2)" mb={8}>
          {isLocal ? `${words.local(hostOf(baseUrl))} ${words.useOther}` : words.reachable(hostOf(baseUrl))}
        </Text>
        <form {...form.props} className={classes.form}>
          <TextInput
            aria-label={words.address}
            {...(isLocal ? {} : { description: words.empty(words.example) })}
            inputWrapperOrder={["input", "description", "error"]}
            placeholder={words.example}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("baseUrl")}
          />
          <Button type="submit" variant="default" h={40} loading={form.submitting}>
            {words.use}
          </Button>
        </form>
        {possible.length === 0 && isLocal && (
          <Text size="sm" c="var(--text-3)" mt={8}>
            {words.none}
          </Text>
        )}
        <Others place={place} entered={form.values.baseUrl} choose={(url) => form.setFieldValue("baseUrl", url)} />
      </div>
      <Reached place={place} url={isTestable(entered) ? entered : ""} />
    </div>
  );
}

/** Whether another device could open it. */
function isTestable(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !isLoopback(url.hostname);
}

const isLoopback = (hostname: string): boolean =>
  /^(?:.*\.)?localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);

interface Possible {
  url: string;
  network: string;
}

/** Where the service may be reached: first the address at which the administrator reaches it. */
function possibleOf({ addresses }: Place): Possible[] {
  const { origin, hostname } = window.location;
  if (isLoopback(hostname)) return addresses;
  return [{ url: origin, network: words.here }, ...addresses.filter(({ url }) => url !== origin)];
}

interface OthersProps {
  place: Place;
  entered: string;
  choose: (url: string) => void;
}

function Others({ place, entered, choose }: OthersProps) {
  const others = possibleOf(place).filter(({ url }) => url !== entered.trim() && url !== place.baseUrl);
  if (others.length === 0) return null;
  return (
    <div className={classes.others}>
      {words.found}
      {others.map(({ url, network }) => (
        <Button key={url} variant="subtle" size="compact-sm" title={url} onClick={() => choose(url)}>
          {withoutScheme(url)} ({network})
        </Button>
      ))}
    </div>
  );
}

function questionOf({ baseUrl }: Place, wanted: string | null, { codes, scanned, isMore, domains }: Links) {
  const host = hostOf(baseUrl);
  const lines = [
    words.fromTo(baseUrl, wanted ?? words.theDefault),
    words.links(codes, isMore, host),
    words.printed(scanned, host),
    domains > 0 && words.domains(domains),
  ];
  return {
    title: words.question,
    words: lines.map(
      (line) =>
        line && (
          <Text key={line} size="sm" mb="xs" style={{ overflowWrap: "anywhere" }}>
            {line}
          </Text>
        ),
    ),
    confirm: words.change,
    isGrave: false,
  };
}

/** A code that leads to the address, and whether a phone has opened it. */
function Reached({ place, url }: { place: Place; url: string }) {
  // Its own addresses lead nowhere while it answers this computer only.
  const isShut = place.listensHere && (url === "" || place.addresses.some((own) => own.url === url));
  const { link, state, error } = useReachTest(isShut ? "" : url);
  const picture = useDrawn(link);
  const isReached = state === "phone" || state === "device";
  return (
    <>
      {link && picture && (
        <div className={`tile ${classes.tile}`}>
          <img src={picture} alt={words.alt(link)} />
        </div>
      )}
      {isShut && (
        <div className={classes.whole}>
          <Notice>{words.listensHere}</Notice>
          <StartLine place={place} />
        </div>
      )}
      {error && <Failure error={error} />}
      {!isShut && url !== "" && (
        <div>
          <div className={classes.state} role="status" data-reached={isReached || undefined}>
            {isReached ? <Icon name="check" size={18} /> : <WaitingDots />}
            {isReached ? words.reached[state] : words.waiting}
          </div>
          {!isReached && place.addresses.some((own) => own.url === url) && (
            <Text fz={13} lh="18px" c="var(--text-3)" mt={4}>
              {words.hint}
            </Text>
          )}
        </div>
      )}
    </>
  );
}

const StartLine = ({ place: { startLine } }: { place: Place }) => (
  <div className={classes.line}>
    <Line style={{ overflowWrap: "anywhere" }}>{startLine}</Line>
    <CopyIcon value={startLine} label={words.copyLine} />
  </div>
);
