import type { WifiSecurity } from "../../../src/codes/content/action.ts";
import { buildGeo, buildWifi } from "../../../src/codes/content/build.ts";
import { readGeo } from "../../../src/codes/content/geo.ts";
import { readWifi } from "../../../src/codes/content/wifi.ts";
import type { ContentForm } from "./form.ts";

export const wifi: ContentForm = {
  fields: [
    { name: "ssid", label: "Name of the network", placeholder: "Guests", required: true },
    {
      name: "security",
      label: "Kind",
      kind: "choice",
      choices: [
        { value: "WPA", label: "WPA, WPA2 or WPA3 (usual)" },
        { value: "SAE", label: "WPA3 only" },
        { value: "WEP", label: "WEP (very old)" },
        { value: "nopass", label: "Open, no password" },
      ],
      half: true,
    },
    {
      name: "password",
      label: "Password",
      kind: "secret",
      half: true,
      required: true,
      when: (values) => values.security !== "nopass",
    },
    {
      name: "hidden",
      label: "The network is hidden",
      kind: "switch",
      description: "It does not show up in the phone's list by itself.",
    },
  ],
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

const number = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));

export const geo: ContentForm = {
  fields: [
    {
      name: "latitude",
      label: "Latitude",
      placeholder: "52.5163",
      description: "Or paste “52.5163, 13.3777” from a map.",
      required: true,
      half: true,
    },
    {
      name: "longitude",
      label: "Longitude",
      placeholder: "13.3777",
      description: "West is negative.",
      required: true,
      half: true,
    },
    { name: "label", label: "Name of the place", placeholder: "Brandenburg Gate" },
  ],
  empty: { latitude: "", longitude: "", label: "" },
  read(content) {
    const place = readGeo(content);
    if (!place || (place.latitude === 0 && place.longitude === 0 && place.label !== ""))
      return null;
    const { latitude, longitude, label } = place;
    return { latitude: String(latitude), longitude: String(longitude), label };
  },
  build({ latitude = "", longitude = "", label = "" }) {
    const pair = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(latitude);
    const lat = number(pair?.[1] ?? latitude);
    const lng = number(longitude.trim() === "" ? (pair?.[2] ?? "") : longitude);
    if (Number.isNaN(lat) || Number.isNaN(lng)) return "";
    return buildGeo({ latitude: lat, longitude: lng, label: label.trim() });
  },
};
