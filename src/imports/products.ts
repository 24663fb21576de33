/** Field names in each product's export. */
import {
  countOf,
  type Fields,
  isTrue,
  type Link,
  slugOf,
  tagsOf,
  textOf,
  timeOf,
  toldOf,
  unreadLosses,
} from "./link.ts";

export type Reader = (fields: Fields, place: string) => Link[];

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Whether an object or list holds anything. */
const holdsAny = (value: unknown): boolean => Object.values(objectOf(value)).some(Boolean);

const plain = (place: string): Link => ({
  place,
  slug: "",
  url: "",
  title: "",
  tags: [],
  createdAt: null,
  expiresAt: null,
  isPaused: false,
  visits: null,
  obstacle: null,
  losses: [],
});

/** CSV of Shlink's web client, or the answer of GET /rest/v3/short-urls. */
const readShlink: Reader = (fields, place) => {
  const meta = objectOf(fields.get("meta"));
  const summary = objectOf(fields.get("visitssummary"));
  const told = {
    made: toldOf(fields, "datecreated", "createdat"),
    ends: String(meta.validUntil ?? "") || toldOf(fields, "validuntil"),
    visits: String(summary.total ?? "") || toldOf(fields, "visits", "visitscount"),
  };
  const losses = unreadLosses(told);
  if (meta.maxVisits) losses.push(`its limit of ${meta.maxVisits} visits`);
  if (meta.validSince) losses.push("its start date");
  if (fields.get("hasredirectrules") === true) losses.push("its redirect rules");
  // Shlink 3 has targets by device, later versions have rules.
  if (holdsAny(fields.get("devicelongurls"))) losses.push("its destinations by device");
  return [
    {
      ...plain(place),
      slug: textOf(fields, "shortcode") || slugOf(textOf(fields, "shorturl")),
      url: textOf(fields, "longurl"),
      title: textOf(fields, "title"),
      tags: tagsOf(fields.get("tags"), /\|/),
      createdAt: timeOf(told.made),
      expiresAt: timeOf(told.ends),
      visits: countOf(told.visits),
      losses,
    },
  ];
};

/** The answer of GET /api/v2/links of Kutt, or its table of links as CSV. */
const readKutt: Reader = (fields, place) => {
  const told = {
    made: toldOf(fields, "createdat"),
    ends: toldOf(fields, "expirein"),
    visits: toldOf(fields, "visitcount"),
  };
  const password = fields.get("password");
  const hasPassword = password === true || (typeof password === "string" && !/^(?:|false|f|0|null)$/i.test(password));
  return [
    {
      ...plain(place),
      slug: textOf(fields, "address") || slugOf(textOf(fields, "link")),
      url: textOf(fields, "target"),
      title: textOf(fields, "description"),
      createdAt: timeOf(told.made),
      expiresAt: timeOf(told.ends),
      isPaused: isTrue(fields.get("banned")),
      visits: countOf(told.visits),
      obstacle: hasPassword ? "it has a password, which codes here cannot have" : null,
      losses: unreadLosses(told),
    },
  ];
};

/** Dub's key for the link of a bare domain. */
const DUB_ROOT = "_root";

