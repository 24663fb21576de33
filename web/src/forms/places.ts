import type { WifiSecurity } from "../../../src/codes/content/action.ts";
import { buildGeo, buildWifi, degrees } from "../../../src/codes/content/build.ts";
import { readGeo } from "../../../src/codes/content/geo.ts";
import { readWifi } from "../../../src/codes/content/wifi.ts";
import * as words from "./content-words.ts";
import type { ContentForm } from "./form.ts";
import { readPlace, whyNoPlace } from "./read-place.ts";

/** A passphrase, or the key as 64 hexadecimal digits. */
const isWpaPassword = (password: string): boolean =>
  (password.length >= 8 && password.length <= 63) || /^[\da-f]{64}$/i.test(password);

/** By the standard. */
const MAX_NAME_BYTES = 32;

export const wifi: ContentForm = {
  fields: [
    {
      name: "ssid",
      label: words.wifi.name,
      placeholder: words.wifi.namePlaceholder,
      description: words.wifi.nameHint,
      required: true,
      missing: words.wifi.nameMissing,
      check: (value) =>
        new TextEncoder().encode(value).length > MAX_NAME_BYTES ? words.wifi.nameTooLong(MAX_NAME_BYTES) : null,
    },
    {
      name: "security",
      label: words.wifi.security,
      description: words.wifi.securityHint,
      kind: "choice",
      choices: Object.entries(words.wifi.kinds).map(([value, label]) => ({ value, label })),
      half: true,
    },
    {
      name: "password",
      label: words.wifi.password,
      description: words.wifi.passwordHint,
      kind: "secret",
      half: true,
      required: true,
      missing: words.wifi.passwordMissing,
      when: (values) => values.security !== "nopass",
      doubt: (value, { security }) => (security === "WPA" && !isWpaPassword(value) ? words.wifi.passwordDoubt : null),
    },
    {
      name: "hidden",
      label: words.wifi.hidden,
      kind: "switch",
      description: words.wifi.hiddenHint,
    },
  ],
  note: words.wifi.note,
  empty: { ssid: "", security: "WPA", password: "", hidden: "" },
  read(content) {
    const network = readWifi(content);
    if (!network || network.security === "WPA2-EAP") return null;
    const { ssid, security, password, hidden } = network;
    return { ssid, security, password, hidden: hidden ? "true" : "" };
  },
  build({ ssid = "", security = "WPA", password = "", hidden = "" }) {
    if (ssid === "") return "";
    return buildWifi({ ssid, security: security as WifiSecurity, password, hidden: hidden !== "" });
  },
};

function placeProblem(text: string): string | null {
  const place = readPlace(text);
  const why = place ? null : whyNoPlace(text);
  if (why !== null) return words.place.placeless[why];
  if (!place) return words.place.unread;
  if (Math.abs(place.latitude) > 90) return words.place.outside("latitude", 90);
  return Math.abs(place.longitude) > 180 ? words.place.outside("longitude", 180) : null;
}

export const geo: ContentForm = {
  fields: [
    {
      name: "where",
      label: words.place.where,
      kind: "place",
      placeholder: "52.5163, 13.3777",
      description: words.place.whereHint,
      required: true,
      missing: words.place.whereMissing,
      check: placeProblem,
    },
    {
      name: "label",
      label: words.place.name,
      placeholder: words.place.namePlaceholder,
      description: words.place.nameHint,
      means: "place",
    },
    {
      name: "address",
      label: words.place.address,
      placeholder: words.place.addressPlaceholder,
      description: words.place.addressHint,
    },
  ],
  empty: { where: "", label: "", address: "" },
  read(content) {
    const place = readGeo(content);
    if (!place || (place.latitude === 0 && place.longitude === 0 && place.label !== "")) return null;
    const { latitude, longitude, label, address } = place;
    return { where: `${degrees(latitude)}, ${degrees(longitude)}`, label, address };
  },
  build({ where = "", label = "", address = "" }) {
    const place = readPlace(where);
    return place ? buildGeo({ ...place, label: label.trim(), address: address.trim() }) : "";
  },
};
