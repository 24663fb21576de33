import type { WifiAction, WifiSecurity } from "../../../codes/content/action.ts";
import { html, type Markup, raw } from "../../server/html.ts";
import { ICONS } from "./icons.ts";
import { copyRow, heading, row, rows } from "./parts.ts";

const SECURITY: Record<WifiSecurity, string> = {
  WPA: "WPA / WPA2",
  SAE: "WPA3",
  WEP: "WEP",
  "WPA2-EAP": "WPA2 Enterprise",
  nopass: "None: an open network",
};

/** No page can join a network by itself, so it gives all that the phone's settings ask for. */
export function wifiBody(network: WifiAction, name: string, joinSvg: string): Markup {
  const asks = network.password === "" ? "" : " and enter the password";
  return html`${heading(ICONS.wifi, "Wi-Fi network", name)}
${rows([
  copyRow("Network", network.ssid),
  copyRow("User name", network.identity),
  copyRow("Password", network.password, "secret"),
  row("Security", SECURITY[network.security]),
  network.hidden ? row("Visibility", "Hidden: enter the network name by hand") : null,
])}
<p>On this device, open the Wi-Fi settings, choose this network${asks}.</p>
${
  joinSvg &&
  html`<h2>Join with a camera</h2>
<p class="code" role="img" aria-label="A code that joins the network">${raw(joinSvg)}</p>
<p class="quiet">Point another phone’s camera at this code to join at once.</p>`
}`;
}
