import { TextInput } from "@mantine/core";
import { Part } from "../frame/boundary.tsx";
import { lazyPart } from "../frame/lazy-part.ts";
import type { DayFieldProps } from "./day-input.tsx";

const DayInput = lazyPart(() => import("./day-input.tsx"));

/** A day, typed or chosen in the dashboard's calendar. */
export function DayField(props: DayFieldProps) {
  const { label, description, required, withAsterisk, w, maw, ml } = props;
  const loading = <TextInput {...{ label, description, required, withAsterisk, w, maw, ml }} disabled />;
  return (
    <Part fallback={loading}>
      <DayInput {...props} />
    </Part>
  );
}
