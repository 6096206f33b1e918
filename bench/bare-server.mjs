// The minimum for node:http: every request gets one fixed answer, which the parent process sets.
import { createServer } from "node:http";

let answer = { status: 200, headers: [], body: Buffer.alloc(0) };
process.on("message", (next) => {
  answer = next;
  process.send("taken");
});
process.on("disconnect", () => process.exit());

createServer({ keepAliveTimeout: 65_000 }, (_, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}).listen(Number(process.argv[2]), "127.0.0.1");
