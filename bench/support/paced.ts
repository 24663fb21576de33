/** A client that offers a fixed number of scans a second, whatever the answers do. Prints its times. */
import { Agent, get } from "node:http";

const [url, tokens, perSecond, seconds] = JSON.parse(process.argv[2]!) as [
  string,
  string[],
  number,
  number,
];
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const times: number[] = [];
let bad = 0;
let sent = 0;
let waiting = 0;
const begun = performance.now();

function scan(): void {
  const n = sent++;
  waiting += 1;
  // From when it should have been sent, so that a stalled client hides nothing.
  const due = begun + ((n + 1) / perSecond) * 1000;
  const headers = {
    "user-agent": `Mozilla/5.0 (Linux; Android 14; Pixel ${n % 1000}) Chrome/126.0.0.0`,
  };
  get(`${url}/r/${tokens[n % tokens.length]}`, { agent, headers }, (answer) => {
    answer.resume().on("end", () => {
      times.push(performance.now() - due);
      if (answer.statusCode !== 302 || !answer.headers["scan-id"]) bad += 1;
      done();
    });
  }).on("error", () => {
    bad += 1;
    done();
  });
}

function done(): void {
  waiting -= 1;
  if (waiting > 0 || sent < perSecond * seconds) return;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)];
  process.stdout.write(JSON.stringify({ sent, bad, p50: at(0.5), p99: at(0.99), p999: at(0.999) }));
}

const timer = setInterval(() => {
  const due = Math.min(
    perSecond * seconds,
    Math.floor(((performance.now() - begun) / 1000) * perSecond),
  );
  while (sent < due) scan();
  if (sent >= perSecond * seconds) clearInterval(timer);
}, 1);
