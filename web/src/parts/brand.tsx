import { ActionIcon, Anchor, Group, Text, Tooltip, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Icon } from "./icon.tsx";
import { words } from "./words.ts";

export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const label = words.scheme[dark ? "light" : "dark"];
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

/** Four mosaic tiles that also look like the corner of a QR code. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" style={{ flex: "none" }}>
    <rect width="32" height="32" rx="7" fill="#0e5a54" />
    <path fill="#fffefc" d="M7 7h8v8H7zM17 17h8v8h-8z" />
    <path fill="#e0a458" d="M17 7h8v8h-8z" />
    <path fill="#86d6cb" d="M7 17h8v8H7z" />
  </svg>
);

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <Group gap={10} wrap="nowrap">
      <Mark size={size} />
      <Text fw={600} fz={size * 0.6} lh={1} style={{ letterSpacing: "-0.02em" }}>
        Tessera
      </Text>
    </Group>
  );
}

/** Required by DB-IP's licence wherever locations are shown. */
export function Attribution() {
  return (
    <Text fz={11} c="var(--text-3)" style={{ whiteSpace: "nowrap" }}>
      <Anchor href="https://db-ip.com" c="inherit" underline="always" inherit>
        {words.attribution}
      </Anchor>
      {words.licence}
    </Text>
  );
}
