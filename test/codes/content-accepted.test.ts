import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { contentProblem } from "../../src/codes/content/index.ts";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";

const CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nEND:VCARD";

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", "FN:Ada Lovelace", ...lines, "END:VCARD"].join("\r\n");

const ACCEPTED: Record<CodeType, string[]> = {
  url: [
    "https://example.com",
    "HTTP://EXAMPLE.COM/A",
    "http://localhost:3000/x",
    "https://192.168.0.1/",
    "https://[2001:db8::1]:8443/a",
    "https://example.com:8080/a/b?c=d&e=f#g",
    "https://exämple.com/straße?q=größe",
    "https://例え.テスト/パス",
    "https://example.com/@ada",
    "https://example.com/?next=https://a@b.c/\\d",
    "https://sub_domain.example.com",
    "https://example.com./",
    "example.com",
    "www.example.com",
    "example.com/menu?a=b#c",
    "example.com:8080/a",
    "Example.COM./A",
    "exämple.com/straße",
    "例え.テスト/パス",
    "192.168.0.1/menu",
    "example.com/@ada",
    "example.com?next=https://a@b.c/\\d",
  ],
  social: ["https://instagram.com/ada", "https://www.linkedin.com/in/ada-l/", "https://x.com/@a", "instagram.com/ada"],
  text: ["hello", "javascript:alert(1)", " ", "line\nline", "👩‍🚀"],
  email: [
    "ada@example.com",
    " ada+tag@example.co.uk ",
    "o'brien@example.com",
    "jörg@bücher.example",
    "mailto:ada@example.com",
    "MAILTO:ada@example.com?subject=Hi&body=A%20b%0D%0Ac",
    "mailto:a@example.com,b@example.com?cc=c@example.com",
    "mailto:?to=a@example.com",
    "mailto:?subject=Look%20at%20this",
    "MATMSG:TO:ada@example.com;SUB:Hello;BODY:A: b\\; c;;",
    "matmsg:to:ada@example.com;;",
    "MATMSG:TO:a@example.com,b@example.com;",
  ],
  phone: [
    "112",
    "+442079460000",
    "+44 (0)20 7946-0000",
    "(555) 123.4567",
    "00 49 / 30 / 123456",
    "\u202d+1 555 123 4567\u202c",
    "555 123 4567 ext. 89",
    "+1 555 123 4567 x89",
    "*100#",
    "tel:+1-555-123-4567",
    "TEL:+15551234567;ext=89",
    "tel:%2B15551234567",
    "tel://+15551234567",
    "555 1234,,12#",
    "０３-１２３４-５６７８",
    "٠١٢٣٤٥٦٧",
  ],
  sms: [
    "+15551234567",
    "12345",
    "sms:+15551234567",
    "sms:+15551234567?body=Hello%20there",
    "sms:+15551234567;?&body=Hello",
    "sms:+15551234567&body=Hello",
    "sms:+15551234567,+15557654321",
    "SMSTO:+15551234567:Hello: you?",
    "smsto:+15551234567",
    "sms:?body=Pass%20it%20on",
  ],
  whatsapp: [
    "+1 555 123 4567",
    "0044 20 7946 0000",
    "https://wa.me/15551234567",
    "http://wa.me/+15551234567?text=Hello",
    "wa.me/15551234567",
    "https://wa.me/message/ABCDEF1234",
    "https://wa.me/?text=Pass%20it%20on",
    "https://api.whatsapp.com/send?phone=15551234567&text=Hello",
    "https://api.whatsapp.com/send/?phone=%2B15551234567",
    "https://chat.whatsapp.com/AbCdEf",
    "whatsapp://send?phone=15551234567",
  ],
  geo: [
    "52.5163,13.3777",
    "-33.8568, 151.2153",
    " +90 , -180 ",
    "0,0",
    ".5,-.5",
    "geo:52.5163,13.3777",
    "GEO:52.5163,13.3777,34",
    "geo:52.5163,13.3777;crs=wgs84;u=10",
    "geo:52.5163,13.3777?z=16",
    "geo:0,0?q=52.5163,13.3777(Brandenburger+Tor)",
    "geo:0,0?q=Pariser+Platz,+Berlin",
  ],
  wifi: [
    "WIFI:T:WPA;S:Guest;P:secret99;;",
    "WIFI:S:Guest;T:WPA2;P:secret99;H:true;;",
    "wifi:t:wpa;s:Guest;p:secret99;;",
    "WIFI:T:nopass;S:Guest;;",
    "WIFI:S:Guest;;",
    "WIFI:T:;S:Guest;P:;;",
    "WIFI:T:WEP;S:Guest;P:abcde;",
    "WIFI:T:SAE;S:Guest;P:secret99;;",
    "WIFI:T:WPA3;S:Guest;P:secret99;R:1;;",
    "WIFI:T:WPA/WPA2;S:Guest;P:secret99;;\n",
    "WIFI:T:WPA2-EAP;S:Work;E:PEAP;PH2:MSCHAPV2;I:ada;P:secret;;",
    'WIFI:T:WPA;S:"ABCD1234";P:a\\;b\\,c\\:d\\\\e\\"f;;',
  ],
  vcard: [
    CARD,
    `${CARD}\n`,
    CARD.replaceAll("\n", "\r\n"),
    "begin:vcard\nversion:2.1\nN:Lovelace;Ada\nend:vcard",
    "BEGIN:VCARD\nVERSION:4.0\nTEL;VALUE=uri:tel:+1-555-123\nEND:VCARD",
    `${CARD}\n${CARD}`,
    "MECARD:N:Lovelace,Ada;TEL:+442079460000;EMAIL:ada@example.com;;",
    "mecard:tel:+442079460000;",
    card("TEL;TYPE=WORK:+44 20 7946 0000 (office)"),
    card("TEL:1-800-FLOWERS", "TEL:+1 800 FLOWERS", "TEL:０３-１２３４-５６７８", "TEL:٠١٢٣٤٥٦٧"),
    card("TEL;VALUE=uri:sip:ada@example.com"),
    card("TEL:", "EMAIL:", "URL:"),
    card("EMAIL:ada@intranet", "EMAIL:Ada <ada@example.com>", "EMAIL:mailto:ada@example.com"),
    card("URL:example.com", "URL:instagram://user?username=ada", "URL:mailto:ada@example.com"),
  ],
};

describe("accepted content", () => {
  for (const type of CODE_TYPES) {
    it(`of type ${type}`, () => {
      for (const content of ACCEPTED[type]) {
        assert.equal(contentProblem(type, content), null, JSON.stringify(content));
      }
    });
  }
});
