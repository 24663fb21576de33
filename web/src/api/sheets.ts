import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SheetPlan } from "../../../src/codes/print-sheets.ts";
import type { Sheet } from "../../../src/rendering/sheet/layout.ts";
import { call } from "./call.ts";

export type { TooSmall } from "../../../src/codes/print-sheets.ts";
export type { Sheet, TextPlace } from "../../../src/rendering/sheet/layout.ts";

export type NamedSheet = Sheet & { name: string; title: string };

/** As the server has it. */
export const MOST_ON_SHEETS = 2000;

export const useSheets = () =>
  useQuery({
    queryKey: ["sheets"],
    queryFn: () => call.get<NamedSheet[]>("/sheets"),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What would be printed, and its first page. Null asks for nothing. */
export const useSheetPreview = (body: object | null) =>
  useQuery({
    queryKey: ["sheet", body],
    queryFn: async ({ signal }) => {
      const answer = await call.made("/preview/sheet", body, signal);
      return (await answer.json()) as SheetPlan & { svg: string };
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
