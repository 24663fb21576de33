/** Percent-encoding that never throws: a lone surrogate becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** One percent-encoded character, or what looks like one. */
const ENCODED =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[\da-f](?:%[89ab][\da-f]){3})/gi;

/** Percent-decoding that leaves stray percent signs and invalid UTF-8 unchanged. */
export function decode(text: string): string {
  return text.replace(ENCODED, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** The parameters of a `mailto:`, `sms:` or `geo:` URI, where a plus is a plus, not a space. */
export function queryOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of text.split("&")) {
    const cut = pair.indexOf("=");
    if (cut < 1) continue;
    const name = decode(pair.slice(0, cut)).toLowerCase();
    if (!found.has(name)) found.set(name, decode(pair.slice(cut + 1)));
  }
  return found;
}
