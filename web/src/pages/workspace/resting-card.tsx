import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Brand } from "../../../../src/looks/look.ts";
import { call } from "../../api/call.ts";
import {
  AfterwardsFields,
  afterwardsFrom,
  afterwardsRules,
  afterwardsValues,
  placeAfterwards,
} from "../../forms/afterwards.tsx";
import { useCallForm } from "../../forms/call-form.ts";
import { Failure, tell } from "../../parts/notices.tsx";
import { BRAND_KEY, useBrand } from "./brand-card.tsx";
import { Section } from "./section.tsx";
import { resting as words } from "./words.ts";

/** Where visitors of paused and expired codes go, unless a code says it itself. */
export function RestingCard() {
  const brand = useBrand();
  return (
    <Section title={words.title}>
      {brand.isPending && <Skeleton h={200} role="status" aria-label={words.loading} />}
      {brand.isError && <Failure error={brand.error} retry={() => void brand.refetch()} />}
      {brand.data && <RestingForm held={brand.data} />}
    </Section>
  );
}

function RestingForm({ held }: { held: Brand }) {
  const cache = useQueryClient();
  const form = useCallForm(
    {
      initialValues: { website: held.website ?? "", ...afterwardsValues(held.afterwards) },
      validate: afterwardsRules,
      place: placeAfterwards,
    },
    async (values) => {
      const website = values.website.trim() || null;
      const brand = await call.put<Brand>("/brand", { ...held, website, afterwards: afterwardsFrom(values) });
      cache.setQueryData(BRAND_KEY, brand);
      tell(words.saved);
    },
  );
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
        <TextInput
          label={words.website}
          description={words.websiteHelp}
          placeholder="https://example.com"
          inputMode="url"
          autoComplete="url"
          {...form.getInputProps("website")}
        />
        <AfterwardsFields form={form} otherwise={words.otherwise} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={form.submitting}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
