import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Member } from "../api/types.ts";
import { maker as words } from "./words.ts";

/** Who created something, by the id of the user, if there are several members and they are one of them. */
export function Maker({ madeBy, size = "sm" }: { madeBy: string | null | undefined; size?: "xs" | "sm" }) {
  const list = useQuery({ queryKey: ["members"], queryFn: () => call.get<{ members: Member[] }>("/members") });
  const members = list.data?.members ?? [];
  const maker = members.find(({ userId }) => userId === madeBy);
  if (members.length < 2 || !maker) return null;
  return (
    <Text size={size} c="dimmed" fw={400} style={{ overflowWrap: "anywhere" }}>
      {words.by(maker.name || maker.email)}
    </Text>
  );
}
