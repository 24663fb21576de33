/** The peer: bare node:http answering 302, nothing looked up, nothing recorded. */
import { createServer } from "node:http";

createServer((_request, response) => {
  response.writeHead(302, { Location: "https://example.com/", "Content-Length": 0 });
  response.end();
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("up\n"));
