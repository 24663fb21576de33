import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { EncodeOfMany } from "../../parts/holds-choice.tsx";
import { words } from "./words.ts";

/** Says how the Wi-Fi codes among the selected ones will work, since guests are not online yet. */
export function NetworkNote({ ids, encode }: { ids: string[]; encode: EncodeOfMany }) {
  const { data } = useQuery({
    queryKey: ["networks"],
    queryFn: () => call.get<{ ids: string[] }>("/selection?type=wifi"),
  });
  const chosen = new Set(ids);
  const count = data?.ids.filter((id) => chosen.has(id)).length ?? 0;
  if (count === 0) return null;
  return <Text size="sm">{encode === "share" ? words.networks.linked(count) : words.networks.direct(count)}</Text>;
}
