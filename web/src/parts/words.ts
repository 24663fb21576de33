/** Times, numbers and places as people say them. Times are in the viewer's zone unless UTC is said. */
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const regions = new Intl.DisplayNames(["en"], { type: "region" });
const numbers = new Intl.NumberFormat("en");

export const inWords = {
  number: (value: number): string => numbers.format(value),
  dateTime: (iso: string): string => dateTime.format(new Date(iso)),
  day: (iso: string): string => day.format(new Date(iso)),

  /** A UTC day as the timeline names it. */
  utcDay: (date: string): string =>
    new Date(`${date}T00:00:00Z`).toLocaleDateString("en", {
      month: "short",
      day: "numeric",
      timeZone: "UTC",
    }),

  ago(iso: string, now = Date.now()): string {
    const seconds = Math.round((Date.parse(iso) - now) / 1000);
    const steps: [number, Intl.RelativeTimeFormatUnit][] = [
      [60, "second"],
      [3600, "minute"],
      [86_400, "hour"],
      [30 * 86_400, "day"],
      [365 * 86_400, "month"],
    ];
    const sizes = { second: 1, minute: 60, hour: 3600, day: 86_400, month: 30 * 86_400 };
    for (const [until, unit] of steps) {
      if (Math.abs(seconds) < until) {
        return relative.format(Math.round(seconds / sizes[unit as keyof typeof sizes]), unit);
      }
    }
    return relative.format(Math.round(seconds / (365 * 86_400)), "year");
  },

  country(code: string): string {
    if (!/^[A-Z]{2}$/.test(code)) return code;
    try {
      return regions.of(code) ?? code;
    } catch {
      return code;
    }
  },

  share(part: number, whole: number): string {
    if (whole === 0) return "0 %";
    const percent = (100 * part) / whole;
    return percent > 0 && percent < 1 ? "<1 %" : `${Math.round(percent)} %`;
  },

  times: (count: number, one: string, many = `${one}s`): string =>
    `${numbers.format(count)} ${count === 1 ? one : many}`,
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
