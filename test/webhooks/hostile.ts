/** Receivers that answer a webhook with endless data. */
import type { Socket } from "node:net";

const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
/** How each begins, and what it repeats endlessly. */
const WAYS = {
  "interim answers": ["", "HTTP/1.1 103 Early\r\nX: y\r\n\r\n"],
  "one long interim answer": ["HTTP/1.1 103 Early\r\n", "X: yyyyyyyyyyyyyyyyyyyyy\r\n"],
  "empty lines": ["", "\r\n"],
  "chunk extensions": [`${CHUNKED}1;a=`, "b"],
  trailers: [`${CHUNKED}0\r\n`, "X: yyyyyyyyyyyyyyyyyyyyy\r\n"],
} as const;

export type Flood = keyof typeof WAYS;
export const FLOODS = Object.keys(WAYS) as Flood[];

/** As fast as the other side reads it, until it closes the connection. */
export function flood(socket: Socket, kind: Flood): void {
  const [begin, endless] = WAYS[kind];
  const block = endless.repeat(Math.ceil(65_536 / endless.length));
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.write(begin);
  socket.on("drain", more);
  more();
}
