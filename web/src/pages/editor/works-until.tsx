import { Radio, Stack, TextInput } from "@mantine/core";
import { inWords } from "../../parts/words.ts";
import { dayOf, type Expiry } from "./expiry.ts";

interface WorksUntilProps {
  expiry: Expiry;
  change: (expiry: Expiry) => void;
  error: string | undefined;
  /** When the code ends as it is saved now; none for a new one. */
  endsNow: string | undefined;
}

/** Until when the code works: as long as it is scanned, or a fixed day. */
export function WorksUntil({ expiry, change, error, endsNow }: WorksUntilProps) {
  return (
    <Radio.Group
      label="Works until"
      description={endsNow && `As saved now: ${inWords.day(endsNow)}.`}
      value={expiry.fixed ? "fixed" : "sliding"}
      onChange={(value) => change({ ...expiry, fixed: value === "fixed" })}
    >
      <Stack gap="sm" mt="xs">
        <Radio
          value="sliding"
          label="As long as it is scanned"
          description="It ends a year after the last scan, so a code in use never dies."
        />
        <Radio
          value="fixed"
          label="A day I choose"
          description="For a campaign or an event. Visitors then read that it has ended."
        />
        {expiry.fixed && (
          <TextInput
            type="date"
            name="until"
            label="Last day"
            required
            maw={260}
            ml={32}
            min={dayOf(new Date())}
            value={expiry.until}
            onChange={(event) => change({ ...expiry, until: event.currentTarget.value })}
            error={error}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
