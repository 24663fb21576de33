import {
  buildGeo,
  buildMail,
  buildPhone,
  buildSms,
  buildVcard,
  buildWhatsapp,
  buildWifi,
} from "../codes/content/build.ts";
import type { Draft } from "../codes/draft.ts";
import type { CodeType } from "../shared/vocabulary.ts";

/** A code of the demo account and its traffic. */
export interface DemoCode {
  draft: Draft;
  /** Its share of all scans, relative to the others. */
  weight: number;
  /** Age in days. */
  age: number;
  /** Offices scan on weekdays, café guests at the weekend. */
  rhythm: "office" | "leisure";
  favorite?: boolean;
  /** Names of its copies, each with its share of the scans, relative to the others. */
  placements?: readonly (readonly [name: string, weight: number])[];
  ends?: "paused" | "expired" | "soon";
}

/** Tags of the demo account, and the names of the codes that have them. */
export const DEMO_TAGS: Readonly<Record<string, readonly string[]>> = {
  Print: ["Table menu", "Window poster", "Loyalty card", "Spring flyer"],
  Summer: ["Window poster", "Table menu"],
  Events: ["Conference badge", "Spring flyer"],
};

const LOOKS = [
  ["#1a1410", "#ffffff"],
  ["#0e5a54", "#ffffff"],
  ["#1f3a68", "#ffffff"],
  ["#5a2350", "#fffaf0"],
  ["#7a2e16", "#fffaf0"],
] as const;

let made = 0;

function demo(
  name: string,
  type: CodeType,
  content: string,
  category: string | null,
  life: Omit<DemoCode, "draft">,
): DemoCode {
  const [foregroundColor, backgroundColor] = LOOKS[made++ % LOOKS.length]!;
  const errorCorrection = type === "vcard" ? "L" : "M";
  return {
    draft: { name, type, content, category, foregroundColor, backgroundColor, errorCorrection, size: 512 },
    ...life,
  };
}

const life = (weight: number, age: number, rhythm: DemoCode["rhythm"] = "leisure") => ({ weight, age, rhythm });

const TABLES = Array.from({ length: 12 }, (_, i) => [`Table ${i + 1}`, 6 + ((i * 5) % 7)] as const);
const WINDOWS = [
  ["Station Street", 9],
  ["Market Square", 5],
  ["Old Town", 2],
] as const;

export const DEMO_CODES: readonly DemoCode[] = [
  demo("Table menu", "url", "https://cafe-mosaic.example/menu", "Café", {
    ...life(30, 90),
    favorite: true,
    placements: TABLES,
  }),
  demo("Window poster", "url", "https://cafe-mosaic.example/summer", "Campaigns", {
    ...life(18, 74),
    placements: WINDOWS,
  }),
  demo("Loyalty card", "url", "https://cafe-mosaic.example/card", "Café", life(11, 90)),
  demo("Spring flyer", "url", "https://cafe-mosaic.example/spring", "Campaigns", { ...life(7, 88), ends: "expired" }),
  demo("Conference badge", "url", "https://mosaic-studio.example/talks", "Studio", {
    ...life(6, 32, "office"),
    favorite: true,
  }),
  demo(
    "Guest Wi-Fi",
    "wifi",
    buildWifi({ ssid: "Mosaic Guests", password: "tesserae-4-all", security: "WPA" }),
    "Café",
    { ...life(14, 90), favorite: true },
  ),
  demo(
    "Office Wi-Fi",
    "wifi",
    buildWifi({ ssid: "Mosaic Studio", password: "grout;and:glass", security: "SAE", hidden: true }),
    "Studio",
    life(3, 61, "office"),
  ),
  demo(
    "Business card, Livia",
    "vcard",
    buildVcard({
      firstName: "Livia",
      lastName: "Marsh",
      organization: "Mosaic Studio",
      title: "Founder",
      phones: ["+44 20 7946 0018"],
      emails: ["livia@mosaic-studio.example"],
      url: "https://mosaic-studio.example",
      city: "London",
      country: "United Kingdom",
    }),
    "Studio",
    life(5, 90, "office"),
  ),
  demo(
    "Business card, Tomás",
    "vcard",
    buildVcard({
      firstName: "Tomás",
      lastName: "Vidal",
      organization: "Mosaic Studio",
      title: "Glass and light",
      phones: ["+34 91 555 0134"],
      emails: ["tomas@mosaic-studio.example"],
    }),
    "Studio",
    life(2, 40, "office"),
  ),
  demo(
    "Write to us",
    "email",
    buildMail({ to: "hello@cafe-mosaic.example", subject: "From your table" }),
    "Café",
    life(2, 90),
  ),
  demo(
    "Feedback",
    "email",
    buildMail({ to: "feedback@mosaic-studio.example", subject: "Your workshop" }),
    "Workshops",
    life(2, 50),
  ),
  demo("Call the kitchen", "phone", buildPhone("+44 20 7946 0051"), "Café", life(2, 90)),
  demo("Emergency number", "phone", buildPhone("+44 20 7946 0099"), null, life(1, 90, "office")),
  demo("Book by text", "sms", buildSms({ number: "+44 20 7946 0051", text: "A table for two, please." }), "Café", {
    ...life(1, 66),
    ends: "paused",
  }),
  demo(
    "Ask on WhatsApp",
    "whatsapp",
    buildWhatsapp({ number: "+44 20 7946 0051", text: "Hello! I have a question." }),
    "Café",
    life(4, 58),
  ),
  demo(
    "Find the studio",
    "geo",
    buildGeo({ latitude: 51.5245, longitude: -0.0772, label: "Mosaic Studio" }),
    "Studio",
    life(3, 90),
  ),
  demo(
    "Workshop in Ravenna",
    "geo",
    buildGeo({
      latitude: 44.4205,
      longitude: 12.1963,
      label: "Basilica di San Vitale",
      address: "Via San Vitale 17, Ravenna",
    }),
    "Workshops",
    { ...life(3, 45), ends: "soon" },
  ),
  demo("Instagram", "social", "https://www.instagram.com/mosaic.studio", "Campaigns", {
    ...life(8, 90),
    favorite: true,
  }),
  demo("LinkedIn", "social", "https://www.linkedin.com/company/mosaic-studio", "Studio", { ...life(2, 35, "office") }),
  demo(
    "Care instructions",
    "text",
    "Wipe with a damp cloth. No vinegar, no scouring powder: glass forgives, grout does not.",
    "Workshops",
    life(2, 80),
  ),
];
