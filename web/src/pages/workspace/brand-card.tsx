import { Button, Card, Group, Skeleton, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Brand } from "../../../../src/looks/look.ts";
import { OWN_COLOR } from "../../../../src/rendering/colors.ts";
import { call } from "../../api/call.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { ColorField } from "../../parts/color-field.tsx";
import { colorProblem } from "../../parts/contrast.ts";
import { sentence } from "../../parts/formats.ts";
import { LogoUpload } from "../../parts/logo-upload.tsx";
import { Failure, tell } from "../../parts/notices.tsx";
import { OwnLogos } from "../../parts/own-logos.tsx";
import classes from "./brand.module.css";
import { BrandPreview } from "./brand-preview.tsx";
import { words } from "./words.ts";

export const BRAND_KEY = ["brand"];
const COLORS = [OWN_COLOR, "#1f3a68", "#5a2350", "#9c4221", "#1a1410", "#f2b705"];
const NO_LOGO = "none";

export const useBrand = () => useQuery({ queryKey: BRAND_KEY, queryFn: () => call.get<Brand>("/brand") });

export function BrandCard() {
  const brand = useBrand();
  return (
    <Card component="section" aria-label={words.brand}>
      <Title order={2} size="h5">
        {words.brand}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {words.brandLead}
      </Text>
      {brand.isPending && <Skeleton h={320} role="status" aria-label={words.brandLoading} />}
      {brand.isError && <Failure error={brand.error} retry={() => void brand.refetch()} />}
      {brand.data && <BrandForm held={brand.data} />}
    </Card>
  );
}

function BrandForm({ held }: { held: Brand }) {
  const cache = useQueryClient();
  const form = useCallForm(
    {
      initialValues: {
        name: held.name ?? "",
        color: held.color ?? OWN_COLOR,
        logoId: held.logoId ?? NO_LOGO,
        showFooter: held.showFooter,
      },
      validate: { color: colorProblem },
      place: ({ logoId, ...fields }) => ({
        ...Object.fromEntries(Object.entries(fields).map(([field, what]) => [field, sentence(what)])),
        ...(logoId === undefined ? {} : { logoId: words.brandLogoGone }),
      }),
    },
    async ({ name, color, logoId, showFooter }) => {
      const brand = await call.put<Brand>("/brand", {
        ...held,
        name: name.trim() || null,
        color: color === OWN_COLOR ? null : color,
        logoId: logoId === NO_LOGO ? null : logoId,
        showFooter,
      });
      cache.setQueryData(BRAND_KEY, brand);
      tell(words.brandSaved);
    },
  );
  const { name, color, logoId, showFooter } = form.values;
  const choose = (id: string) => form.setFieldValue("logoId", id);
  return (
    <form {...form.props} className={classes.brand}>
      <Stack>
        <TextInput
          label={words.brandName}
          description={words.brandNameHelp}
          maxLength={100}
          autoComplete="organization"
          {...form.getInputProps("name")}
        />
        <ColorField
          label={words.brandColor}
          name="color"
          value={color}
          change={(value) => form.setFieldValue("color", value)}
          swatches={COLORS}
          problem={form.errors.color as string | undefined}
        />
        <Stack gap="xs">
          <OwnLogos value={logoId} choose={choose} />
          <LogoUpload wants="last" done={({ id }) => choose(id)} />
          {form.errors.logoId && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {form.errors.logoId}
            </Text>
          )}
        </Stack>
        <Switch label={words.brandFooter} {...form.getInputProps("showFooter", { type: "checkbox" })} />
      </Stack>
      <BrandPreview
        name={name.trim()}
        color={color}
        logoId={logoId === NO_LOGO ? null : logoId}
        showFooter={showFooter}
      />
      <Group justify="flex-end" className={classes.save}>
        <Button type="submit" variant="default" loading={form.submitting}>
          {words.save}
        </Button>
      </Group>
    </form>
  );
}
