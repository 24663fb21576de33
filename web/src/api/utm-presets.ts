import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UtmPreset } from "../../../src/workspaces/people.ts";
import { call, isStale } from "./call.ts";

export type { UtmPreset };

const PATH = "/utm-presets";
const KEY = ["utm-presets"];

interface Presets {
  presets: UtmPreset[];
}

export const useUtmPresets = () =>
  useQuery({ queryKey: KEY, queryFn: async () => (await call.get<Presets>(PATH)).presets });

/** Changes the list as it is now: others may have changed it since it was shown. */
async function change(edit: (presets: UtmPreset[]) => UtmPreset[]): Promise<Presets> {
  const { value, tag } = await call.tagged<Presets>(PATH);
  try {
    return await call.put<Presets>(PATH, { presets: edit(value.presets) }, tag);
  } catch (error) {
    if (!isStale(error)) throw error;
    return change(edit);
  }
}

export function useChangeUtmPresets() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ presets }) => cache.setQueryData(KEY, presets),
  });
}
