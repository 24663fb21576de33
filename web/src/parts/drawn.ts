import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pictureAddress } from "./look-picture.tsx";

const PLAIN = { foregroundColor: "#1a1410", backgroundColor: "#ffffff", errorCorrection: "M", size: 256 };

function useDrawing(of: { content: string } | { sample: string }, enabled: boolean): string | undefined {
  const drawn = useQuery({
    queryKey: ["preview", "plain", of],
    queryFn: () => call.text("/preview", { ...PLAIN, ...of }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return drawn.data && pictureAddress(drawn.data);
}

/** A plain QR code of a text, drawn by the server; undefined while it is loading and for an empty text. */
export const useDrawn = (text: string) => useDrawing({ content: text }, text !== "");

/** As large and as dense as a code that is not saved will be. It holds the beginning of what that leads to. */
export const useDrawnSample = (leadsTo: string) => useDrawing({ sample: [...leadsTo].slice(0, 100).join("") }, true);
