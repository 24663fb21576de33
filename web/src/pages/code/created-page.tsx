import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef } from "react";
import { Link, useParams } from "react-router";
import { address } from "../../api/call.ts";
import { useCode } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { useHeadingFocus } from "../../frame/arrival.tsx";
import { Breakable } from "../../parts/breakable.tsx";
import { CopyIcon } from "../../parts/copy.tsx";
import { Download, PrintSheet } from "../../parts/dialogs.tsx";
import { Editors } from "../../parts/editors.tsx";
import { withoutScheme } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { leadsTo } from "../../parts/leads-to.ts";
import { Waiting } from "../../parts/notices.tsx";
import { CodeFailure } from "../../parts/page.tsx";
import { DEFAULT_PIXELS } from "../../parts/print-numbers.ts";
import { useVerdict } from "../../parts/verdict.tsx";
import classes from "./created.module.css";
import { FirstScan } from "./first-scan.tsx";
import { encodeOf, pictureOf } from "./head.tsx";
import { useLiveScans } from "./live.tsx";
import { created, printText } from "./words.ts";

/** The page after Create: the image, next steps, and the first scan when it arrives. */
export default function CreatedPage() {
  const { id = "" } = useParams();
  const code = useCode(id);
  if (code.isPending) return <Waiting />;
  if (!code.data) return <CodeFailure title={created.page} error={code.error} retry={() => code.refetch()} />;
  return <Created key={id} code={code.data} />;
}

function Created({ code }: { code: Code }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A code that is named after its destination would say it twice.
  const title = created.title(code.name === leadsTo(code.type, code.content).line ? null : code.name);
  useHeadingFocus(title, heading);
  const { latest } = useLiveScans(code.id);
  const [isChoosing, formats] = useDisclosure();
  const [isPrinting, print] = useDisclosure();
  const { data: verdict } = useVerdict(code, encodeOf(code));
  const png = `/qrcodes/${code.id}/image?format=png&encode=${encodeOf(code)}&size=${DEFAULT_PIXELS}&download=true`;
  return (
    <div className={classes.page}>
      <div className={classes.stage}>
        <Tesserae />
        <img className={classes.picture} src={pictureOf(code)} alt={created.picture(code.name)} />
      </div>
      <div className={classes.words}>
        <span className={classes.mark}>
          <Icon name="check" size={20} />
        </span>
        <Title order={1} className={`arrived-at ${classes.title}`} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Lead code={code} />
        <Group gap={8} mt={24} wrap="nowrap">
          <Button
            component="a"
            href={address(png)}
            download
            size="md"
            h={48}
            className={classes.download}
            leftSection={<Icon name="download" size={18} />}
          >
            {created.download}
          </Button>
          <Button variant="default" size="md" h={48} onClick={print.open} leftSection={<Icon name="print" size={18} />}>
            {created.print}
          </Button>
        </Group>
        <Text className={classes.format}>
          {created.format(DEFAULT_PIXELS)}{" "}
          <Anchor component="button" type="button" inherit onClick={formats.open}>
            {created.otherFormats}
          </Anchor>
        </Text>
        <FirstScan code={code} latest={latest} />
        <dl className={classes.facts}>
          <div>
            <dt>{created.link}</dt>
            <dd>
              <Anchor href={code.shareUrl} target="_blank" rel="noreferrer" inherit className={classes.link}>
                <Breakable text={withoutScheme(code.shareUrl)} />
              </Anchor>
              <CopyIcon value={code.shareUrl} label={created.copy} />
            </dd>
          </div>
          <div>
            <dt>{created.printSize}</dt>
            <dd>{verdict ? printText(verdict) : created.checking}</dd>
          </div>
        </dl>
        <Group gap={4} className={classes.next}>
          <Editors>
            <Button
              component={Link}
              to="/codes/new"
              variant="subtle"
              color="gray"
              leftSection={<Icon name="plus" size={16} />}
            >
              {created.another}
            </Button>
          </Editors>
          <Button
            component={Link}
            to={`/codes/${code.id}`}
            variant="subtle"
            color="gray"
            rightSection={<Icon name="leads" size={16} />}
          >
            {created.toCode}
          </Button>
        </Group>
      </div>
      {isChoosing && <Download code={code} first="pdf" onClose={formats.close} />}
      {isPrinting && <PrintSheet ids={[code.id]} onClose={print.close} />}
    </div>
  );
}

function Lead({ code }: { code: Code }) {
  const { line } = leadsTo(code.type, code.content);
  return (
    <Text className={classes.lead}>
      {created.does[code.type]}{" "}
      <b dir="auto">
        <Breakable text={line} />
      </b>
      . {encodeOf(code) === "content" ? created.fixed : created.changeable}
    </Text>
  );
}

const TILES = 42;
const COLORS = ["var(--compare)", "var(--chart)", "var(--line-strong)"];

/** Placed by the golden angle: looks random, but is the same each time. */
const tiles = Array.from({ length: TILES }, (_, i) => {
  const angle = i * 2.399963;
  const far = 1 + ((i * 7) % 11) / 40;
  return {
    x: 50 + 38 * far * Math.cos(angle),
    y: 50 + 39 * far * Math.sin(angle),
    side: 6 + ((i * 5) % 9),
    turn: (i * 47) % 90,
    color: COLORS[i % 3]!,
    opacity: 0.3 + ((i * 3) % 5) / 10,
  };
});

function Tesserae() {
  return (
    <div className={classes.tesserae} aria-hidden>
      {tiles.map(({ x, y, side, turn, color, opacity }, i) => (
        <i
          key={i}
          style={{
            left: `${x}%`,
            top: `${y}%`,
            width: side,
            height: side,
            background: color,
            opacity,
            transform: `rotate(${turn}deg)`,
          }}
        />
      ))}
    </div>
  );
}
