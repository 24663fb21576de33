import { Button, Menu } from "@mantine/core";
import { address } from "../../api/call.ts";
import { Icon } from "../icon.tsx";
import classes from "./export-menu.module.css";
import { exports as words } from "./words.ts";

interface ExportMenuProps {
  /** Of the insights, without a query. */
  path: string;
  search: string;
  /** What they are about. */
  name: string;
}

/** What is on the screen, as a file. */
export function ExportMenu({ path, search, name }: ExportMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.button}
          leftSection={<Icon name="download" size={16} />}
        >
          {words.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address(`${path}.csv?${search}`)} download>
          {words.csv}
        </Menu.Item>
        <Menu.Item component="a" href={address(`${path}?${search}`)} download={words.file(name)}>
          {words.json}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
