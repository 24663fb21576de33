import { Button, Group, Slider, Stack, Text } from "@mantine/core";
import { LOGO_SCALE } from "../../../../../src/rendering/style.ts";
import { LogoUpload, useLogoRemoval } from "../../../parts/logo-upload.tsx";
import { OwnLogos } from "../../../parts/own-logos.tsx";
import { LOOK } from "../words.ts";
import type { StyleProps } from "./parts.ts";

const FIRST_SCALE = 0.2;

/** The logo: by drop, paste or file dialog, and its size. */
export function LogoChoice({ style, change, problems }: StyleProps) {
  const { logo } = style;
  const choose = (id: string) =>
    change((now) => ({ logo: id === "none" ? null : { id, scale: now.logo?.scale ?? FIRST_SCALE } }));
  return (
    <Stack gap="xs">
      <OwnLogos value={logo?.id ?? "none"} choose={choose} />
      <LogoUpload wants="last" done={({ id }) => choose(id)} />
      {problems["style.logo"] && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problems["style.logo"]}
        </Text>
      )}
      {logo && <Scale logo={logo} change={change} />}
    </Stack>
  );
}

interface ScaleProps extends Pick<StyleProps, "change"> {
  logo: { id: string; scale: number };
}

function Scale({ logo, change }: ScaleProps) {
  const remove = useLogoRemoval();
  const percent = Math.round(logo.scale * 100);
  return (
    <Group align="flex-end" gap="lg">
      <div style={{ flex: "1 1 12rem" }}>
        <Text size="sm" fw={500} mb={4}>
          {LOOK.logoSize(percent)}
        </Text>
        <Slider
          min={LOGO_SCALE.least * 100}
          max={LOGO_SCALE.most * 100}
          value={percent}
          onChange={(value) => change({ logo: { ...logo, scale: value / 100 } })}
          label={(value) => `${value}%`}
          thumbLabel={LOOK.logoSizeLabel}
        />
      </div>
      <Button
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        size="compact-sm"
        onClick={() => remove(logo.id, () => change((now) => (now.logo?.id === logo.id ? { logo: null } : {})))}
      >
        {LOOK.deleteLogo}
      </Button>
    </Group>
  );
}
