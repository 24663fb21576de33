import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { emailProblem, useCallForm } from "../../forms/call-form.ts";
import { SettingsTabs } from "../../frame/settings-tabs.tsx";
import { settings } from "../../frame/words.ts";
import { tell } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { BrandCard } from "./brand-card.tsx";
import { RestingCard } from "./resting-card.tsx";
import { Section } from "./section.tsx";
import { words } from "./words.ts";

/** What visitors see of the workspace. */
export default function BrandPage({ me }: { me: Me }) {
  return (
    <Page title={settings.title}>
      <SettingsTabs me={me} />
      <Stack>
        <BrandCard />
        <RestingCard />
        <Contact held={me.contact} />
      </Stack>
    </Page>
  );
}

/** The contact address for visitors of expired codes. */
function Contact({ held }: { held: string | null }) {
  const cache = useQueryClient();
  const initialValues = { contact: held ?? "" };
  const validate = { contact: (contact: string) => (contact.trim() === "" ? null : emailProblem(contact)) };
  const form = useCallForm({ initialValues, validate }, async (values) => {
    const contact = values.contact.trim() || null;
    await call.post("/contact", { contact });
    cache.setQueryData<Me>(["me"], (me) => me && { ...me, contact });
    tell(contact ? words.contactSet : words.contactUnset);
  });
  return (
    <Section title={words.contact}>
      <form {...form.props}>
        <Stack>
          <TextInput
            label={words.contactLabel}
            description={words.contactHelp}
            type="email"
            {...form.getInputProps("contact")}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={form.submitting}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
