import type { ReactNode } from "react";
import type { Me } from "../api/types.ts";
import { isEditor, openOf, useMayEdit } from "../api/workspace.ts";
import { Page } from "./page.tsx";
import { editors as words } from "./words.ts";

/** Shows its children to those who may change the open workspace: the server would refuse a viewer. */
export const Editors = ({ children }: { children: ReactNode }) => useMayEdit() && children;

/** Instead of a page whose only purpose is to change something. */
export function ForEditors({ me, children }: { me: Me; children: ReactNode }) {
  if (isEditor(openOf(me))) return children;
  return (
    <Page title={words.title} lead={words.text} back={{ to: "/codes", label: words.allCodes }}>
      {null}
    </Page>
  );
}
