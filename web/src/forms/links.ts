import { contentProblem } from "../../../src/codes/content/index.ts";
import * as words from "./content-words.ts";
import type { ContentForm } from "./form.ts";

/** Adds https:// if the scheme is missing. */
export const withScheme = (text: string): string => {
  const address = text.trim();
  return address === "" || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
};

/** Validates the text as entered: with https:// in front, a single word would be valid. */
export function addressProblem(value: string): string | null {
  if (contentProblem("url", value.trim()) === null) return null;
  return /^\s*(?:https?:)?\/\/[^/?#]*@/i.test(value) ? words.url.hasPassword : words.url.wrong;
}

export const url: ContentForm = {
  fields: [
    {
      name: "url",
      label: words.url.label,
      kind: "url",
      placeholder: words.url.placeholder,
      description: words.url.description,
      required: true,
      missing: words.url.missing,
      check: addressProblem,
      means: "address",
    },
  ],
  empty: { url: "" },
  read: (content) => ({ url: content }),
  build: (values) => withScheme(values.url!),
};

const NETWORKS: Record<string, { label: string; start: string }> = {
  instagram: { label: "Instagram", start: "https://www.instagram.com/" },
  linkedin: { label: "LinkedIn", start: "https://www.linkedin.com/in/" },
  facebook: { label: "Facebook", start: "https://www.facebook.com/" },
  youtube: { label: "YouTube", start: "https://www.youtube.com/@" },
  tiktok: { label: "TikTok", start: "https://www.tiktok.com/@" },
  x: { label: "X", start: "https://x.com/" },
  github: { label: "GitHub", start: "https://github.com/" },
  bluesky: { label: "Bluesky", start: "https://bsky.app/profile/" },
  other: { label: words.social.other, start: "" },
};

const isAddress = (handle: string): boolean => /^https?:/i.test(handle) || handle.includes("/");

export const social: ContentForm = {
  fields: [
    {
      name: "network",
      label: words.social.network,
      kind: "choice",
      choices: Object.entries(NETWORKS).map(([value, { label }]) => ({ value, label })),
      half: true,
    },
    {
      name: "handle",
      label: words.social.handle,
      placeholder: words.social.placeholder,
      required: true,
      half: true,
      missing: words.social.missing,
      check(value, { network }) {
        const handle = value.trim();
        if (network === "other" || isAddress(handle)) return addressProblem(handle);
        if (/^@?[\p{L}\p{N}._-]+$/u.test(handle)) return null;
        return words.social.wrong;
      },
    },
  ],
  empty: { network: "instagram", handle: "" },
  read(content) {
    const found = Object.entries(NETWORKS).find(([, { start }]) => start !== "" && content.startsWith(start));
    const handle = found ? content.slice(found[1].start.length) : "";
    if (found && /^[\w.-]+$/.test(handle)) return { network: found[0], handle };
    return { network: "other", handle: content };
  },
  build({ network = "other", handle = "" }) {
    const name = handle.trim();
    const { start } = NETWORKS[network]!;
    if (name === "" || start === "" || isAddress(name)) return withScheme(name);
    return start + encodeURIComponent(name.replace(/^@/, ""));
  },
  give: (values) => (values.handle?.trim() ? { address: social.build(values) } : {}),
  take(facts, values) {
    const given = facts.address !== undefined && values.handle === "";
    return given ? social.read(withScheme(facts.address!))! : values;
  },
};
