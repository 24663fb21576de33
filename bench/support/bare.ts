/** The reference: bare node:http that answers 302, without look-up or recording. */
import { createServer } from "node:http";

createServer((_request, response) => {
  response.writeHead(302, { Location: "https://example.com/", "Content-Length": 0 });
  response.end();
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("up\n"));
