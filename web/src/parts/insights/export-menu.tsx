import { Button, Menu } from "@mantine/core";
import type { Range } from "../../../../src/insights/chart/period.ts";
import { address } from "../../api/call.ts";
import { Icon } from "../icon.tsx";
import { useIsNarrow } from "../narrow.ts";
import classes from "./export-menu.module.css";
import { exports as words } from "./words.ts";

interface ExportMenuProps {
  /** Of the insights, without a query. */
  path: string;
  search: string;
  /** What they are about. */
  name: string;
  /** Undefined until they are loaded. */
  days: Range | undefined;
  tables: readonly (keyof typeof words.tables)[];
}

export const CODE_TABLES = ["timeline", "country", "city", "device", "browser", "os", "hour"] as const;

/** What is on the screen, as a file. */
export function ExportMenu({ path, search, name, days, tables }: ExportMenuProps) {
  const isNarrow = useIsNarrow("small");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.button}
          leftSection={!isNarrow && <Icon name="download" size={16} />}
        >
          {words.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.csv}</Menu.Label>
        {tables.map((table) => (
          <Menu.Item key={table} component="a" href={address(`${path}.csv?${search}&table=${table}`)} download>
            {words.tables[table]}
          </Menu.Item>
        ))}
        <Menu.Label>{words.json}</Menu.Label>
        <Menu.Item component="a" href={address(`${path}?${search}`)} download={words.file(name, days)}>
          {words.everything}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
