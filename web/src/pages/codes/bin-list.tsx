import { Button } from "@mantine/core";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { Editors } from "../../parts/editors.tsx";
import { inWords } from "../../parts/formats.ts";
import classes from "./bin-list.module.css";
import { Check, type CodesProps, Destination, type OneCodeProps, rowOf } from "./code-parts.tsx";
import { words } from "./words.ts";

/** Deleted codes, with a button to restore each. */
export const BinList = ({ codes, selection }: CodesProps) => (
  <ul className={classes.list} aria-label={words.bin}>
    {codes.map((code) => (
      <BinRow key={code.id} code={code} selection={selection} />
    ))}
  </ul>
);

function BinRow({ code, selection }: OneCodeProps) {
  const { restore, isRestoring } = useCodeActions(code);
  return (
    <li className={classes.row} {...rowOf({ code, selection })}>
      <Check code={code} selection={selection} />
      <div className={classes.words}>
        <div className={classes.name}>{code.name}</div>
        <Destination code={code} />
        <div className={classes.about}>
          {inWords.times(code.scanCount, "scan")} ·{" "}
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
