import { LIBRARY_NAMES } from "./libraries.ts";

export const UNKNOWN = "Unknown";

/** In-app browsers and others the parser misses or takes for the engine beneath; first match wins. */
const OWN_BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Messenger", /\bFBAN\/Messenger|FB_IAB\/(?:Orca|MESSENGER)/i],
  ["Threads", /\bBarcelona \d/],
  ["WhatsApp", /^Mozilla.+\bWhatsApp\//],
  ["Telegram", /\bTelegram(?:-Android|Bot-Android)?\/[\d.]+ \(|\bTelegram-(?:Android|iOS)\b/],
  ["Viber", /\bViber\/\d/],
  ["Zalo", /\bZalo(?: iOS| android)?\/\d/i],
  ["Pinterest", /\[Pinterest\/(?:iOS|Android)\]/i],
  ["Reddit", /\bReddit\/(?:Version )?\d/],
  ["Discord", /\bDiscord(?:-iOS|-Android)?\/\d/],
  ["Slack", /\bSlack(?:_SSB)?\/\d/],
  ["Microsoft Teams", /\bTeams(?:Mobile-\w+)?\/\d/],
  ["Douyin", /\baweme(?:_\w+)?[/_]\d/],
  ["TikTok", /\b(?:musical_ly|trill)_\d|\bTikTok \d/],
  ["QQ", /\bQQ\/\d/],
  // The parser's own pattern for this one takes 40 ms on an agent made for it.
  ["Naver", /naver\(/i],
  ["Google App", /\bGSA\/\d/],
  ["Bing", /\bBingWeb\/\d/],
  ["Brave", /\bBrave(?:\/| Chrome\/)/i],
  ["Ecosia", /\bEcosia (?:ios|android)@/i],
  ["Aloha", /\bAlohaBrowser\//],
  ["Firefox Focus", /\bFocus(?:iOS)?\/\d.*FxiOS|\bFxiOS\/FocusiOS|\bKlar\/\d/],
  ["Nintendo Browser", /\bNintendoBrowser\/|\bNintendo (?:WiiU?|3DS|DSi?|Switch)\b/],
  ["Samsung Internet", /\bTizen\b.+ TV Safari\//i],
  ["BlackBerry Browser", /\(BB10;|\bBlackBerry|\bPlayBook;/],
  ["PlayStation Browser", /\bPlayStation\b/i],
  ["Tesla", /\bTesla\/|QtCarBrowser/],
  ["Roku", /^Roku\b/],
];

/** What the parser calls a browser, by lower case, where people call it something else. */
const BROWSER_RENAMES: Record<string, string> = {
  "mobile safari": "Safari",
  ie: "Internet Explorer",
  iemobile: "Internet Explorer",
  ucbrowser: "UC Browser",
  qqbrowser: "QQ Browser",
  qqbrowserlite: "QQ Browser",
  gsa: "Google App",
  "chrome headless": "Chrome",
  klar: "Firefox Focus",
  fennec: "Firefox",
  "opera mobi": "Opera",
  "opera mobile": "Opera",
  "opera tablet": "Opera",
  heytap: "HeyTap Browser",
  lbbrowser: "LieBao Browser",
  115: "115 Browser",
  360: "360 Browser",
  2345: "2345 Browser",
  ovi: "Nokia Browser",
  ovibrowser: "Nokia Browser",
  nokiabrowser: "Nokia Browser",
  "nokia browser": "Nokia Browser",
  tizenbrowser: "Tizen Browser",
  "go browser": "Go Browser",
  "up.browser": "UP.Browser",
};

/** The names the parser may give, spelt as their makers do. The list is closed: see `nameIn`. */
const PARSED_BROWSERS = `
  Chrome, Edge, Opera Mini, Opera, Opera GX, Opera Touch, Opera Coast, Baidu, Maxthon, Kindle,
  Lunascape, NetFront, Jasmine, Blazer, Sleipnir, Avant, SlimBrowser, SlimBoat, Slimjet, Flock,
  RockMelt, Midori, Epiphany, Silk, Skyfire, Bolt, Iron, Vivaldi, Iridium, PhantomJS, Bowser,
  QupZilla, Falkon, Rekonq, Puffin, Brave, Whale, DuckDuckGo, Helio, Dragon, Weibo, Quark, WeChat,
  Konqueror, Yandex, Smart Lenovo Browser, Avast Secure Browser, AVG Secure Browser, Firefox Focus,
  Coc Coc, Dolphin, MIUI Browser, Firefox, Oculus Browser, Sailfish Browser, Huawei Browser,
  Vivo Browser, Pico Browser, Samsung Internet, Sogou Explorer, Sogou Mobile, Electron, LinkedIn,
  Facebook, Klarna, KakaoTalk, KakaoStory, Naver, Daum, Line, Alipay, Twitter, Chromium, Instagram,
  Snapchat, Chrome WebView, Android Browser, OmniWeb, Arora, Tizen Browser, Safari, Netscape, Wolvic,
  LibreWolf, Firefox Reality, Flow, Swiftfox, IceDragon, Iceweasel, Camino, Chimera, Maemo Browser,
  Minimo, Conkeror, SeaMonkey, K-Meleon, IceCat, Iceape, Firebird, Phoenix, PaleMoon, Basilisk,
  Waterfox, Mozilla, Amaya, Dillo, Doris, iCab, Ladybird, Lynx, Mosaic, NetSurf, Obigo, Polaris, w3m,
  Links, Cobalt`;

const OS_RENAMES: Record<string, string> = {
  "mac os": "macOS",
  "chromium os": "ChromeOS",
  "chrome os": "ChromeOS",
  "windows phone os": "Windows Phone",
  "windows mobile": "Windows Phone",
  "windows iot": "Windows",
  "rim tablet os": "BlackBerry",
  "android-x86": "Android",
  openharmony: "HarmonyOS",
  sailfish: "Sailfish OS",
  gnu: "Linux",
  opensolaris: "Solaris",
};

/** Only some browsers of some distributions name them, so a share of "Ubuntu" would mislead. */
const LINUXES = `
  Mint, Mageia, VectorLinux, Ubuntu, Kubuntu, Xubuntu, Lubuntu, Debian, SUSE, openSUSE, Gentoo, Arch,
  Slackware, Fedora, Mandriva, CentOS, PCLinuxOS, Red Hat, RedHat, Zenwalk, Linpus, Raspbian, Deepin,
  Manjaro, elementary OS, Sabayon, Linspire, Joli`;

const PARSED_SYSTEMS = `
  Windows, Windows Phone, iOS, iPadOS, macOS, watchOS, tvOS, Android, HarmonyOS, Ubuntu Touch, Bada,
  BlackBerry, KaiOS, Maemo, MeeGo, QNX, Sailfish OS, Series40, Symbian, Tizen, webOS, Firefox OS,
  Chromecast, ChromeOS, Nintendo, PlayStation, Xbox, Palm, Linux, Hurd,
  FreeBSD, NetBSD, OpenBSD, GhostBSD, DragonFly, Haiku, Solaris, AIX, BeOS, OS/2, AmigaOS, MorphOS,
  OpenVMS, Fuchsia, HP-UX, SerenityOS, Unix, Plan 9, Minix, RISC OS, Contiki`;

const split = (names: string): string[] => names.split(",").map((name) => name.trim());

function nameTable(names: readonly string[], renames: Record<string, string>): Map<string, string> {
  const table = new Map(names.map((name) => [name.toLowerCase(), name]));
  for (const [name, better] of Object.entries(renames)) table.set(name, better);
  return table;
}

const browsers = nameTable(
  [
    ...split(PARSED_BROWSERS),
    ...OWN_BROWSERS.map(([name]) => name),
    ...LIBRARY_NAMES,
    "Safari WebView",
    "Internet Explorer",
  ],
  BROWSER_RENAMES,
);
const systems = nameTable(split(PARSED_SYSTEMS), {
  ...OS_RENAMES,
  ...Object.fromEntries(split(LINUXES).map((name) => [name.toLowerCase(), "Linux"])),
});

/**
 * The parser repeats what the agent says, in the agent's own spelling. Only names of the closed lists
 * pass, so that nobody can fill an owner's statistics with names of their own.
 */
const nameIn = (table: Map<string, string>, name: string | undefined): string =>
  (name && table.get(name.toLowerCase())) || UNKNOWN;

export const browserName = (name: string | undefined): string => nameIn(browsers, name);
export const systemName = (name: string | undefined): string => nameIn(systems, name);

export const ownBrowserOf = (userAgent: string): string | null =>
  OWN_BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
