import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { EncodeOfMany } from "../../parts/holds-choice.tsx";
import { inWords } from "../../parts/words.ts";

/** How the Wi-Fi codes among those that are printed will work, since guests are not online yet. */
export function NetworkNote({ ids, encode }: { ids: string[]; encode: EncodeOfMany }) {
  const { data } = useQuery({
    queryKey: ["networks"],
    queryFn: () => call.get<{ ids: string[] }>("/selection?type=wifi"),
  });
  const chosen = new Set(ids);
  const words = networkWords(data?.ids.filter((id) => chosen.has(id)).length ?? 0, encode);
  return words && <Text size="sm">{words}</Text>;
}

function networkWords(count: number, encode: EncodeOfMany): string {
  if (count === 0) return "";
  const codes = inWords.times(count, "Wi-Fi code");
  if (encode !== "share") return `${codes} ${count === 1 ? "holds" : "hold"} the network itself.`;
  return `${codes} ${count === 1 ? "holds" : "hold"} only a link: guests who are not online yet cannot use ${count === 1 ? "it" : "them"}.`;
}
