import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Member } from "../api/types.ts";
import { madeByText } from "./made-by.ts";

/** Who created something, by the id of the user. */
export function Maker({ madeBy, size = "sm" }: { madeBy: string | null | undefined; size?: "xs" | "sm" }) {
  const list = useQuery({ queryKey: ["members"], queryFn: () => call.get<{ members: Member[] }>("/members") });
  const text = madeByText(madeBy, list.data?.members ?? []);
  if (text === null) return null;
  return (
    <Text size={size} c="dimmed" fw={400} style={{ overflowWrap: "anywhere" }}>
      {text}
    </Text>
  );
}
