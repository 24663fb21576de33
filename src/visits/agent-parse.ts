import UAParser from "ua-parser-js";
import { brandOf, browserName, libraryOf, ownBrowserOf, systemName, UNKNOWN } from "./agent-names.ts";

type Device = "mobile" | "tablet" | "desktop" | "tv" | "wearable" | "console" | typeof UNKNOWN;

/** Traits of an agent string, "Unknown" where it says nothing. */
export interface AgentTraits {
  readonly device: Device;
  readonly browser: string;
  readonly os: string;
}

/** Client hints that browsers send by default, as in the headers. */
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
 * An iPad sends a Mac's agent. Its apps and other browsers are recognised by `Mobile/` or by names that exist only on
 * iOS. Its Safari cannot be recognised and sends no hints, so it counts as a desktop.
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
  // Since version 13 an iPad runs iPadOS.
  if (/\(iPad;/.test(agent) && Number.parseInt(parsed.version ?? "", 10) >= 13) return "iPadOS";
  return systemName(parsed.name);
}

function browserOf(agent: string, parser: UAParser): string {
  const own = ownBrowserOf(agent);
  if (own !== null) return own;
  const parsed = parser.getBrowser().name;
  // An engine without a browser name is a web view in an app.
  if (parsed === "WebKit") return /\bMobile\/\w/.test(agent) ? "Safari WebView" : UNKNOWN;
  return browserName(parsed);
}

export function parseAgent(agent: string): AgentTraits {
  const parser = new UAParser(agent);
  const library = libraryOf(agent);
  const browser = library ?? browserOf(agent, parser);
  if (IPAD_AS_MAC.test(agent)) return { device: "tablet", browser, os: "iPadOS" };
  const os = systemOf(agent, parser.getOS());
  // Only the phone makers' own libraries say what they run on.
  if (library !== null && !/^(?:Dalvik|CFNetwork)$/.test(library)) return { device: UNKNOWN, browser, os };
  return { device: deviceOf(agent, parser.getDevice().type, { browser, os }), browser, os };
}

/** Hints fill in what the agent leaves open; they never override it. */
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
