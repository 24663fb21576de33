import { ActionIcon, Button, Card, Group, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "react-router";
import { address } from "../../api/call.ts";
import type { Code } from "../../api/types.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { PrintSheet } from "../../parts/dialogs.tsx";
import { Icon } from "../../parts/icon.tsx";
import { leadsTo } from "../../parts/leads-to.ts";
import { DEFAULT_PIXELS } from "../../parts/print-numbers.ts";
import { FirstScan } from "../code/first-scan.tsx";
import { encodeOf, pictureOf } from "../code/head.tsx";
import { created } from "../code/words.ts";
import { Needs } from "./attention.tsx";
import classes from "./first-day.module.css";
import { useLiveScans } from "./live.tsx";
import overview from "./overview.module.css";
import { type StepKey, useSteps } from "./steps.ts";
import { firstDay as words } from "./words.ts";

interface FirstDayProps {
  /** The newest code. None was scanned when this was first shown. */
  code: Code;
  showNumbers: () => void;
}

/** Instead of numbers that are all zero: the code, and its first scan when it arrives. */
export default function FirstDay({ code, showNumbers }: FirstDayProps) {
  const latest = useLiveScans().scans[0] ?? null;
  const [isPrinting, print] = useDisclosure();
  const isScanned = latest !== null || code.scanCount > 0;
  const png = `/qrcodes/${code.id}/image?format=png&encode=${encodeOf(code)}&size=${DEFAULT_PIXELS}&download=true`;
  return (
    <div className={overview.grid}>
      <Card component="section" aria-label={words.region} className={`${overview.wide} ${classes.code}`}>
        <img className={`tile ${classes.picture}`} src={pictureOf(code)} alt={created.picture(code.name)} />
        <div className={classes.words}>
          <Title order={2} size="h3" style={{ overflowWrap: "anywhere" }}>
            {titleFor(code, isScanned)}
          </Title>
          <Text c="var(--text-2)" mt={4}>
            {created.does[code.type]}{" "}
            <b dir="auto">
              <Breakable text={leadsTo(code.type, code.content).line} />
            </b>
            .
          </Text>
          <FirstScan code={code} latest={latest} />
          <Group gap={8} mt={20}>
            {isScanned && <Button onClick={showNumbers}>{words.show}</Button>}
            <Button
              component="a"
              href={address(png)}
              download
              {...(isScanned ? { variant: "default" } : {})}
              leftSection={<Icon name="download" size={16} />}
            >
              {created.download}
            </Button>
            <Button variant="default" onClick={print.open} leftSection={<Icon name="print" size={16} />}>
              {created.print}
            </Button>
            <Button component={Link} to={`/codes/${code.id}`} variant="subtle" color="gray">
              {words.toCode}
            </Button>
          </Group>
        </div>
      </Card>
      <div className={classes.side}>
        <NextSteps print={print.open} />
        <Needs isQuiet />
      </div>
      {isPrinting && <PrintSheet ids={[code.id]} onClose={print.close} />}
    </div>
  );
}

/** Nobody counts who joins a network. */
function titleFor(code: Code, isScanned: boolean): string {
  if (isScanned) return words.scanned;
  return encodeOf(code) === "content" ? created.title(code.name) : words.waiting;
}

/** What else a newcomer may want to do. Each goes away when it is done or dismissed. */
function NextSteps({ print }: { print: () => void }) {
  const { steps, dismiss } = useSteps();
  if (steps.length === 0) return null;
  return (
    <Card component="section" aria-label={words.next}>
      <div className={overview.head}>
        <h2>{words.next}</h2>
      </div>
      <ol className={overview.list}>
        {steps.map(({ key, icon, to }) => (
          <li key={key} className={overview.need}>
            <span className={overview.sign} aria-hidden>
              <Icon name={icon} size={16} />
            </span>
            <span className={overview.what}>
              {to === null ? (
                <button
                  type="button"
                  className={classes.step}
                  onClick={() => {
                    dismiss(key);
                    print();
                  }}
                >
                  {titleOf(key)}
                </button>
              ) : (
                <Link to={to} className={classes.step}>
                  {titleOf(key)}
                </Link>
              )}
              <span>{words.steps[key][1]}</span>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.dismiss(titleOf(key))}
              onClick={() => dismiss(key)}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const titleOf = (key: StepKey): string => words.steps[key][0];
