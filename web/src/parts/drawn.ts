import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pictureAddress } from "./look-picture.tsx";

const PLAIN = { foregroundColor: "#1a1410", backgroundColor: "#ffffff", errorCorrection: "M", size: 256 };

/** A plain QR code of a text, drawn by the server; undefined while it is loading and for an empty text. */
export function useDrawn(text: string): string | undefined {
  const drawn = useQuery({
    queryKey: ["preview", "plain", text],
    queryFn: () => call.text("/preview", { ...PLAIN, content: text }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: text !== "",
  });
  return drawn.data && pictureAddress(drawn.data);
}
