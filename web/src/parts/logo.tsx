import { Group, Text } from "@mantine/core";

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
      <Text fw={700} fz={size * 0.68} lh={1} style={{ letterSpacing: "-0.02em" }}>
        Tessera
      </Text>
    </Group>
  );
}
