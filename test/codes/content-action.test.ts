import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Action, actionOf } from "../../src/codes/content/index.ts";
import type { CodeType } from "../../src/shared/vocabulary.ts";

/** Asserts the named properties only. */
function expect(type: CodeType, content: string, wanted: Partial<Record<string, unknown>>) {
  const action = actionOf(type, content) as Action & Record<string, unknown>;
  const seen = Object.fromEntries(Object.keys(wanted).map((name) => [name, action[name]]));
  assert.deepEqual(seen, wanted, JSON.stringify(content));
}

describe("the action of a code", () => {
  it("redirects to a normalised ASCII address", () => {
    expect("url", "HTTPS://Exämple.com/ü b".replace(" ", "%20"), {
      kind: "redirect",
      location: "https://xn--exmple-cua.com/%C3%BC%20b",
    });
    expect("social", "https://example.com", { location: "https://example.com/" });
    expect("url", "Example.com/ü", { location: "https://example.com/%C3%BC" });
    expect("social", "example.com:8080", { location: "https://example.com:8080/" });
  });

  it("calls a number however it was written", () => {
    const dialed: [string, string][] = [
      ["+44 (0)20 7946-0000", "tel:+442079460000"],
      ["(020) 7946 0000", "tel:02079460000"],
      ["tel:+1-555-123;ext=9", "tel:+1555123,9"],
      ["555 123 ext. 9", "tel:555123,9"],
      ["*100#", "tel:*100%23"],
      ["\u202d+1 555\u202c", "tel:+1555"],
      ["０３-１２３４-５６７８", "tel:0312345678"],
      ["+٢٠ ٢ ١٢٣٤", "tel:+2021234"],
      ["०९८ ७६५", "tel:098765"],
      ["𝟘𝟙𝟚 𝟵𝟬", "tel:01290"],
    ];
    for (const [content, href] of dialed) expect("phone", content, { kind: "call", href });
    expect("phone", "tel:+1-555-123;ext=9", { number: "+1 555 123" });
  });

  it("writes an email with all its parts, and no injected header", () => {
    expect("email", "mailto:a@example.com?cc=b@example.com&subject=A+b&body=x%0D%0Ay&attach=/etc", {
      to: "a@example.com",
      cc: "b@example.com",
      subject: "A+b",
      body: "x\ny",
      href: "mailto:a@example.com?cc=b@example.com&subject=A%2Bb&body=x%0D%0Ay",
    });
    expect("email", "mailto:a@example.com?subject=x%0D%0ABcc:%20eve@example.com", {
      bcc: "",
      subject: "x Bcc: eve@example.com",
    });
    expect("email", "mailto:a@example.com?subject=100%", { subject: "100%" });
  });

  it("writes the email of a MATMSG", () => {
    expect("email", "MATMSG:TO:a@example.com;SUB:A\\; b;BODY:x: y\nz;;", {
      to: "a@example.com",
      subject: "A; b",
      body: "x: y\nz",
      href: "mailto:a@example.com?subject=A%3B%20b&body=x%3A%20y%0D%0Az",
    });
  });

  it("offers the contact of a MECARD, as a vCard that every phone can save", () => {
    const card =
      "MECARD:N:Lovelace,Ada;ORG:Engines\\, Ltd;TEL:+442079460000;TEL:112;EMAIL:ada@example.com;URL:example.com;ADR:1 St James Sq,London;BDAY:18151210;NICKNAME:Ada;NOTE:a\\;b;;";
    expect("vcard", card, {
      kind: "contact",
      name: "Ada Lovelace",
      organization: "Engines, Ltd",
      phones: [
        { value: "+44 2079460000", href: "tel:+442079460000", use: null },
        { value: "112", href: "tel:112", use: null },
      ],
      emails: [{ value: "ada@example.com", href: "mailto:ada@example.com" }],
      urls: [{ value: "example.com", href: "https://example.com/" }],
      addresses: [
        {
          value: "1 St James Sq, London",
          place: actionOf("geo", "geo:0,0?q=1%20St%20James%20Sq%2C%20London") as Action & { kind: "map" },
        },
      ],
      note: "a;b",
      fileName: "ada-lovelace.vcf",
    });
    const { vcf } = actionOf("vcard", card) as Action & { kind: "contact" };
    assert.match(vcf, /^BEGIN:VCARD\r\n[\s\S]*\r\nBDAY:18151210\r\n[\s\S]*END:VCARD\r\n$/);
    expect("vcard", "MECARD:TEL:112;;", { name: "", fileName: "contact.vcf" });
  });

  it("sends a message in the format that both Android and iOS read", () => {
    const href = "sms:+1555123?&body=Hi%20%26%20bye";
    for (const content of [
      "SMSTO:+1555123:Hi & bye",
      "sms:+1555123?body=Hi%20%26%20bye",
      "sms:+1555123&body=Hi%20%26%20bye",
      "sms:+1555123;?&body=Hi%20%26%20bye",
    ]) {
      expect("sms", content, { kind: "message", number: "+1 555123", text: "Hi & bye", href });
    }
    expect("sms", "+1 555 123", { number: "+1 555 123", text: "", href: "sms:+1555123" });
  });

  it("opens WhatsApp at a number or at its own link", () => {
    expect("whatsapp", "https://api.whatsapp.com/send?phone=%2B15551234&text=a+b", {
      number: "+1 5551234",
      text: "a b",
      location: "https://wa.me/15551234?text=a%20b",
    });
    for (const number of ["+44 (0)20 7946 0051", "0044 20 7946 0051"]) expect("whatsapp", number, { number });
    // A stray percent sign affects only itself.
    expect("whatsapp", "https://wa.me/15551234?text=50%+off%20now%2", { text: "50% off now%2" });
    expect("whatsapp", "https://wa.me/15551234?text=a%20%E9%20%C3%A9", { text: "a %E9 é" });
    expect("whatsapp", "http://wa.me:81/message/AB?src=qr", {
      number: "",
      location: "https://wa.me/message/AB?src=qr",
    });
  });

  it("shows a place with a link for each kind of phone", () => {
    expect("geo", "geo:52.5163,13.3777?q=52.5163,13.3777(Tor+%26+Platz)", {
      latitude: 52.5163,
      longitude: 13.3777,
      label: "Tor & Platz",
      href: "geo:52.5163,13.3777?q=52.5163,13.3777(Tor%20%26%20Platz)",
      appleHref: "https://maps.apple.com/?ll=52.5163,13.3777&q=Tor%20%26%20Platz",
      webHref: "https://www.openstreetmap.org/?mlat=52.5163&mlon=13.3777#map=16/52.5163/13.3777",
    });
    expect("geo", "geo:52.5163,13.3777?q=52.5163,13.3777(Tor%0APariser+Platz%0A%0ABerlin)", {
      label: "Tor",
      address: "Pariser Platz, Berlin",
      href: "geo:52.5163,13.3777?q=52.5163,13.3777(Tor%2C%20Pariser%20Platz%2C%20Berlin)",
    });
    expect("geo", "geo:0,0?q=Pariser+Platz", {
      label: "Pariser Platz",
      href: "geo:0,0?q=Pariser%20Platz",
      webHref: "https://www.openstreetmap.org/search?query=Pariser%20Platz",
    });
    expect("geo", "0.0000001,-0.00000001", { href: "geo:0.0000001,0" });
  });

  it("joins a network, whatever name its security has", () => {
    const names: [string, string][] = [
      ["WPA2", "WPA"],
      ["WPA/WPA2", "WPA"],
      ["wpa3", "SAE"],
      ["wep", "WEP"],
      ["", "WPA"],
      ["nopass", "nopass"],
      ["WPA2-EAP", "WPA2-EAP"],
    ];
    for (const [name, security] of names) {
      expect("wifi", `WIFI:T:${name};S:Guest;P:secret99;;`, { security });
    }
    expect("wifi", 'WIFI:P:"a\\"b";S:x\\;y;T:WPA2;H:TRUE;;', {
      ssid: "x;y",
      password: 'a"b',
      hidden: true,
      join: 'WIFI:T:WPA;S:x\\;y;P:a\\"b;H:true;;',
    });
    expect("wifi", "WIFI:T:WPA2-EAP;S:Work;E:PEAP;PH2:MSCHAPV2;A:anon;I:ada;P:pw;;", {
      identity: "ada",
      join: "WIFI:T:WPA2-EAP;E:PEAP;PH2:MSCHAPV2;A:anon;I:ada;S:Work;P:pw;;",
    });
  });

  it("returns text unchanged", () => {
    expect("text", " a\r\nb ", { kind: "text", text: " a\r\nb " });
  });
});
