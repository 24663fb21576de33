import { Link, useLocation } from "react-router";
import type { Me } from "../api/types.ts";
import { isEditor, openOf } from "../api/workspace.ts";
import classes from "./settings-tabs.module.css";
import { settings as words } from "./words.ts";

/** Where pages that belong to the settings lead back to. */
export const toSettings = { to: "/settings", label: words.title };
export const toServer = { to: "/settings/server", label: words.title };

/** The sections of the settings. */
export function SettingsTabs({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const sections = [
    { to: "/settings", label: words.workspace },
    ...(isEditor(openOf(me)) ? [{ to: "/settings/brand", label: words.brand }] : []),
    { to: "/settings/you", label: words.you },
    ...(me.role === "admin" ? [{ to: "/settings/server", label: words.server }] : []),
  ];
  return (
    <nav className={classes.tabs} aria-label={words.sections}>
      {sections.map(({ to, label }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={pathname === to ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
