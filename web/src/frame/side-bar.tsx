import { Box, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { basePath } from "../api/call.ts";
import { useWebhookNotices } from "../api/queries.ts";
import { searchOfView, useViews, viewOf } from "../api/tags.ts";
import type { Me } from "../api/types.ts";
import { Attribution, Logo, Mark } from "../parts/brand.tsx";
import { Icon } from "../parts/icon.tsx";
import { isHere, openWorkspace, type Place, placesFor } from "./commands.ts";
import { Keys, PALETTE_KEYS } from "./shortcuts.tsx";
import classes from "./side-bar.module.css";
import { useSignOut } from "./sign-out.tsx";
import { words } from "./words.ts";

const SCHEMES = Object.entries(words.schemes);

interface SideBarProps {
  me: Me;
  /** Closes the menu on a phone. */
  close: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

export function SideBar({ me, close, openPalette, openHelp }: SideBarProps) {
  const failing = useWebhookNotices().data?.length ?? 0;
  const places = placesFor(me);
  const links = (group: Place["group"]) => (
    <div className={classes.group}>
      {places
        .filter((place) => place.group === group)
        .map((place) => (
          <PlaceLink key={place.to} place={place} onClick={close}>
            {place.to === "/webhooks" && failing > 0 && <FailingDot count={failing} />}
          </PlaceLink>
        ))}
    </div>
  );
  return (
    <>
      {me.workspaces.length > 1 && <WorkspaceMenu me={me} />}
      <Box visibleFrom="sm">
        {me.workspaces.length === 1 && (
          <Link to="/" className={classes.home} aria-label={words.home}>
            <Logo size={26} />
          </Link>
        )}
        <UnstyledButton className={classes.search} onClick={openPalette}>
          <Icon name="search" size={16} />
          {words.search}
          <Keys keys={PALETTE_KEYS} />
        </UnstyledButton>
      </Box>
      <div className={classes.places}>
        {links("codes")}
        <ViewLinks onClick={close} />
        {links("account")}
      </div>
      <PersonMenu me={me} openHelp={openHelp} />
      <Box px={10}>
        <Attribution />
      </Box>
    </>
  );
}

function PlaceLink({ place, onClick, children }: { place: Place; onClick: () => void; children: ReactNode }) {
  const { pathname } = useLocation();
  const open = useOpenSearch();
  const isView = useViews().data?.some(({ query }) => searchOfView(query) === open);
  return (
    <Link
      to={place.to}
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

function FailingDot({ count }: { count: number }) {
  const label = words.failingWebhooks(count);
  return <span role="img" aria-label={label} title={label} className={classes.dot} />;
}

/** Of the first and the last name; of the address while there is none. */
function initialsOf({ name, email }: Me): string {
  const names = name.split(/\s+/).filter(Boolean);
  const letters = names.length > 1 ? [names[0]!, names.at(-1)!].map((each) => [...each][0]) : [...(names[0] ?? email)];
  return letters.slice(0, 2).join("").toUpperCase();
}

/** Names the open workspace and opens another one. */
function WorkspaceMenu({ me: { workspaces, workspaceId } }: { me: Me }) {
  return (
    <Menu position="bottom-start" width={232} shadow="lg">
      <Menu.Target>
        <UnstyledButton className={classes.workspace}>
          <Mark size={26} />
          <VisuallyHidden>{words.workspaceOpen}</VisuallyHidden>
          <Text fw={600} truncate flex={1}>
            {workspaces.find(({ id }) => id === workspaceId)?.name}
          </Text>
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
      </Menu.Dropdown>
    </Menu>
  );
}

function PersonMenu({ me, openHelp }: { me: Me; openHelp: () => void }) {
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
        <Menu.Item component="a" href={`${basePath}/docs`} leftSection={<Icon name="book" size={16} />}>
          {words.reference}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="keyboard" size={16} />}
          rightSection={<Keys keys={["?"]} />}
          onClick={openHelp}
        >
          {words.shortcuts}
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
