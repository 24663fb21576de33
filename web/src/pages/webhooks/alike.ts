import type { ListedDelivery } from "../../api/types.ts";

const FIELDS = ["type", "qrCodeId", "state", "problem", "status"] as const;

/** Groups adjacent deliveries that would look the same. */
export function alikeOf(deliveries: readonly ListedDelivery[]): ListedDelivery[][] {
  const groups: ListedDelivery[][] = [];
  for (const delivery of deliveries) {
    const last = groups.at(-1);
    if (last && FIELDS.every((field) => last[0]![field] === delivery[field])) last.push(delivery);
    else groups.push([delivery]);
  }
  return groups;
}
