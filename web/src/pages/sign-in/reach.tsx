import { Card, Group, Code as Line, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Me } from "../../api/types.ts";
import { CopyIcon } from "../../parts/copy.tsx";
import { useDrawn } from "../../parts/drawn.ts";
import classes from "./welcome.module.css";
import { WELCOME } from "./words.ts";

interface ReachProps {
  service: Me["service"];
  /** How to let phones reach it, before the line that restarts the service. */
  fix: ReactNode;
}

/** Lets the user test with a phone whether it can reach the service. */
export function Reach({ service: { baseUrl, local }, fix }: ReachProps) {
  const { host } = new URL(baseUrl);
  // If the service listens on localhost only, it must be restarted before the test.
  const startLine = local?.startLine;
  const canTry = local === null || startLine?.startsWith("HOST=") === false;
  const tried = !canTry ? null : local ? local.lanUrl : baseUrl;
  const picture = useDrawn(tried ? `${tried}/app/` : "");
  return (
    <Card component="section" className={classes.reach}>
      <div>
        <Title order={2} className={classes.heading}>
          {WELCOME.reach}
        </Title>
        <Text size="sm" c="var(--text-2)">
          {local ? WELCOME.local(host) : WELCOME.reachable(host)}
        </Text>
        {local && startLine == null && (
          <Text size="sm" c="var(--text-2)" mt={8}>
            {WELCOME.askAdmin}
          </Text>
        )}
        {local && startLine != null && (
          <>
            <Text size="sm" c="var(--text-2)" mt={8}>
              {!local.lanUrl && `${WELCOME.noNetwork} `}
              {fix}
            </Text>
            <Group gap={4} wrap="nowrap" mt={4}>
              <Line style={{ overflowWrap: "anywhere" }}>{startLine}</Line>
              <CopyIcon value={startLine} label={WELCOME.copyLine} />
            </Group>
            {tried && (
              <Text size="sm" c="var(--text-3)" mt={8}>
                {WELCOME.localTest(new URL(tried).host)}
              </Text>
            )}
          </>
        )}
      </div>
      {tried && picture && (
        <div className={`tile ${classes.test}`}>
          <img src={picture} alt={WELCOME.reachAlt(`${tried}/app/`)} />
        </div>
      )}
    </Card>
  );
}
