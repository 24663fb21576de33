import { createIsbotFromList, list } from "isbot";
import { libraryOf } from "./libraries.ts";

/**
 * Parts of isbot's list that we leave out, since they would take people and unknown programs for
 * crawlers. A test sees to it that each is still part of that list.
 */
export const LEFT_OUT: Record<"shapes" | "libraries" | "users", readonly string[]> = {
  // How an agent is written says nothing about who asks.
  shapes: [
    ";\\s\\w+;$",
    "\\(\\)",
    "\\b\\w+/1\\.0;",
    "\\|",
    "^[<\\(;]",
    "^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)",
    "^[\\w\\-]+/[\\w]+$",
    "^[^ ]{50,}$",
    "^\\d+\\b",
    "^\\w+/[\\w\\(\\)]*$",
    "^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$",
    "^mozilla/\\d\\.\\d\\s[\\w\\.-]+$",
    "^mozilla/\\d\\.\\d\\s\\((?:compatible;)?(?:\\s?[\\w\\d-.]+[\\s/]\\d+\\.\\d+)?\\)$",
  ],
  // Programs that fetch for somebody: see libraries.ts.
  libraries: [
    "(?<!lib)http",
    "\\bperl\\b",
    "^apache/",
    "^client/",
    "^custom",
    "^jetty/",
    "^microsoft bits",
    "^php",
    "^postman",
    "^python",
    "^rest",
    "^wget",
    "agent\\b",
    "java(?!;)",
    "library",
    "node\\b",
    "url",
  ],
  // Apps that scan codes, apps for news and mail, small and old browsers, names of phones.
  users: [
    "(?<!cam)scan",
    "(?:^|[^g])news(?!sapphire)",
    "^amaya",
    "^ddg[_-]android",
    "^duckduckgo",
    "^navermailapp",
    "^netsurf",
    "^read",
    "^snapchat",
    "browsex",
    "capture",
    "chromeframe",
    "discovery",
    "dmbrowser",
    "ibisbrowser",
    "insight",
    "offbyone",
    "sogou",
    "tools",
  ],
};

/** Known ones the rest of the list does not name; an address to complain to is a crawler's habit. */
const OURS = ["https?://", "censys", "masscan", "zgrab", "nmap", "nuclei", "scrapy", "colly\\b"];

const leftOut = new Set(Object.values(LEFT_OUT).flat());
const looksLikeCrawler = createIsbotFromList([...list.filter((p) => !leftOut.has(p)), ...OURS]);

/** The windows of apps that people read in: their agents list makers and shops that sound like bots. */
const PEOPLE =
  /\bFB(?:AN|AV|_IAB)\/|\bInstagram \d|\bBarcelona \d|BytedanceWebview|\[LinkedInApp\]|MicroMessenger\/|\bLine\/\d|KAKAOTALK|\bNAVER\(|\bGSA\/\d/;
/** Whoever says so is one, be it in a library's or an app's clothes. Cubot makes phones. */
const SAYS_SO = /(?<!\bcu)bots?(?:\b|_)|crawl|spider|scrap[ey]/i;

export function isCrawler(userAgent: string): boolean {
  if (SAYS_SO.test(userAgent)) return true;
  if (PEOPLE.test(userAgent) || libraryOf(userAgent) !== null) return false;
  return looksLikeCrawler(userAgent);
}
