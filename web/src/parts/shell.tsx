import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { basePath } from "../api/call.ts";
import { ended } from "../api/session.ts";
import { useSignal } from "../api/signal.ts";
import type { Me } from "../api/types.ts";
import { Announcer, useScrollToTop } from "../frame/arrival.tsx";
import { Part } from "../frame/boundary.tsx";
import { placesFor } from "../frame/commands.ts";
import { lazyPart } from "../frame/lazy-part.ts";
import { OfflineBar } from "../frame/offline-bar.tsx";
import { Keys, PALETTE_KEYS, useShortcuts } from "../frame/shortcuts.tsx";
import { useSignOut } from "../frame/sign-out.tsx";
import { useNotices } from "../pages/webhooks/queries.ts";
import { Icon } from "./icon.tsx";
import { LocalWarning } from "./local-warning.tsx";
import classes from "./shell.module.css";
import { inWords } from "./words.ts";

const SignInAgain = lazyPart(() => import("../frame/sign-in-again.tsx"));

export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const label = dark ? "Light colours" : "Dark colours";
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(dark ? "light" : "dark")}
      >
        <Icon name={dark ? "sun" : "moon"} />
      </ActionIcon>
    </Tooltip>
  );
}

function isHere(to: string, path: string): boolean {
  return to === "/" ? path === "/" || path.startsWith("/codes") : path.startsWith(to);
}

export function Attribution() {
  return (
    <Text fz={11} c="dimmed" style={{ whiteSpace: "nowrap" }}>
      <Anchor href="https://db-ip.com" c="dimmed" underline="always" inherit>
        IP geolocation by DB-IP
      </Anchor>
      , CC BY 4.0
    </Text>
  );
}

function FailingDot({ count }: { count: number }) {
  const label = inWords.times(count, "webhook is failing", "webhooks are failing");
  return <Box role="img" aria-label={label} title={label} w={8} h={8} bg="red" style={{ borderRadius: "50%" }} />;
}

function Navigation({ me, close, openHelp }: { me: Me; close: () => void; openHelp: () => void }) {
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const failing = useNotices().data?.length ?? 0;
  return (
    <>
      <AppShell.Section grow component={ScrollArea} viewportProps={{ tabIndex: -1 }}>
        {placesFor(me).map((place) => (
          <NavLink
            key={place.to}
            component={Link}
            to={place.to}
            label={place.label}
            leftSection={<Icon name={place.icon} />}
            rightSection={place.to === "/webhooks" && failing > 0 && <FailingDot count={failing} />}
            active={isHere(place.to, pathname)}
            aria-current={isHere(place.to, pathname) ? "page" : undefined}
            onClick={close}
            style={{ borderRadius: "var(--mantine-radius-md)" }}
          />
        ))}
        <NavLink
          href={`${basePath}/docs`}
          label="API reference"
          leftSection={<Icon name="book" />}
          style={{ borderRadius: "var(--mantine-radius-md)" }}
        />
      </AppShell.Section>
      <AppShell.Section>
        <Stack gap={6}>
          <NavLink
            component="button"
            label="Keyboard shortcuts"
            leftSection={<Icon name="keyboard" />}
            rightSection={<Keys keys={["?"]} />}
            onClick={openHelp}
            visibleFrom="sm"
            style={{ borderRadius: "var(--mantine-radius-md)" }}
          />
          <NavLink
            component="button"
            label="Sign out"
            description={me.email}
            leftSection={<Icon name="out" />}
            onClick={signOut}
            style={{ borderRadius: "var(--mantine-radius-md)" }}
          />
          <Group px="sm">
            <Attribution />
          </Group>
        </Stack>
      </AppShell.Section>
    </>
  );
}

function PaletteButton({ open }: { open: () => void }) {
  const label = "Search or go to";
  return (
    <>
      <Button
        variant="default"
        size="sm"
        c="dimmed"
        fw={400}
        visibleFrom="sm"
        onClick={open}
        leftSection={<Icon name="search" size={16} />}
        rightSection={<Keys keys={PALETTE_KEYS} />}
      >
        {label}…
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={open} aria-label={label}>
        <Icon name="search" />
      </ActionIcon>
    </>
  );
}

/** What stays around every page: header, navigation, and the windows that open from anywhere. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure();
  const { openPalette, openHelp, windows } = useShortcuts(me);
  useScrollToTop();
  return (
    <AppShell
      header={{ height: { base: 52, sm: 60 } }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h={{ base: 52, sm: 60 }} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? "Close the menu" : "Open the menu"}
              aria-expanded={opened}
            />
            <Link to="/" className="plain" aria-label="Tessera, all codes">
              <Logo />
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <PaletteButton open={openPalette} />
            <SchemeSwitch />
          </Group>
        </Group>
        <OfflineBar />
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Navigation me={me} close={close} openHelp={openHelp} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} style={{ outline: "none" }}>
        <div className={classes.page}>
          <LocalWarning canClose />
          {children}
        </div>
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

/** Four tiles of a mosaic, which are also the corner of a code. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <Group gap={10} wrap="nowrap">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" fill="#0e5a54" />
        <path fill="#fffefc" d="M7 7h8v8H7zM17 17h8v8h-8z" />
        <path fill="#e0a458" d="M17 7h8v8h-8z" />
        <path fill="#86d6cb" d="M7 17h8v8H7z" />
      </svg>
      <Text fw={600} fz={size * 0.68} lh={1} style={{ letterSpacing: "-0.02em" }}>
        Tessera
      </Text>
    </Group>
  );
}
