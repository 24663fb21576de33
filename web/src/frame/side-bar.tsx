import { Badge, Box, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { basePath } from "../api/call.ts";
import { searchOfView, useViews, viewOf } from "../api/tags.ts";
import type { Me } from "../api/types.ts";
import { isEditor, openOf } from "../api/workspace.ts";
import { Attribution, Mark } from "../parts/brand.tsx";
import { Icon } from "../parts/icon.tsx";
import { lazyDialog } from "./boundary.tsx";
import { isHere, openWorkspace, type Place, placesFor } from "./commands.ts";
import { FailingDot } from "./failing-dot.tsx";
import { useLastPeriod } from "./last-period.ts";
import { Keys, PALETTE_KEYS } from "./shortcuts.tsx";
import classes from "./side-bar.module.css";
import { useSignOut } from "./sign-out.tsx";
import { words } from "./words.ts";

const NewWorkspace = lazyDialog(() => import("./new-workspace.tsx"));

const SCHEMES = Object.entries(words.schemes);

interface SideBarProps {
  me: Me;
  /** Closes the menu on a phone. */
  close: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

export function SideBar({ me, close, openPalette, openHelp }: SideBarProps) {
  const places = placesFor(me);
  const links = (side: Place["side"]) => (
    <div className={classes.group}>
      {places
        .filter((place) => place.side === side)
        .map((place) => (
          <PlaceLink key={place.to} place={place} onClick={close}>
            {place.to === "/settings" && <FailingDot />}
          </PlaceLink>
        ))}
    </div>
  );
  return (
    <>
      <WorkspaceMenu me={me} />
      <Box visibleFrom="sm">
        <UnstyledButton className={classes.search} onClick={openPalette}>
          <Icon name="search" size={16} />
          {words.search}
          <Keys keys={PALETTE_KEYS} />
        </UnstyledButton>
      </Box>
      <div className={classes.places}>
        {links("top")}
        <ViewLinks onClick={close} />
        {links("bottom")}
      </div>
      <PersonMenu {...{ me, close, openHelp }} />
      <Box px={10}>
        <Attribution />
      </Box>
    </>
  );
}

/** Pages that share their period. */
const COUNTING = ["/", "/codes"];

function PlaceLink({ place, onClick, children }: { place: Place; onClick: () => void; children: ReactNode }) {
  const { pathname } = useLocation();
  const open = useOpenSearch();
  const period = useLastPeriod();
  const isView = useViews().data?.some(({ query }) => searchOfView(query) === open);
  return (
    <Link
      to={COUNTING.includes(place.to) && period ? `${place.to}?${period}` : place.to}
      className={classes.link}
      aria-current={isHere(place, pathname) && !isView ? "page" : undefined}
      onClick={onClick}
    >
      <Icon name={place.icon} />
      {place.label}
      {children}
    </Link>
  );
}

/** The filter and order of the list on the page; null on other pages and without any. */
function useOpenSearch(): string | null {
  const { pathname, search } = useLocation();
  const open = pathname === "/codes" ? viewOf(new URLSearchParams(search)) : null;
  return open && searchOfView(open);
}

/** Lists with a name. */
function ViewLinks({ onClick }: { onClick: () => void }) {
  const views = useViews().data ?? [];
  const open = useOpenSearch();
  if (views.length === 0) return null;
  return (
    <nav className={classes.group} aria-label={words.views}>
      <Text className={classes.heading} aria-hidden>
        {words.viewsHeading}
      </Text>
      {views.map(({ id, name, query }) => (
        <Link
          key={id}
          to={`/codes?${searchOfView(query)}`}
          className={classes.link}
          aria-current={open === searchOfView(query) ? "page" : undefined}
          title={name}
          onClick={onClick}
        >
          <Icon name="bookmark" />
          <span className={classes.cut}>{name}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Of the first and the last name; of the address while there is none. */
function initialsOf({ name, email }: Me): string {
  const names = name.split(/\s+/).filter(Boolean);
  const letters = names.length > 1 ? [names[0]!, names.at(-1)!].map((each) => [...each][0]) : [...(names[0] ?? email)];
  return letters.slice(0, 2).join("").toUpperCase();
}

/** Names the open workspace, opens another one, and creates one. */
function WorkspaceMenu({ me }: { me: Me }) {
  const { workspaces, workspaceId } = me;
  const open = openOf(me);
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Menu position="bottom-start" width={232} shadow="lg">
        <Menu.Target>
          <UnstyledButton className={classes.workspace}>
            <Mark size={26} />
            <VisuallyHidden>{words.workspaceOpen}</VisuallyHidden>
            <Text fw={600} truncate flex={1}>
              {open.name}
            </Text>
            {!isEditor(open) && <ViewerChip />}
            <Icon name="choose" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
          <Menu.Label>{words.workspaces}</Menu.Label>
          <Menu.RadioGroup value={workspaceId} onChange={(id) => openWorkspace(id)}>
            {workspaces.map(({ id, name }) => (
              <Menu.RadioItem key={id} value={id} style={{ overflowWrap: "anywhere" }}>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {words.newWorkspace}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCreating && <NewWorkspace onClose={() => setCreating(false)} />}
    </>
  );
}

export const ViewerChip = () => (
  <Badge variant="light" color="gray" size="sm" title={words.viewerText} style={{ flex: "none" }}>
    {words.viewer}
  </Badge>
);

function PersonMenu({ me, close, openHelp }: Pick<SideBarProps, "me" | "close" | "openHelp">) {
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={232} shadow="lg">
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <span className={classes.initials} aria-hidden>
            {initialsOf(me)}
          </span>
          <VisuallyHidden>{words.menuFor}</VisuallyHidden>
          <Text size="sm" c="dimmed" truncate flex={1} title={me.email}>
            {me.name || me.email}
          </Text>
          <Icon name="dots" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings/you" onClick={close} leftSection={<Icon name="user" size={16} />}>
          {words.account}
        </Menu.Item>
        <Menu.Item component="a" href={`${basePath}/docs`} leftSection={<Icon name="book" size={16} />}>
          {words.reference}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="keyboard" size={16} />}
          rightSection={<Keys keys={["?"]} />}
          onClick={openHelp}
        >
          {words.help}
        </Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          {SCHEMES.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value} pl="md">
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" size={16} />} onClick={signOut}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
