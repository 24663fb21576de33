import { Link, useLocation } from "react-router";
import type { Me } from "../api/types.ts";
import { placesFor } from "./commands.ts";
import { words } from "./words.ts";
import classes from "./workspace-tabs.module.css";

/** Leads from each page of a workspace to the others. */
export function WorkspaceTabs({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const others = placesFor(me).filter(({ group }) => group === "workspace");
  return (
    <nav className={classes.tabs} aria-label={words.workspacePages}>
      {[{ to: "/workspace", label: words.general }, ...others].map(({ to, label }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={pathname === to ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
