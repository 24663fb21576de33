import UAParser from "ua-parser-js";
import { brandOf, browserName, libraryOf, ownBrowserOf, systemName, UNKNOWN } from "./agent-names.ts";

type Device = "mobile" | "tablet" | "desktop" | "tv" | "wearable" | "console" | typeof UNKNOWN;

/** What an agent string tells, each part "Unknown" where it does not. */
export interface AgentTraits {
  readonly device: Device;
  readonly browser: string;
  readonly os: string;
}

/** The client hints that browsers send unasked, as the headers spell them. */
export interface AgentHints {
  /** Sec-CH-UA-Mobile: `?1` */
  readonly mobile?: string | undefined;
  /** Sec-CH-UA-Platform: `"Android"` */
  readonly platform?: string | undefined;
  /** Sec-CH-UA: `"Brave";v="126", "Chromium";v="126"` */
  readonly brands?: string | undefined;
}

const PARSED_DEVICES: Record<string, Device> = {
  mobile: "mobile",
  tablet: "tablet",
  smarttv: "tv",
  wearable: "wearable",
  console: "console",
};
const DESKTOPS = /^(?:Windows|macOS|ChromeOS|Linux|\w+BSD|DragonFly|Solaris|Haiku|SerenityOS)$/;

/**
 * An iPad sends the agent of a Mac. Its apps and other browsers can be told by `Mobile/` or by a name
 * that exists on iOS only. Its Safari cannot, and sends no hints, so it counts as a desktop: a guess
 * would turn every Mac into an iPad.
 */
const IPAD_AS_MAC = /\(Macintosh;.+(?: Mobile\/\w|CriOS\/|FxiOS\/|EdgiOS\/|OPT\/|FB[MD][DV]\/iPad)/;

function deviceOf(agent: string, parsed: string | undefined, traits: Omit<AgentTraits, "device">): Device {
  if (/\b(?:Apple ?TV|Chromecast|GoogleTV|BRAVIA|AFT\w+|HbbTV|Web0S|NetCast)\b/.test(agent)) return "tv";
  if (/\bApple ?Watch\b|\bWatch\d,\d/.test(agent)) return "wearable";
  const device = parsed === undefined ? undefined : PARSED_DEVICES[parsed];
  if (device) return device;
  if (parsed === "embedded") return UNKNOWN;
  if (traits.browser === "Opera Mini") return "mobile";
  return DESKTOPS.test(traits.os) && traits.browser !== UNKNOWN ? "desktop" : UNKNOWN;
}

function systemOf(agent: string, parsed: { name?: string | undefined; version?: string | undefined }): string {
  if (/\bApple ?TV\b/.test(agent)) return "tvOS";
  if (/\bApple ?Watch\b/.test(agent)) return "watchOS";
  if (/CFNetwork\/.+Darwin\/.+\(x86_64\)/.test(agent)) return "macOS";
  if (/\bLinux \w+ like Android/.test(agent)) return "Linux";
  if (/\bQuest(?: \w+)?[;)]/.test(agent)) return "Android";
  if (/\bJ2ME\b/.test(agent)) return /Symb|S60/.test(agent) ? "Symbian" : UNKNOWN;
  if (/\bWeb0S\b/.test(agent)) return "webOS";
  // Since version 13 the system of an iPad is iPadOS.
  if (/\(iPad;/.test(agent) && Number.parseInt(parsed.version ?? "", 10) >= 13) return "iPadOS";
  return systemName(parsed.name);
}

function browserOf(agent: string, parser: UAParser): string {
  const own = ownBrowserOf(agent);
  if (own !== null) return own;
  const parsed = parser.getBrowser().name;
  // An engine that names no browser is a web view inside an app.
  if (parsed === "WebKit") return /\bMobile\/\w/.test(agent) ? "Safari WebView" : UNKNOWN;
  return browserName(parsed);
}

export function parseAgent(agent: string): AgentTraits {
  const parser = new UAParser(agent);
  const library = libraryOf(agent);
  const browser = library ?? browserOf(agent, parser);
  if (IPAD_AS_MAC.test(agent)) return { device: "tablet", browser, os: "iPadOS" };
  const os = systemOf(agent, parser.getOS());
  // Of all libraries only those of phones' makers say what they run on.
  if (library !== null && !/^(?:Dalvik|CFNetwork)$/.test(library)) return { device: UNKNOWN, browser, os };
  return { device: deviceOf(agent, parser.getDevice().type, { browser, os }), browser, os };
}

/** Hints fill what the agent leaves open or hides; they never overrule what it says outright. */
export function withHints(traits: AgentTraits, hints: AgentHints): AgentTraits {
  let { device, browser, os } = traits;
  const platform = systemName(hints.platform?.replaceAll('"', ""));
  const vague = os === UNKNOWN || (os === "Linux" && /^(?:Android|ChromeOS)$/.test(platform));
  if (vague && platform !== UNKNOWN) os = platform;
  const open = device === UNKNOWN || device === "desktop";
  if (open && hints.mobile === "?1") device = "mobile";
  else if (device === "desktop" && os === "Android") device = "tablet";
  if (browser === "Chrome") browser = brandOf(hints.brands ?? "") ?? browser;
  return { device, browser, os };
}
