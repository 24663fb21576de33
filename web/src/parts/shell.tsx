import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
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
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { basePath } from "../api/base.ts";
import { call } from "../api/call.ts";
import { clearQueries } from "../api/client.ts";
import type { Me } from "../api/types.ts";
import { Icon, type IconName } from "./icon.tsx";
import { LocalWarning } from "./local-warning.tsx";
import { Logo } from "./logo.tsx";
import { tellError } from "./notices.tsx";

const PLACES: { to: string; label: string; icon: IconName; admin?: boolean }[] = [
  { to: "/", label: "Codes", icon: "codes" },
  { to: "/keys", label: "API Keys", icon: "key" },
  { to: "/users", label: "Users", icon: "users", admin: true },
  { to: "/account", label: "Account", icon: "user" },
];

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

function Navigation({ me, close }: { me: Me; close: () => void }) {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const signOut = async () => {
    try {
      await call.post("/sign-out");
      clearQueries(client);
      client.setQueryData(["me"], null);
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <>
      <AppShell.Section grow component={ScrollArea} viewportProps={{ tabIndex: -1 }}>
        {PLACES.filter((place) => !place.admin || me.role === "admin").map((place) => (
          <NavLink
            key={place.to}
            component={Link}
            to={place.to}
            label={place.label}
            leftSection={<Icon name={place.icon} />}
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

export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Group gap="sm">
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
          <SchemeSwitch />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Navigation me={me} close={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} style={{ outline: "none" }}>
        <div style={{ maxWidth: 1200, margin: "0 auto" }}>
          <LocalWarning canClose />
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
