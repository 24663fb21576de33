import { Anchor, Button, Card, Group, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "../../api/call.ts";
import { useExamples } from "../../api/examples.ts";
import { createKeptKey } from "../../api/kept-key.ts";
import { useRefreshCodes } from "../../api/queries.ts";
import type { Code, Me } from "../../api/types.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { problemOf, problemsOf } from "../../forms/problems.ts";
import { Logo, SchemeSwitch } from "../../parts/brand.tsx";
import { useDrawnSample } from "../../parts/drawn.ts";
import { ExamplesButton } from "../../parts/examples.tsx";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { PublicAddress } from "../../parts/public-address.tsx";
import classes from "./welcome.module.css";
import { WELCOME, WORDS } from "./words.ts";

/** After set-up: a first code, a test with a phone, and examples. */
export default function WelcomePage({ me }: { me: Me }) {
  useEffect(() => {
    document.title = `${WELCOME.page} · Tessera`;
  }, []);
  return (
    <div className={classes.page}>
      <Group justify="space-between" component="header">
        <Logo size={28} />
        <SchemeSwitch />
      </Group>
      <main className={classes.main}>
        <Text size="sm" c="var(--text-3)" mb={6}>
          {WORDS.step(2)}
        </Text>
        <Title order={1} className={classes.title}>
          {WELCOME.title(me.name.split(" ")[0]!)}
        </Title>
        <Text c="var(--text-2)" fz={16} mt={6} mb="lg">
          {WELCOME.lead}
        </Text>
        <FirstCode />
        <div className={classes.two}>
          <PublicAddress me={me} />
          <Looking />
        </div>
        <Text ta="center" mt="md" size="sm">
          <Anchor component={Link} to="/" inherit>
            {WELCOME.skip}
          </Anchor>
        </Text>
      </main>
    </div>
  );
}

const creation = createKeptKey("tessera.first");

/** The default name: the address without its scheme. */
const nameOf = (address: string): string =>
  [...address.trim().replace(/^https?:\/\/(?:www\.)?/i, "")].slice(0, 100).join("");

function FirstCode() {
  const navigate = useNavigate();
  const refresh = useRefreshCodes();
  const form = useCallForm(
    {
      initialValues: { content: "" },
      validate: { content: (content: string) => problemsOf("url", { url: content }).url ?? null },
    },
    async ({ content }) => {
      const body = { name: nameOf(content), type: "url", content: content.trim() };
      const headers = { "Idempotency-Key": creation.keyFor(JSON.stringify(body)) };
      const { id } = await call.post<Pick<Code, "id">>("/qrcodes", body, headers);
      creation.forget();
      void refresh();
      navigate(`/codes/${id}/created`);
    },
  );
  const [typed] = useDebouncedValue(form.values.content.trim(), 250);
  const isDrawn = typed !== "" && problemOf("url", typed) === null;
  const picture = useDrawnSample(isDrawn ? nameOf(typed) : "");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a touch screen the keyboard would cover the page.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, []);
  return (
    <Card padding="xl" component="section" aria-label={WELCOME.create} className={classes.first}>
      <form {...form.props}>
        <TextInput
          ref={field}
          size="lg"
          label={WELCOME.address}
          name="content"
          inputMode="url"
          autoComplete="off"
          placeholder={WELCOME.addressPlaceholder}
          {...form.getInputProps("content")}
        />
        <Group mt="md" gap="sm">
          <Button type="submit" size="lg" loading={form.submitting}>
            {WELCOME.create}
          </Button>
          <Text size="sm" c="var(--text-3)" className={classes.or}>
            {WELCOME.startWith}
          </Text>
          {(["wifi", "vcard"] as const).map((kind) => (
            <Button
              key={kind}
              variant="default"
              component={Link}
              to={`/codes/new?type=${kind}`}
              leftSection={<Icon name={kind} size={16} />}
            >
              {KINDS[kind].label}
            </Button>
          ))}
          <Button variant="default" component={Link} to="/codes/new">
            {WELCOME.more}
          </Button>
        </Group>
      </form>
      <div className={classes.seen}>
        <div className={`tile ${classes.picture}`} data-sample={!isDrawn || undefined}>
          {picture && <img src={picture} alt={isDrawn ? WELCOME.alt : ""} />}
          {picture && <span className={classes.stamp}>{WELCOME.stamp}</span>}
        </div>
        <Text size="sm" c="var(--text-3)" ta="center">
          {WELCOME.asYouType}
        </Text>
      </div>
    </Card>
  );
}

function Looking() {
  const count = useExamples().data?.count ?? 0;
  return (
    <Card component="section">
      <Title order={2} className={classes.heading}>
        {WELCOME.looking}
      </Title>
      <Text size="sm" c="var(--text-2)" mb="md">
        {count > 0 ? WELCOME.added(count) : WELCOME.lookingHint}
      </Text>
      <ExamplesButton goTo="/" />
    </Card>
  );
}
