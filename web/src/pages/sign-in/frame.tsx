import { Group, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Attribution, Logo, SchemeSwitch } from "../../parts/brand.tsx";
import classes from "./frame.module.css";
import { Mosaic } from "./mosaic.tsx";
import { WORDS } from "./words.ts";

/** The frame of the sign-in pages. */
export function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <Group justify="space-between">
          <Logo size={30} />
          <SchemeSwitch />
        </Group>
        <main className={classes.form}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          <Text c="var(--text-2)" fz={15} lh="22px" mt={6} mb={28} style={{ overflowWrap: "anywhere" }}>
            {lead}
          </Text>
          {children}
        </main>
        <Group justify="space-between" component="footer" gap="xs">
          <Text size="xs" c="var(--text-3)">
            {WORDS.ownServer}
          </Text>
          <Attribution />
        </Group>
      </div>
      <Mosaic />
    </div>
  );
}
