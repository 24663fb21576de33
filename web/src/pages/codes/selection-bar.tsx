import { Menu, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useMayEdit } from "../../api/workspace.ts";
import { ApplyLook, PrintSheet, TagManyDialog, ZipDialog } from "../../parts/dialogs.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { MAX_SELECTED, type Selection } from "./selection.ts";
import classes from "./selection-bar.module.css";
import { useMany } from "./use-many.tsx";
import { words } from "./words.ts";

interface SelectionBarProps {
  selection: Selection;
  /** The number of matches, as far as known. */
  total: number;
  hasMore: boolean;
  isBin: boolean;
}

interface Act {
  label: string;
  icon: IconName;
  run: () => void;
  color?: "red";
}

/** The number of selected codes, and the actions for them. */
export default function SelectionBar({ selection, total, hasMore, isBin }: SelectionBarProps) {
  const isNarrow = useIsNarrow("tablet");
  const ids = [...selection.ids];
  const many = useMany(ids, selection.clear);
  const [dialog, setDialog] = useState<"tags" | "look" | "zip" | "sheet" | null>(null);
  const close = () => setDialog(null);
  const isNone = ids.length === 0;
  const { selection: said } = words;
  const mayEdit = useMayEdit();
  const inBin: Act[] = mayEdit ? [{ label: words.restore, icon: "undo", run: many.restore }] : [];
  const reading: Act[] = [
    { label: said.download, icon: "download", run: () => setDialog("zip") },
    { label: said.print, icon: "print", run: () => setDialog("sheet") },
  ];
  const changing: Act[] = [
    { label: said.tags, icon: "tag", run: () => setDialog("tags") },
    { label: said.pause, icon: "pause", run: many.pause },
    { label: said.delete, icon: "trash", run: many.remove, color: "red" },
  ];
  const others: Act[] = [
    { label: said.resume, icon: "play", run: many.resume },
    { label: said.look, icon: "look", run: () => setDialog("look") },
    { label: said.favourite, icon: "star", run: () => many.favour(true) },
    { label: said.notFavourite, icon: "star", run: () => many.favour(false) },
  ];
  const ofCodes = mayEdit ? [...reading, ...changing] : reading;
  const often = isBin ? inBin : ofCodes;
  const seldom = mayEdit ? others : [];
  const isAll = !hasMore && !selection.more && ids.length >= total;
  return (
    <section className={classes.bar} aria-label={said.label} data-bar>
      <div className={classes.count}>
        <span role="status">{isNone ? said.choose : said.count(ids.length)}</span>
        {!isAll && !selection.more && (
          <UnstyledButton className={classes.all} disabled={selection.isFinding} onClick={selection.selectAll}>
            {hasMore || total > MAX_SELECTED ? said.first(MAX_SELECTED) : said.all(total)}
          </UnstyledButton>
        )}
        {selection.more && <span className={classes.hint}>{said.more(MAX_SELECTED)}</span>}
      </div>
      {(!isNarrow || isBin) && (
        <div className={classes.acts}>
          {often.map(({ label, icon, run }) => (
            <UnstyledButton
              key={label}
              className={classes.act}
              aria-label={label}
              title={label}
              disabled={isNone || many.isBusy}
              onClick={run}
            >
              <Icon name={icon} size={16} />
              <span className={classes.word}>{label}</span>
            </UnstyledButton>
          ))}
        </div>
      )}
      {!isBin && (isNarrow || mayEdit) && (
        <Acts
          acts={isNarrow ? [...often.slice(0, -1), ...seldom, often.at(-1)!] : seldom}
          areAll={isNarrow}
          isDisabled={isNone || many.isBusy}
        />
      )}
      <UnstyledButton className={classes.act} aria-label={said.clear} title={said.clear} onClick={selection.clear}>
        <Icon name="close" size={16} />
      </UnstyledButton>
      {dialog === "tags" && <TagManyDialog count={ids.length} apply={many.tag} onClose={close} />}
      {dialog === "look" && <ApplyLook ids={ids} onClose={close} />}
      {dialog === "zip" && <ZipDialog ids={ids} onClose={close} />}
      {dialog === "sheet" && <PrintSheet ids={ids} onClose={close} />}
    </section>
  );
}

interface ActsProps {
  acts: Act[];
  /** All actions are in this menu. */
  areAll: boolean;
  isDisabled: boolean;
}

/** The menu of actions without a button. */
function Acts({ acts, areAll, isDisabled }: ActsProps) {
  const { actions, moreActions } = words.selection;
  // Fixed like the bar, or it would move when the page scrolls.
  return (
    <Menu position="top-end" withinPortal floatingStrategy="fixed">
      <Menu.Target>
        <UnstyledButton
          className={classes.act}
          disabled={isDisabled}
          aria-label={areAll ? actions : moreActions}
          title={areAll ? undefined : moreActions}
        >
          {areAll ? actions : <Icon name="dots" size={16} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, icon, run, color }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon name={icon} size={16} />}
            onClick={run}
            {...(color ? { color } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
