import type { CodeType } from "../../src/shared/vocabulary.ts";

/** What attackers enter as text. */
export const PAYLOADS = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</style><img src=x onerror=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  "` onclick=alert(1) `",
  "javascript:alert(1)",
  "jAvA\tsCrIpT:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;img src=x onerror=alert(1)&#62;",
  "<!--",
  "-->",
  "]]>",
  "<![CDATA[",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content='0;url=//evil.example'>",
  "\u2028<script>alert(1)</script>\u2029",
  "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
  "{{constructor.constructor('alert(1)')()}}",
  "\r\n\r\n<script>alert(1)</script>",
];

/** Each type's content with a text in every free-text field. */
export const CONTENTS: Record<CodeType, (text: string) => string> = {
  url: (text) => `https://example.com/${text}`,
  social: (text) => `https://example.com/?${text}`,
  text: (text) => text,
  wifi: (text) => {
    const value = text.replace(/[\\;,:"]/g, "\\$&");
    return `WIFI:T:WPA2-EAP;S:${value};P:${value};I:${value};E:${value};;`;
  },
  vcard: (text) => {
    const value = text.replace(/[\\;,]/g, "\\$&").replace(/[\r\n]+/g, "\\n");
    const names = ["FN", "ORG", "TITLE", "TEL", "EMAIL", "URL", "NOTE"];
    const lines = names.map((name) => `${name}:${value}`);
    return ["BEGIN:VCARD", ...lines, `ADR:;;${value};${value}`, "END:VCARD"].join("\n");
  },
  email: (text) => {
    const value = encodeURIComponent(text.toWellFormed());
    return `mailto:a@example.com?subject=${value}&body=${value}`;
  },
  phone: (text) => text,
  sms: (text) => `SMSTO:+1555:${text}`,
  whatsapp: (text) => `https://wa.me/15551234?text=${encodeURIComponent(text.toWellFormed())}`,
  geo: (text) => `geo:1,2?q=1,2(${encodeURIComponent(text.toWellFormed())})`,
};
