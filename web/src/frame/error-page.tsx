import { Button, Card, Code, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { away } from "../api/reach.ts";
import { Icon } from "../parts/icon.tsx";
import { PartMissing, reloadIfServed } from "./lazy-part.ts";
import { trouble } from "./words.ts";

/** How often a failed page is retried. */
const RETRY_MS = 5000;

/** The error page. It uses nothing that may have failed itself. */
export function ErrorPage({ error }: { error: unknown }) {
  const why = error instanceof PartMissing ? error.why : "broken";
  const { title, text, button } = trouble[why];
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${title} · Tessera`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  useEffect(() => {
    if (why !== "away") return;
    const look = () => {
      if (away.get() === null) void reloadIfServed();
    };
    // The service may be back already. If only this script is blocked, `away` never changes.
    look();
    const timer = setInterval(look, RETRY_MS);
    const stop = away.subscribe(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [why]);
  const reload = async () => {
    setBusy(true);
    if (!(await reloadIfServed())) setBusy(false);
  };
  return (
    <Card py={48} role="alert" maw={640} mx="auto">
      <Stack align="center" gap="sm" maw={440} mx="auto" ta="center">
        <Text c="dimmed" component="span" lh={0}>
          <Icon name="alert" size={40} />
        </Text>
        <Title order={1} size="h3" ref={heading} tabIndex={-1} className="arrived-at">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        {why === "broken" && error instanceof Error && <Code block>{error.message}</Code>}
        <Button onClick={reload} loading={busy} mt="xs">
          {button}
        </Button>
      </Stack>
    </Card>
  );
}
