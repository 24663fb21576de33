import { Anchor, Box, Button, Card, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { address } from "../../api/call.ts";
import type { Code, Verdict } from "../../api/types.ts";
import { expiryText } from "../../parts/expiry.ts";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { StateBadge } from "../../parts/state-badge.tsx";
import { BadlyBadge, useVerdict, VerdictCard, verdictText } from "../../parts/verdict.tsx";
import { inWords } from "../../parts/words.ts";
import { CodeButtons } from "./actions.tsx";
import { LeadsTo } from "./leads-to.tsx";
import classes from "./overview.module.css";

/** The code itself: its picture, its link, where it leads, and what one does with it. */
export function Overview({ code }: { code: Code }) {
  // Drawing and damaging the code takes the server a moment; the page does not wait for it.
  const encode = code.type === "wifi" ? "content" : "share";
  const { data: verdict } = useVerdict(code, encode);
  const isNarrow = useIsNarrow();
  const fails = verdict?.passes === false;
  return (
    <Card component="section" aria-label="The code">
      <div className={classes.card}>
        <img
          className={`tile ${classes.picture}`}
          src={address(`/qrcodes/${code.id}/image?format=svg&encode=${encode}&v=${Date.parse(code.updatedAt)}`)}
          alt={`QR code of ${code.name}`}
        />
        <Stack gap="sm" style={{ minWidth: 0 }}>
          {isNarrow && <CodeButtons code={code} />}
          <Group gap="xs">
            {!(fails && code.state === "active") && <StateBadge state={code.state} />}
            {fails && <BadlyBadge />}
            <Group gap={6} c="dimmed" wrap="nowrap">
              <Icon name={code.type} size={16} />
              <Text size="sm">
                {KINDS[code.type].label}
                {code.category ? ` · ${code.category}` : ""} · made {inWords.day(code.createdAt)}
              </Text>
            </Group>
          </Group>
          <Box>
            <Text size="xs" c="dimmed">
              Share link
            </Text>
            <Anchor href={code.shareUrl} target="_blank" rel="noreferrer" fw={600} style={{ overflowWrap: "anywhere" }}>
              {code.shareUrl}
            </Anchor>
          </Box>
          <LeadsTo code={code} />
          <Text size="sm">{expiryText(code)}</Text>
          <Quality code={code} verdict={verdict} />
          {!isNarrow && <CodeButtons code={code} />}
        </Stack>
      </div>
    </Card>
  );
}

/** Until it is known its line stands empty, so that nothing moves when it comes. */
function Quality({ code, verdict }: { code: Code; verdict: Verdict | undefined }) {
  if (!verdict || verdict.passes) {
    return (
      <Text size="sm" c="dimmed" mt={-8} mih="1lh">
        {verdict && `${verdictText(verdict)}, printed at least ${verdict.smallestPrintMillimetres} mm wide`}
      </Text>
    );
  }
  return (
    <VerdictCard
      verdict={verdict}
      action={
        <Button
          component={Link}
          to={`/codes/${code.id}/edit#look`}
          variant="default"
          size="xs"
          mt="sm"
          leftSection={<Icon name="edit" size={16} />}
        >
          Edit the look
        </Button>
      }
    />
  );
}
