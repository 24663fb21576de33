/** Seeded, so that every demo looks alike. */
export interface Random {
  /** From 0 to 1. */
  next(): number;
  pick<T>(weighted: readonly (readonly [T, number])[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick(weighted) {
      let left = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of weighted) {
        left -= weight;
        if (left < 0) return value;
      }
      return weighted.at(-1)![0];
    },
  };
}

/** Visitors of the demo: weights are rough shares, similar to a year in Europe. */
type Weighted<T> = readonly (readonly [T, number])[];
type Place = [country: string, city: string | null, latitude: number | null, longitude: number | null];
type Agent = [device: string, browser: string, os: string];

export const PLACES: Weighted<Place> = [
  [["GB", "London", 51.5074, -0.1278], 300],
  [["GB", "Manchester", 53.4808, -2.2426], 60],
  [["GB", "Bristol", 51.4545, -2.5879], 40],
  [["GB", "Edinburgh", 55.9533, -3.1883], 30],
  [["IE", "Dublin", 53.3498, -6.2603], 40],
  [["DE", "Berlin", 52.52, 13.405], 70],
  [["DE", "Hamburg", 53.5511, 9.9937], 30],
  [["DE", "Munich", 48.1351, 11.582], 35],
  [["FR", "Paris", 48.8566, 2.3522], 60],
  [["FR", "Lyon", 45.764, 4.8357], 20],
  [["ES", "Madrid", 40.4168, -3.7038], 45],
  [["ES", "Barcelona", 41.3851, 2.1734], 35],
  [["IT", "Ravenna", 44.4184, 12.2035], 40],
  [["IT", "Milan", 45.4642, 9.19], 30],
  [["NL", "Amsterdam", 52.3676, 4.9041], 35],
  [["BE", "Brussels", 50.8503, 4.3517], 15],
  [["CH", "Zurich", 47.3769, 8.5417], 15],
  [["AT", "Vienna", 48.2082, 16.3738], 15],
  [["PT", "Lisbon", 38.7223, -9.1393], 18],
  [["SE", "Stockholm", 59.3293, 18.0686], 15],
  [["DK", "Copenhagen", 55.6761, 12.5683], 12],
  [["NO", "Oslo", 59.9139, 10.7522], 10],
  [["PL", "Warsaw", 52.2297, 21.0122], 18],
  [["CZ", "Prague", 50.0755, 14.4378], 10],
  [["GR", "Athens", 37.9838, 23.7275], 8],
  [["TR", "Istanbul", 41.0082, 28.9784], 10],
  [["US", "New York", 40.7128, -74.006], 50],
  [["US", "San Francisco", 37.7749, -122.4194], 25],
  [["US", "Chicago", 41.8781, -87.6298], 20],
  [["CA", "Toronto", 43.6532, -79.3832], 18],
  [["BR", "São Paulo", -23.5505, -46.6333], 15],
  [["AU", "Sydney", -33.8688, 151.2093], 14],
  [["NZ", "Auckland", -36.8509, 174.7645], 5],
  [["JP", "Tokyo", 35.6762, 139.6503], 14],
  [["IN", "Mumbai", 19.076, 72.8777], 18],
  [["ZA", "Cape Town", -33.9249, 18.4241], 6],
  [["AE", "Dubai", 25.2048, 55.2708], 6],
  [["GB", null, 51.5, -0.12], 30],
  [["US", null, 37.75, -97.82], 15],
  [["Unknown", null, null, null], 20],
];

export const AGENTS: Weighted<Agent> = [
  [["mobile", "Safari", "iOS"], 480],
  [["mobile", "Chrome", "Android"], 360],
  [["mobile", "Samsung Internet", "Android"], 70],
  [["mobile", "Firefox", "Android"], 18],
  [["mobile", "Chrome", "iOS"], 25],
  [["tablet", "Safari", "iPadOS"], 20],
  [["tablet", "Chrome", "Android"], 9],
  [["desktop", "Chrome", "Windows"], 12],
  [["desktop", "Safari", "macOS"], 8],
  [["desktop", "Edge", "Windows"], 4],
  [["desktop", "Firefox", "Linux"], 3],
];

export const MISSED: Weighted<string> = [
  ["preview", 45],
  ["crawler", 30],
  ["prefetch", 15],
  ["head", 10],
];

/** How likely each hour is, from midnight. */
export const HOURS = {
  leisure: [4, 2, 1, 1, 1, 2, 5, 12, 25, 34, 40, 48, 66, 64, 52, 46, 44, 50, 60, 66, 56, 40, 22, 10],
  office: [1, 1, 1, 1, 1, 2, 6, 22, 60, 78, 74, 62, 50, 60, 70, 64, 52, 34, 18, 12, 8, 5, 3, 2],
};

/** From Sunday. */
export const WEEKDAYS = {
  leisure: [1.35, 0.7, 0.75, 0.85, 0.95, 1.2, 1.5],
  office: [0.2, 1.1, 1.25, 1.3, 1.2, 0.9, 0.25],
};
