import { Group, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Attribution, Logo, SchemeSwitch } from "../../parts/brand.tsx";
import classes from "./frame.module.css";
import { Mosaic } from "./mosaic.tsx";
import { WORDS } from "./words.ts";

interface FrameProps {
  title: string;
  lead: string;
  /** Shown above the title, such as "Step 1 of 2". */
  step?: string;
  children: ReactNode;
}

/** The frame of the sign-in pages. */
export function Frame({ title, lead, step, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <Group justify="space-between" component="header">
          <Logo size={30} />
          <SchemeSwitch />
        </Group>
        <main className={classes.form}>
          {step && (
            <Text size="sm" c="var(--text-3)" mb={6}>
              {step}
            </Text>
          )}
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
