import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/** The green of old glass tesserae; the rest is warm stone, as on the public pages. */
const glass: MantineColorsTuple = [
  "#e6f4f1",
  "#cfe8e3",
  "#a9dbd2",
  "#86d6cb",
  "#4fab9d",
  "#2f9485",
  "#197b6e",
  "#0e665c",
  "#0e5a54",
  "#0a443f",
];
const stone: MantineColorsTuple = [
  "#faf8f5",
  "#f4f0ea",
  "#ebe5dd",
  "#e4dcd2",
  "#cfc5b9",
  "#a89c8f",
  "#7d7166",
  "#665b51",
  "#463d35",
  "#1a1410",
];
const night: MantineColorsTuple = [
  "#f4eee7",
  "#d9d0c6",
  "#b9ada1",
  "#9a8f84",
  "#4a423b",
  "#3a332d",
  "#2a2521",
  "#1f1b18",
  "#14110f",
  "#0e0c0a",
];
const clay: MantineColorsTuple = [
  "#fbeee7",
  "#f5dccf",
  "#eabda6",
  "#de9b79",
  "#d27d53",
  "#c2643c",
  "#ab5430",
  "#8f4527",
  "#743820",
  "#572a19",
];

/** White on the light green of the dark scheme would be hard to read. */
const filledText = (_theme: unknown, props: { variant?: string; color?: string }) => ({
  root:
    (props.variant ?? "filled") === "filled" && props.color === undefined
      ? { "--button-color": "var(--mantine-primary-color-contrast)" }
      : {},
});

/** Coloured text on a pale badge has too little contrast. */
const badgeText = (_theme: unknown, { variant = "filled" }: { variant?: string }) => ({
  root: { textTransform: "none" as const, fontWeight: 600 },
  ...(variant === "filled" ? {} : { label: { color: "var(--mantine-color-text)" } }),
});

export const theme: MantineThemeOverride = createTheme({
  primaryColor: "glass",
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { glass, clay, gray: stone, dark: night },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, Menlo, Consolas, "Roboto Mono", monospace',
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { vars: filledText },
    Card: { defaultProps: { withBorder: true, padding: "lg", radius: "lg" } },
    Tooltip: { defaultProps: { withArrow: true } },
    Modal: {
      defaultProps: { centered: true, radius: "lg", closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { fontWeight: 650, fontSize: "var(--mantine-font-size-lg)" } },
    },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Notification: { defaultProps: { withBorder: true } },
    Badge: { styles: badgeText },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { "aria-label": "Show or hide the password" } },
    },
  },
});

export const resolver: CSSVariablesResolver = () => ({
  variables: { "--rise": "150ms ease" },
  light: {
    "--mantine-color-body": "#fffefc",
    "--mantine-color-text": "#1a1410",
    "--mantine-color-dimmed": "#665b51",
    "--mantine-color-placeholder": "#7d7166",
    "--mantine-color-error": "#b3261e",
    "--page": "#f4f0ea",
    "--line": "#e4dcd2",
    "--soft": "#f4f0ea",
    "--accent": "#0e5a54",
    "--bar": "#a9dbd2",
    "--star": "#a8620f",
    "--land": "#e4dcd2",
  },
  dark: {
    "--mantine-color-body": "#1f1b18",
    "--mantine-color-text": "#f4eee7",
    "--mantine-color-dimmed": "#b9ada1",
    "--mantine-color-placeholder": "#9a8f84",
    "--mantine-color-error": "#ff9d94",
    "--page": "#14110f",
    "--line": "#3a332d",
    "--soft": "#2a2521",
    "--accent": "#86d6cb",
    "--bar": "#22524c",
    "--star": "#e0a458",
    "--mantine-primary-color-contrast": "#08211e",
    "--mantine-color-glass-light": "rgba(134, 214, 203, 0.13)",
    "--mantine-color-glass-light-hover": "rgba(134, 214, 203, 0.2)",
    "--mantine-color-glass-light-color": "#86d6cb",
    "--mantine-color-anchor": "#86d6cb",
    "--land": "#3a332d",
  },
});
