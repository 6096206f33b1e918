import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { institute } from "./recipe.ts";

type Visit = { path: string; method?: string; headers?: Record<string, string>; body?: Buffer; name?: string };
type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** One request by HTTP/2 on a connection of its own. `status` 0 means that there was no answer. */
export function visit(
  port: number,
  { path, method = "GET", headers = {}, body, name = institute }: Visit,
): Promise<Answer> {
  return new Promise((done) => {
    // A certificate of our own making: there is nobody to trust.
    const session: ClientHttp2Session = connect(`https://127.0.0.1:${port}`, {
      servername: name,
      rejectUnauthorized: false,
    });
    const lost = () => {
      session.destroy();
      done({ status: 0, headers: {}, body: "" });
    };
    session.on("error", lost);
    const sent = session.request({ ":method": method, ":path": path, ":authority": name, ...headers });
    let answered: IncomingHttpHeaders = {};
    sent.on("response", (given) => {
      answered = given;
    });
    sent.on("error", lost);
    sent
      .toArray()
      .then((parts) => {
        session.close();
        done({ status: Number(answered[":status"] ?? 0), headers: answered, body: Buffer.concat(parts).toString() });
      })
      .catch(lost);
    sent.end(body);
  });
}
