import { useLocalStorage } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Brand } from "../../../../src/looks/look.ts";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { isEditor, openOf } from "../../api/workspace.ts";
import type { IconName } from "../../parts/icon.tsx";

export type StepKey = "address" | "print" | "brand" | "people";

interface Step {
  key: StepKey;
  icon: IconName;
  /** Null: something on the page. */
  to: string | null;
}

const MOST = 3;

/** The next steps of a person in the open workspace. What is done is derived; what is dismissed stays in the browser. */
export function useSteps() {
  const me = useQueryClient().getQueryData<Me>(["me"])!;
  const open = openOf(me);
  const [dismissed, setDismissed] = useLocalStorage<StepKey[]>({
    key: `tessera.dismissed-steps.${me.id}.${open.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const brand = useQuery({ queryKey: ["brand"], queryFn: () => call.get<Brand>("/brand") }).data;
  const members = useQuery({
    queryKey: ["members"],
    queryFn: () => call.get<{ members: unknown[] }>("/members"),
  }).data?.members;
  const all: (Step & { isOpen: boolean })[] = [
    { key: "address", icon: "alert", to: "/settings/server", isOpen: me.service.isLocal && me.role === "admin" },
    { key: "print", icon: "print", to: null, isOpen: true },
    {
      key: "brand",
      icon: "look",
      to: "/settings/brand",
      isOpen: !!brand && !brand.name && !brand.color && !brand.logoId && isEditor(open),
    },
    { key: "people", icon: "users", to: "/people", isOpen: members?.length === 1 && open.role === "owner" },
  ];
  return {
    steps: all.filter(({ key, isOpen }) => isOpen && !dismissed.includes(key)).slice(0, MOST),
    dismiss: (key: StepKey) => setDismissed((before) => [...before, key]),
  };
}
