import { Button } from "@mantine/core";
import type { ListedCode } from "../../api/types.ts";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { Editors } from "../../parts/editors.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import classes from "./bin-list.module.css";
import { words } from "./words.ts";

/** Deleted codes, with a button to restore each. */
export const BinList = ({ codes }: { codes: ListedCode[] }) => (
  <ul className={classes.list} aria-label={words.bin}>
    {codes.map((code) => (
      <BinRow key={code.id} code={code} />
    ))}
  </ul>
);

function BinRow({ code }: { code: ListedCode }) {
  const { restore, isRestoring } = useCodeActions(code);
  return (
    <li className={classes.row}>
      <Icon name={code.type} size={20} />
      <div className={classes.words}>
        <div className={classes.name}>{code.name}</div>
        <div className={classes.about}>
          {KINDS[code.type].label} · {inWords.times(code.scanCount, "scan")} ·{" "}
          {words.deleted(inWords.ago(code.deletedAt!), inWords.day(code.keptUntil!))}
        </div>
      </div>
      <Editors>
        <Button
          variant="default"
          onClick={restore}
          loading={isRestoring}
          aria-label={words.restoreCode(code.name)}
          style={{ flex: "none" }}
        >
          {words.restore}
        </Button>
      </Editors>
    </li>
  );
}
