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
  "#faf7f2",
  "#f4f0ea",
  "#eee8df",
  "#e4dcd2",
  "#cfc5b9",
  "#a89c8f",
  "#72675c",
  "#5c5249",
  "#463d35",
  "#1a1410",
];
const night: MantineColorsTuple = [
  "#f4eee7",
  "#d9d0c6",
  "#bfb4a8",
  "#a1968a",
  "#332d28",
  "#26211d",
  "#1c1916",
  "#1c1916",
  "#14110f",
  "#100e0c",
];
const amber: MantineColorsTuple = [
  "#fbf1d9",
  "#f6e4b8",
  "#ecd6a2",
  "#f0ca7e",
  "#e0a458",
  "#bd7a1e",
  "#9c6212",
  "#875609",
  "#744a06",
  "#5a3903",
];
const red: MantineColorsTuple = [
  "#fbeae7",
  "#f6d3cd",
  "#f0c8c2",
  "#ffa69d",
  "#ee7b70",
  "#d9564b",
  "#c23f34",
  "#b2332a",
  "#a3261d",
  "#7d1c15",
];

/** White on the dark scheme's light green and light red would be hard to read. */
const FILLED: Record<string, Record<string, string>> = {
  glass: { "--button-color": "var(--on-accent)", "--button-hover": "var(--accent-hover)" },
  red: { "--button-color": "var(--on-red)" },
};
const buttonVars = (_theme: unknown, props: { variant?: string; color?: string; size?: string }) => ({
  root: {
    ...((props.variant ?? "filled") === "filled" ? FILLED[props.color ?? "glass"] : {}),
    ...(props.size === undefined || props.size === "sm"
      ? { "--button-fz": "var(--mantine-font-size-md)", "--button-padding-x": "14px" }
      : {}),
  },
});

const DIALOG_TITLE = { fontWeight: 600, fontSize: "18px", lineHeight: "24px", letterSpacing: "-0.01em" };
const HINT = "var(--mantine-font-size-sm)";

export const theme: MantineThemeOverride = createTheme({
  primaryColor: "glass",
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { glass, amber, red, gray: stone, dark: night },
  fontFamily: 'Manrope, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  /** Body text; labels and controls; titles and figures. */
  fontWeights: { regular: "400", medium: "500", bold: "600" },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "18px" },
  lineHeights: { xs: "1.333", sm: "1.385", md: "1.429", lg: "1.467", xl: "1.333" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "32px", lineHeight: "38px" },
      h2: { fontSize: "24px", lineHeight: "30px" },
      h3: { fontSize: "18px", lineHeight: "24px" },
      h4: { fontSize: "15px", lineHeight: "22px" },
      h5: { fontSize: "15px", lineHeight: "22px" },
      h6: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "20px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "20px" },
  shadows: {
    xs: "var(--shadow-1)",
    sm: "var(--shadow-1)",
    md: "var(--shadow-2)",
    lg: "var(--shadow-3)",
    xl: "var(--shadow-3)",
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { vars: buttonVars },
    Card: { defaultProps: { withBorder: true, padding: "lg", radius: "lg" } },
    // Its placeholder for the focus is no child that a menu may have.
    Menu: { defaultProps: { shadow: "lg", withInitialFocusPlaceholder: false } },
    // Within a landmark: see index.html.
    Portal: { defaultProps: { target: "#overlays" } },
    Popover: { defaultProps: { shadow: "lg" } },
    Combobox: { defaultProps: { shadow: "lg" } },
    Tooltip: { defaultProps: { withArrow: true } },
    Modal: {
      defaultProps: { centered: true, radius: "lg", padding: "lg", closeButtonProps: { "aria-label": "Close" } },
      styles: { title: DIALOG_TITLE },
    },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } }, styles: { title: DIALOG_TITLE } },
    Badge: {
      defaultProps: { radius: "sm" },
      styles: { root: { textTransform: "none", fontWeight: 500, fontSize: "12px", letterSpacing: 0 } },
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      vars: () => ({
        label: { "--input-label-size": HINT },
        description: { "--input-description-size": HINT },
        error: { "--input-error-size": HINT },
      }),
    },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { "aria-label": "Show or hide the password" } },
    },
  },
});

/** Mantine's variables for the colours of tokens.css. */
const COLOURS = {
  "--mantine-color-body": "var(--card)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text-2)",
  "--mantine-color-placeholder": "var(--text-3)",
  "--mantine-color-error": "var(--red-text)",
  "--mantine-color-anchor": "var(--accent-text)",
  "--mantine-color-default": "var(--card)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
  "--mantine-color-glass-light": "var(--accent-soft)",
  "--mantine-color-glass-light-hover": "color-mix(in srgb, var(--accent) 22%, var(--card))",
  "--mantine-color-glass-light-color": "var(--accent-text)",
  "--mantine-color-gray-light": "var(--sunken)",
  "--mantine-color-gray-light-hover": "var(--line-soft)",
  "--mantine-color-gray-light-color": "var(--text-2)",
  "--mantine-color-amber-light": "var(--amber-bg)",
  "--mantine-color-amber-light-hover": "var(--amber-line)",
  "--mantine-color-amber-light-color": "var(--amber-text)",
  "--mantine-color-red-light": "var(--red-bg)",
  "--mantine-color-red-light-hover": "var(--red-line)",
  "--mantine-color-red-light-color": "var(--red-text)",
};

export const resolver: CSSVariablesResolver = () => ({
  variables: { "--rise": "150ms ease" },
  light: COLOURS,
  dark: COLOURS,
});
