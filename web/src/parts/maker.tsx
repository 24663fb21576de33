import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Member } from "../api/types.ts";
import { madeByText } from "./made-by.ts";

interface MakerProps {
  /** The id of the user. */
  madeBy: string | null | undefined;
  /** What is said of a former member. */
  former?: string;
  size?: "xs" | "sm";
}

/** Who created something. */
export function Maker({ madeBy, former, size = "sm" }: MakerProps) {
  const list = useQuery({ queryKey: ["members"], queryFn: () => call.get<{ members: Member[] }>("/members") });
  const text = madeByText(madeBy, list.data?.members ?? [], former);
  if (text === null) return null;
  return (
    <Text size={size} c="dimmed" fw={400} style={{ overflowWrap: "anywhere" }}>
      {text}
    </Text>
  );
}
