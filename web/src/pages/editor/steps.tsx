import { Tabs, Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../parts/icon.tsx";
import classes from "./steps.module.css";
import { WORDS } from "./words.ts";

export type Step = "content" | "look";

/** The step an input is in, and whether it is under Advanced. */
export function placeOf(path: string): { step: Step; isAdvanced: boolean } {
  if (path.startsWith("style.") || path.endsWith("Color")) {
    return { step: "look", isAdvanced: path === "style.eyeColor" || path === "style.gradient.to" };
  }
  return { step: "content", isAdvanced: path.startsWith("expiry") || path === "externalId" };
}

/** The two steps, in any order, since the look has a good default. */
export function StepTabs() {
  return (
    <Tabs.List className={classes.steps} aria-label={WORDS.steps.label}>
      {(["content", "look"] as const).map((step, index) => (
        <Tabs.Tab key={step} value={step} className={classes.step}>
          <span className={classes.number} aria-hidden>
            {index + 1}
          </span>
          {WORDS.steps[step]}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** A section of a step with a line above it. */
export function Section({ children }: { children: ReactNode }) {
  return <div className={classes.section}>{children}</div>;
}

interface AdvancedProps {
  /** A summary of its current values. */
  hint: string;
  isOpen: boolean;
  toggle: () => void;
  children: ReactNode;
}

/** A collapsible section for rarely changed settings. It stays mounted so that errors in it are found. */
export function Advanced({ hint, isOpen, toggle, children }: AdvancedProps) {
  return (
    <div>
      <UnstyledButton className={classes.fold} onClick={toggle} aria-expanded={isOpen}>
        <Icon name="down" size={16} />
        <Text span fw={500}>
          {WORDS.advanced}
        </Text>
        <Text span size="sm" c="var(--text-3)" className={classes.hint}>
          {hint}
        </Text>
      </UnstyledButton>
      <div className={classes.folded} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
