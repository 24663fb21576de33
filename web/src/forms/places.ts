import type { WifiSecurity } from "../../../src/codes/content/action.ts";
import { buildGeo, buildWifi } from "../../../src/codes/content/build.ts";
import { readGeo } from "../../../src/codes/content/geo.ts";
import { readWifi } from "../../../src/codes/content/wifi.ts";
import * as words from "./content-words.ts";
import type { ContentForm, Values } from "./form.ts";

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

const number = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));

/** Two numbers. Needs a decimal point, or a space or sign after the comma: “52,5” is one number. */
const PAIR = /^(?=.*(?:\.|,[\s-]))\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/;

/** The two numbers as text. Maps copy both at once, so both may be in the first field. */
function placeIn({ latitude = "", longitude = "" }: Values): [latitude: string, longitude: string] {
  if (longitude.trim() !== "") return [latitude, longitude];
  const [, first = latitude, second = ""] = PAIR.exec(latitude) ?? [];
  return [first, second];
}

/** An error message unless the text is a number from -most to most. */
function degreesProblem(text: string, most: number, what: string, such: string): string | null {
  const value = number(text);
  if (Number.isNaN(value)) return words.place.notDegrees(what, such);
  return Math.abs(value) <= most ? null : words.place.outside(what, most);
}

const longitudeProblem = (text: string) => degreesProblem(text, 180, "longitude", "13.3777");

export const geo: ContentForm = {
  fields: [
    {
      name: "latitude",
      label: words.place.latitude,
      placeholder: "52.5163",
      description: words.place.latitudeHint,
      required: true,
      half: true,
      missing: words.place.latitudeMissing,
      check(_, values) {
        const [latitude, longitude] = placeIn(values);
        const pasted = values.longitude?.trim() === "" && longitude !== "";
        return degreesProblem(latitude, 90, "latitude", "52.5163") ?? (pasted ? longitudeProblem(longitude) : null);
      },
    },
    {
      name: "longitude",
      label: words.place.longitude,
      placeholder: "13.3777",
      description: words.place.longitudeHint,
      required: true,
      half: true,
      missing: words.place.longitudeMissing,
      unless: (values) => placeIn(values)[1] !== "",
      check: longitudeProblem,
    },
    {
      name: "label",
      label: words.place.name,
      placeholder: words.place.namePlaceholder,
      description: words.place.nameHint,
      means: "place",
    },
  ],
  empty: { latitude: "", longitude: "", label: "" },
  read(content) {
    const place = readGeo(content);
    if (!place || (place.latitude === 0 && place.longitude === 0 && place.label !== "")) return null;
    const { latitude, longitude, label } = place;
    return { latitude: String(latitude), longitude: String(longitude), label };
  },
  build(values) {
    const [lat, lng] = placeIn(values).map(number) as [number, number];
    const { label = "" } = values;
    if (Number.isNaN(lat) || Number.isNaN(lng)) return "";
    return buildGeo({ latitude: lat, longitude: lng, label: label.trim() });
  },
};
