import { ActionIcon, AppShell, Burger } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { ended } from "../api/session.ts";
import { useSignal } from "../api/signal.ts";
import type { Me } from "../api/types.ts";
import { isEditor, openOf } from "../api/workspace.ts";
import { Editors } from "../parts/editors.tsx";
import { Icon } from "../parts/icon.tsx";
import { Announcer, useScrollToTop, withLastSearch } from "./arrival.tsx";
import { Part } from "./boundary.tsx";
import { isHere, placesFor } from "./commands.ts";
import { lazyPart } from "./lazy-part.ts";
import { OfflineBar } from "./offline-bar.tsx";
import classes from "./shell.module.css";
import { useShortcuts } from "./shortcuts.tsx";
import { SideBar, ViewerChip } from "./side-bar.tsx";
import { words } from "./words.ts";

const SignInAgain = lazyPart(() => import("./sign-in-again.tsx"));

/** The frame of every page: side bar, top bar on phones, and dialogs that open from anywhere. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure();
  const { openPalette, openHelp, windows } = useShortcuts(me);
  const { pathname } = useLocation();
  const place = placesFor(me).find((one) => isHere(one, pathname));
  // A place's own page has its name as the title.
  const above = place?.to === pathname ? undefined : place;
  useScrollToTop();
  useHotkeys(opened ? [["Escape", close]] : [], []);
  // A question is about the page it was asked on.
  useEffect(() => modals.closeAll(), [pathname]);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !opened } }}
    >
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.top}>
        <Burger
          opened={opened}
          onClick={toggle}
          size="sm"
          aria-label={opened ? words.closeMenu : words.openMenu}
          aria-expanded={opened}
        />
        <Link to={withLastSearch(above?.to ?? "/")} className={classes.place} onClick={close}>
          {above?.label ?? openOf(me).name}
        </Link>
        {!isEditor(openOf(me)) && <ViewerChip />}
        <ActionIcon variant="subtle" color="gray" size={44} onClick={openPalette} aria-label={words.search}>
          <Icon name="search" size={20} />
        </ActionIcon>
        <Editors>
          <ActionIcon
            component={Link}
            to="/codes/new"
            variant="subtle"
            color="gray"
            size={44}
            onClick={close}
            aria-label={words.newCode}
          >
            <Icon name="plus" size={20} />
          </ActionIcon>
        </Editors>
      </AppShell.Header>
      <AppShell.Navbar className={classes.side} aria-label={words.pages}>
        <SideBar {...{ me, close, openPalette, openHelp }} />
      </AppShell.Navbar>
      {/* On a phone the menu covers the page. */}
      <AppShell.Main id="main" tabIndex={-1} inert={opened} style={{ outline: "none" }}>
        <OfflineBar />
        <div className={classes.page}>{children}</div>
      </AppShell.Main>
      <Announcer />
      {windows}
      {useSignal(ended) && (
        <Part fallback={null}>
          <SignInAgain me={me} />
        </Part>
      )}
    </AppShell>
  );
}
