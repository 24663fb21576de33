/** An authoritative DNS server for tests, on UDP and TCP, with TXT and CNAME records. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export interface DnsName {
  /** Each record is one value, or the strings it is split into. */
  txt?: (string | readonly string[])[];
  /** Another name, which is looked up here too. */
  cname?: string;
  /** 2: failure, 5: refused. */
  rcode?: number;
  /** Does not answer. */
  isSilent?: boolean;
  /** Over UDP says that the answer is too long for it. */
  isTruncated?: boolean;
  /** Instead of an answer: these bytes after the id of the question. */
  raw?: Buffer;
}

export interface DnsServer {
  /** For DNS_SERVERS. */
  address: string;
  /** By name in lower case. Others do not exist. */
  names: Map<string, DnsName>;
  /** The names asked for so far, with the transport. */
  asked: string[];
  close(): Promise<void>;
}

const CNAME = 5;
const TXT = 16;
const NAME_ERROR = 3;

export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, DnsName>();
  const asked: string[] = [];
  const answer = (query: Buffer, transport: "udp" | "tcp"): Buffer | null => {
    const { name, end } = readName(query, 12);
    asked.push(`${name} ${transport}`);
    const chain: { owner: string; type: number; data: Buffer }[] = [];
    let entry = names.get(name);
    let owner = name;
    // Names may refer to each other in a circle.
    while (entry?.cname !== undefined && chain.length < 20) {
      chain.push({ owner, type: CNAME, data: writeName(entry.cname) });
      owner = entry.cname;
      entry = names.get(owner);
    }
    if (entry?.isSilent) return null;
    if (entry?.raw) return Buffer.concat([query.subarray(0, 2), entry.raw]);
    const isTruncated = transport === "udp" && entry?.isTruncated === true;
    const texts = isTruncated ? [] : (entry?.txt ?? []);
    for (const value of texts) chain.push({ owner, type: TXT, data: writeStrings(value) });
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8580 | (isTruncated ? 0x0200 : 0) | (entry ? (entry.rcode ?? 0) : NAME_ERROR), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(chain.length, 6);
    const question = query.subarray(12, end + 4);
    return Buffer.concat([head, question, ...chain.map(writeRecord)]);
  };

  const tcp = createServer((socket) => {
    let received: Buffer = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const query = received.subarray(2, 2 + received.readUInt16BE(0));
        received = received.subarray(2 + query.length);
        const made = answer(query, "tcp");
        if (made) socket.write(Buffer.concat([sizeOf(made), made]));
      }
    });
  }).listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket("udp4", (query, { port: to, address }) => {
    const made = answer(query, "udp");
    if (made) udp.send(made, to, address);
  });
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");
  return {
    address: `127.0.0.1:${port}`,
    names,
    asked,
    async close() {
      udp.close();
      tcp.close();
    },
  };
}

function readName(message: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  while (message[at] !== 0) {
    const length = message[at]!;
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, "latin1")),
    Buffer.alloc(1),
  ]);

const writeStrings = (value: string | readonly string[]): Buffer =>
  Buffer.concat([value].flat().flatMap((text) => [Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]));

function sizeOf(data: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(data.length);
  return size;
}

function writeRecord({ owner, type, data }: { owner: string; type: number; data: Buffer }): Buffer {
  const fixed = Buffer.alloc(8);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  // A time to live of one second.
  fixed.writeUInt32BE(1, 4);
  return Buffer.concat([writeName(owner), fixed, sizeOf(data), data]);
}