/** CSV of Dub's links page, with column labels or API names; or the answer of GET /links. */
const readDub: Reader = (fields, place) => {
  const told = {
    made: toldOf(fields, "createdat"),
    ends: toldOf(fields, "expiresat"),
    visits: toldOf(fields, "clicks"),
  };
  const losses = unreadLosses(told);
  const key = textOf(fields, "key");
  if (textOf(fields, "ios", "iostargeting") || textOf(fields, "android", "androidtargeting")) {
    losses.push("its destinations for phones");
  }
  if (holdsAny(fields.get("geo"))) losses.push("its destinations by country");
  if (holdsAny(fields.get("testvariants"))) losses.push("its A/B test");
  if (textOf(fields, "expiredurl")) losses.push("its destination after it has expired");
  return [
    {
      ...plain(place),
      slug: key === DUB_ROOT ? "" : key || slugOf(textOf(fields, "link", "shortlink")),
      url: textOf(fields, "url", "destinationurl"),
      title: textOf(fields, "title"),
      // Dub prefixes cells that start like a formula with '.
      tags: tagsOf(fields.get("tags"), /,/).map((tag) => tag.replace(/^'(?=[=+\-@])/, "")),
      createdAt: timeOf(told.made),
      expiresAt: timeOf(told.ends),
      isPaused: textOf(fields, "disabledat") !== "" || isTrue(fields.get("disabled")),
      visits: countOf(told.visits),
      obstacle: textOf(fields, "password") ? "it has a password, which codes here cannot have" : null,
      losses,
    },
  ];
};

/** CSV of Bitly's links page, or the answer of GET /v4/groups/{guid}/bitlinks. Custom back-halves too. */
const readBitly: Reader = (fields, place) => {
  const address = textOf(fields, "link", "bitlink", "shortlink", "shorturl", "id");
  const custom = fields.get("custombitlinks");
  const others = (
    Array.isArray(custom)
      ? custom
      : textOf(fields, "customlink", "customlinks", "custombitlink", "custombitlinks").split(/[,\s]+/)
  )
    .map((other) => slugOf(String(other)))
    .filter((slug) => slug !== "");
  const told = {
    made: toldOf(fields, "createdat", "created", "datecreated", "createddate"),
    ends: toldOf(fields, "expirationat"),
    // A table of engagements has a row per day and no total.
    visits: fields.has("date") ? "" : toldOf(fields, "totalengagements", "engagements", "totalclicks", "clicks"),
  };
  const losses = unreadLosses(told);
  if (holdsAny(fields.get("deeplinks"))) losses.push("its deep links");
  if (holdsAny(fields.get("dynamicrouting"))) losses.push("its routing rules");
  const link: Link = {
    ...plain(place),
    slug: textOf(fields, "backhalf") || slugOf(address),
    url: textOf(fields, "longurl", "destinationurl", "destination", "longlink"),
    title: textOf(fields, "title"),
    tags: tagsOf(fields.get("tags"), /[,|]/),
    createdAt: timeOf(told.made),
    expiresAt: timeOf(told.ends),
    visits: countOf(told.visits),
    obstacle: isTrue(fields.get("isdeleted")) ? "it was deleted there" : null,
    losses,
  };
  const more = [...new Set(others)].filter((slug) => slug !== link.slug);
  return [link, ...more.map((slug) => ({ ...link, slug, visits: null }))];
};

/** By product. */
export const READERS = { shlink: readShlink, kutt: readKutt, dub: readDub, bitly: readBitly } satisfies Record<
  string,
  Reader
>;

export type Source = keyof typeof READERS;

export const SOURCES = Object.keys(READERS) as Source[];

export const isSource = (text: string): text is Source => SOURCES.some((name) => name === text);

/** Fields that are ignored without a report: internal ids, and counts other than visits. */
const PASSED_OVER: Record<Source, string> = {
  shlink: "domain crawlable forwardquery",
  kutt: "id uuid domain domainid userid bannedbyid updatedat",
  dub: `id domain externalid tenantid programid partnerid userid workspaceid projectid folderid tagid qrcode archived
    publicstats trackconversion leads conversions sales saleamount lastclicked updatedat teststartedat testcompletedat
    utmsource utmmedium utmcampaign utmterm utmcontent`,
  bitly: "archived createdby clientid references launchpadids qrcodeids campaignids qrscans buttonclicks",
};

/** The names a product's reader looks for, found by reading an empty record. */
export function knownNames(source: Source): Set<string> {
  const known = new Set(PASSED_OVER[source].split(/\s+/));
  const note = (name: string) => void known.add(name);
  READERS[source]({ get: note, has: (name) => note(name) ?? false }, "");
  return known;
}
