import type { Level } from "../../../src/shared/vocabulary.ts";

export const LEVELS: Level[] = ["L", "M", "Q", "H"];

/** One of each type of code, as people write them, including Unicode. */
export const PAYLOADS: Record<string, string> = {
  url: "https://example.com/menu?table=12&lang=de#today",
  text: "Grüße aus Köln, 東京から、привет, שלום 👋🏽",
  wifi: "WIFI:T:WPA;S:Café \\;Guest;P:p\\,ass\\\\word;H:false;;",
  vcard:
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Müller;Zoë;;;\r\nFN:Zoë Müller\r\nTEL;TYPE=CELL:+4915112345678\r\nEMAIL:zoe@example.com\r\nEND:VCARD",
  email: "mailto:hello@example.com?subject=Tickets%20for%20two",
  phone: "tel:+442079460000",
  sms: "SMSTO:+15551234567:See you at 8",
  whatsapp: "https://wa.me/15551234567?text=Hello",
  geo: "geo:48.858370,2.294481",
  social: "https://social.example/@tessera",
};

/** Text of exactly the length that a version just holds: it does not fit the previous one. */
export const CAPACITY: Record<number, Record<Level, [number, number, number]>> = {
  1: { L: [41, 25, 17], M: [34, 20, 14], Q: [27, 16, 11], H: [17, 10, 7] },
  2: { L: [77, 47, 32], M: [63, 38, 26], Q: [48, 29, 20], H: [34, 20, 14] },
  3: { L: [127, 77, 53], M: [101, 61, 42], Q: [77, 47, 32], H: [58, 35, 24] },
  4: { L: [187, 114, 78], M: [149, 90, 62], Q: [111, 67, 46], H: [82, 50, 34] },
  5: { L: [255, 154, 106], M: [202, 122, 84], Q: [144, 87, 60], H: [106, 64, 44] },
  9: { L: [552, 335, 230], M: [432, 262, 180], Q: [312, 189, 130], H: [235, 143, 98] },
  10: { L: [652, 395, 271], M: [513, 311, 213], Q: [364, 221, 151], H: [288, 174, 119] },
  26: { L: [3283, 1990, 1367], M: [2544, 1542, 1059], Q: [1804, 1094, 751], H: [1425, 864, 593] },
  27: { L: [3517, 2132, 1465], M: [2701, 1637, 1125], Q: [1933, 1172, 805], H: [1501, 910, 625] },
  40: { L: [7089, 4296, 2953], M: [5596, 3391, 2331], Q: [3993, 2420, 1663], H: [3057, 1852, 1273] },
};
