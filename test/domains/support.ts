/** Support for tests of domains: requests with a Host header of their own, and raw ones. */
import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface Visited {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** fetch does not allow a Host header. */
export async function visit(
  url: string,
  host: string,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Visited> {
  const { hostname, port } = new URL(url);
  const sent = request({ host: hostname, port, path, method, headers: { ...headers, host }, agent: false }).end();
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** The status of the answer to a request as it is written. */
export async function statusOfRaw(url: string, head: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head.replaceAll("\n", "\r\n")}\r\n\r\n`);
  const [first] = await once(socket, "data");
  socket.destroy();
  return Number(/^HTTP\/1\.\d (\d+)/.exec(String(first))?.[1]);
}
