import type { Me } from "../api/types.ts";
import type { IconName } from "../parts/icon.tsx";

export interface Place {
  to: string;
  label: string;
  icon: IconName;
  words?: string;
}

const PLACES: (Place & { admin?: boolean })[] = [
  { to: "/", label: "Codes", icon: "codes" },
  { to: "/looks", label: "Looks", icon: "look", words: "style logo colours preset" },
  { to: "/keys", label: "API Keys", icon: "key" },
  { to: "/webhooks", label: "Webhooks", icon: "webhook", words: "events deliveries" },
  { to: "/users", label: "Users", icon: "users", admin: true },
  { to: "/account", label: "Account", icon: "user" },
];

export const placesFor = (me: Me): Place[] => PLACES.filter((place) => !place.admin || me.role === "admin");
