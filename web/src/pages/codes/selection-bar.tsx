import { ActionIcon, Button, Group, Menu, Text, Tooltip } from "@mantine/core";
import { useState } from "react";
import { ApplyLook, CategoryDialog, PrintSheet, ZipDialog } from "../../parts/dialogs.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { inWords } from "../../parts/words.ts";
import { MOST_SELECTED, type Selection } from "./selection.ts";
import classes from "./selection-bar.module.css";
import { useMany } from "./use-many.tsx";

interface SelectionBarProps {
  selection: Selection;
  /** How many match, as far as it is known. */
  total: number;
  hasMore: boolean;
}

interface Act {
  label: string;
  icon: IconName;
  run: () => void;
  color?: "red";
}

/** How many codes are marked, and what can be done with all of them. */
export default function SelectionBar({ selection, total, hasMore }: SelectionBarProps) {
  const isPhone = useIsNarrow();
  const buttons = useButtons();
  const ids = [...selection.ids];
  const many = useMany(ids, selection.clear);
  const [dialog, setDialog] = useState<"category" | "look" | "zip" | "sheet" | null>(null);
  const close = () => setDialog(null);
  const isNone = ids.length === 0;
  const often: Act[] = [
    { label: "Pause", icon: "pause", run: many.pause },
    { label: "Category…", icon: "tag", run: () => setDialog("category") },
    { label: "Look…", icon: "look", run: () => setDialog("look") },
    { label: "Images…", icon: "download", run: () => setDialog("zip") },
    { label: "Print sheet…", icon: "print", run: () => setDialog("sheet") },
  ];
  const seldom: Act[] = [
    { label: "Make active", icon: "play", run: many.resume },
    { label: "Favourite", icon: "star", run: () => many.favour(true) },
    { label: "Not a favourite", icon: "star", run: () => many.favour(false) },
    { label: "Delete…", icon: "trash", run: many.remove, color: "red" },
  ];
  const isAll = !hasMore && !selection.more && ids.length >= total;
  return (
    <section className={classes.bar} aria-label="Selected codes" data-bar>
      <Tooltip label="Select none">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={isPhone ? 44 : "lg"}
          aria-label="Select none"
          onClick={selection.clear}
        >
          <Icon name="close" />
        </ActionIcon>
      </Tooltip>
      <Group gap={isPhone ? 0 : "xs"} className={classes.count}>
        <Text fw={600} role="status" className="numbers">
          {isNone ? "Choose codes" : `${inWords.times(ids.length, "code")} selected`}
        </Text>
        {!isAll && (
          <Button
            variant="subtle"
            size={isPhone ? "sm" : "compact-sm"}
            px={isPhone ? 0 : "xs"}
            h={isPhone ? 44 : undefined}
            loading={selection.isFinding}
            onClick={selection.selectAll}
          >
            {hasMore || total > MOST_SELECTED
              ? `Select the first ${inWords.number(MOST_SELECTED)}`
              : `Select all ${inWords.number(total)}`}
          </Button>
        )}
        {selection.more && (
          <Text size="xs" c="dimmed">
            There are more: {inWords.number(MOST_SELECTED)} is the most at once.
          </Text>
        )}
      </Group>
      {often.slice(0, buttons).map(({ label, icon, run }) => (
        <Button
          key={label}
          variant="default"
          disabled={isNone || many.isBusy}
          leftSection={<Icon name={icon} size={16} />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <Acts
        acts={[...often.slice(buttons), ...seldom]}
        areAll={buttons === 0}
        isNone={isNone}
        isPhone={isPhone}
        isBusy={many.isBusy}
      />
      {dialog === "category" && <CategoryDialog count={ids.length} apply={many.categorise} onClose={close} />}
      {dialog === "look" && <ApplyLook ids={ids} onClose={close} />}
      {dialog === "zip" && <ZipDialog ids={ids} onClose={close} />}
      {dialog === "sheet" && <PrintSheet ids={ids} onClose={close} />}
    </section>
  );
}

/** How many of what is done often have a button of their own. */
function useButtons(): number {
  const [isNarrow, isLaptop] = [useIsNarrow("tablet"), useIsNarrow("laptop")];
  if (isNarrow) return 0;
  return isLaptop ? 3 : 5;
}

interface ActsProps {
  acts: Act[];
  /** Nothing has a button of its own. */
  areAll: boolean;
  isNone: boolean;
  isBusy: boolean;
  isPhone: boolean;
}

/** What can be done and has no button of its own. */
function Acts({ acts, areAll, isNone, isBusy, isPhone }: ActsProps) {
  const item = ({ label, icon, run, color }: Act) => (
    <Menu.Item
      key={label}
      leftSection={<Icon name={icon} size={16} />}
      onClick={run}
      {...(color ? { color } : {})}
      py={isPhone ? "sm" : undefined}
    >
      {label}
    </Menu.Item>
  );
  // As fixed as the bar, or it would jump under the pointer when the page scrolls.
  return (
    <Menu position="top-end" withinPortal floatingStrategy="fixed">
      <Menu.Target>
        <Button variant={areAll ? "filled" : "default"} h={isPhone ? 44 : undefined} disabled={isNone} loading={isBusy}>
          {areAll ? "Actions" : "More"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{acts.map(item)}</Menu.Dropdown>
    </Menu>
  );
}
