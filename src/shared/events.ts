/** A webhook's row stores these as bits in this order: append new ones. */
export const EVENTS = [
  "qrcode.created",
  "qrcode.updated",
  "qrcode.deleted",
  "qrcode.scanned",
  "qrcode.expiring",
  "qrcode.expired",
] as const;
export type EventType = (typeof EVENTS)[number];

export const bitOf = (event: EventType): number => 1 << EVENTS.indexOf(event);

export const eventsOf = (mask: number): EventType[] => EVENTS.filter((event) => (mask & bitOf(event)) !== 0);
