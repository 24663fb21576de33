import { Radio, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Afterwards } from "../../../src/routing/afterwards.ts";
import { sentence } from "../parts/formats.ts";
import { required } from "./call-form.ts";
import { afterwards as words } from "./words.ts";

/** Where visitors of a paused or expired code go, as the values of a form. */
export interface AfterwardsValues {
  goTo: "default" | "message" | "to";
  message: string;
  to: string;
}

export const afterwardsValues = (held: Afterwards | null): AfterwardsValues => ({
  goTo: held === null ? "default" : "to" in held ? "to" : "message",
  message: held !== null && "message" in held ? held.message : "",
  to: held !== null && "to" in held ? held.to : "",
});

export function afterwardsFrom({ goTo, message, to }: AfterwardsValues): Afterwards | null {
  if (goTo === "default") return null;
  return goTo === "to" ? { to: to.trim() } : { message: message.trim() };
}

/** Rules for the input that is shown. */
export const afterwardsRules = {
  message: (message: string, { goTo }: AfterwardsValues) =>
    goTo === "message" ? required(words.noMessage)(message) : null,
  to: (to: string, { goTo }: AfterwardsValues) => (goTo === "to" ? required(words.noAddress)(to) : null),
};

/** The server's problems at their inputs. */
export const placeAfterwards = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, what]) => [field.replace(/^afterwards\./, ""), sentence(what)]),
  );

interface AfterwardsFieldsProps {
  // biome-ignore lint/suspicious/noExplicitAny: a form that has more values than these.
  form: Pick<UseFormReturnType<any>, "values" | "getInputProps">;
  /** What happens if nothing is chosen here. */
  otherwise: string;
}

export function AfterwardsFields({ form, otherwise }: AfterwardsFieldsProps) {
  const { goTo } = form.values as AfterwardsValues;
  return (
    <Stack gap="sm">
      <Radio.Group label={words.visitorsGet} {...form.getInputProps("goTo")}>
        <Stack gap={4} mt={4}>
          <Radio value="default" label={otherwise} mih={32} />
          <Radio value="message" label={words.ownWords} mih={32} />
          <Radio value="to" label={words.ownAddress} mih={32} />
        </Stack>
      </Radio.Group>
      {goTo === "message" && (
        <Textarea
          label={words.message}
          description={words.messageHelp}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps("message")}
        />
      )}
      {goTo === "to" && (
        <TextInput
          label={words.to}
          description={words.toHelp}
          placeholder="https://example.com"
          inputMode="url"
          autoComplete="off"
          {...form.getInputProps("to")}
        />
      )}
    </Stack>
  );
}
