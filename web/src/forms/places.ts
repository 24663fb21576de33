import type { WifiSecurity } from "../../../src/codes/content/action.ts";
import { buildGeo, buildWifi } from "../../../src/codes/content/build.ts";
import { readGeo } from "../../../src/codes/content/geo.ts";
import { readWifi } from "../../../src/codes/content/wifi.ts";
import type { ContentForm, Values } from "./form.ts";

/** Or the key itself, as 64 hexadecimal digits. */
const isWpaPassword = (password: string): boolean =>
  (password.length >= 8 && password.length <= 63) || /^[\da-f]{64}$/i.test(password);

export const wifi: ContentForm = {
  fields: [
    {
      name: "ssid",
      label: "Network name",
      placeholder: "Guests",
      description: "Exactly as phones show it, including capitals.",
      required: true,
      missing: "Enter the network name.",
    },
    {
      name: "security",
      label: "Security",
      description: "As set in the router. Most networks use the first.",
      kind: "choice",
      choices: [
        { value: "WPA", label: "WPA, WPA2 or WPA3" },
        { value: "SAE", label: "WPA3 only" },
        { value: "WEP", label: "WEP (very old)" },
        { value: "nopass", label: "Open, no password" },
      ],
      half: true,
    },
    {
      name: "password",
      label: "Password",
      description: "Anyone who scans the code can read it.",
      kind: "secret",
      half: true,
      required: true,
      missing: "Enter the password, or choose “Open, no password”.",
      when: (values) => values.security !== "nopass",
      doubt: (value, { security }) =>
        security === "WPA" && !isWpaPassword(value)
          ? "WPA passwords have 8 to 63 characters. Check it on the router."
          : null,
    },
    {
      name: "hidden",
      label: "Hidden network",
      kind: "switch",
      description: "It does not appear in the phone's list of networks.",
    },
  ],
  note: "Guests may have no internet yet, so downloads of this code hold the network itself: phones join it straight from the picture.",
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

/** With a point in it, or a gap or a sign after the comma: “52,5” is one number. */
const PAIR = /^(?=.*(?:\.|,[\s-]))\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/;

/** The two numbers as text. Both may stand in the first field, as maps copy them. */
function placeIn({ latitude = "", longitude = "" }: Values): [latitude: string, longitude: string] {
  if (longitude.trim() !== "") return [latitude, longitude];
  const [, first = latitude, second = ""] = PAIR.exec(latitude) ?? [];
  return [first, second];
}

/** A problem unless the text is a number from -most to most. */
function degreesProblem(text: string, most: number, what: string, such: string): string | null {
  const value = number(text);
  if (Number.isNaN(value)) return `Enter the ${what} in degrees, such as ${such}.`;
  return Math.abs(value) <= most ? null : `The ${what} must be between -${most} and ${most}.`;
}

const longitudeProblem = (text: string) => degreesProblem(text, 180, "longitude", "13.3777");

export const geo: ContentForm = {
  fields: [
    {
      name: "latitude",
      label: "Latitude",
      placeholder: "52.5163",
      description: "Or paste “52.5163, 13.3777” from a map.",
      required: true,
      half: true,
      missing: "Enter the latitude.",
      check(_, values) {
        const [latitude, longitude] = placeIn(values);
        const pasted = values.longitude?.trim() === "" && longitude !== "";
        return degreesProblem(latitude, 90, "latitude", "52.5163") ?? (pasted ? longitudeProblem(longitude) : null);
      },
    },
    {
      name: "longitude",
      label: "Longitude",
      placeholder: "13.3777",
      description: "West is negative.",
      required: true,
      half: true,
      missing: "Enter the longitude.",
      unless: (values) => placeIn(values)[1] !== "",
      check: longitudeProblem,
    },
    {
      name: "label",
      label: "Place name",
      placeholder: "Brandenburg Gate",
      description: "Optional. Shown on the map.",
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
