import { table, tables, text } from "../database/table.ts";
import type { StoredSettings } from "../workspaces/people.ts";

export const settingsTables = tables({
  settings: table({ name: text<keyof StoredSettings>().primaryKey(), value: text() }),
});
