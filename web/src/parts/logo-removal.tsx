import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useRemoveLogo } from "../api/looks.ts";
import { tell, tellError } from "./notices.tsx";

/** Asks first: what was uploaded is not kept anywhere else. */
export function useLogoRemoval(): (id: string, then?: () => void) => void {
  const removal = useRemoveLogo();
  return (id, then) =>
    modals.openConfirmModal({
      title: "Delete this logo?",
      children: (
        <Text size="sm">What you uploaded is kept nowhere else. One that a code or a look still shows stays.</Text>
      ),
      labels: { confirm: "Delete it", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () =>
        void removal.mutateAsync(id).then(() => {
          tell("The logo is deleted.");
          then?.();
        }, tellError),
    });
}
