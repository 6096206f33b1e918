import { createServer } from "node:http";
import { openDatabase } from "../apps/server/src/db/connect.ts";
import { createGateway } from "../apps/server/src/gateway/gateway.ts";
import { atEnd } from "./children.ts";
import type { Random } from "./random.ts";

/** failing: answers 500. silent: takes the call and never answers. lossy: carries it out, and then answers 500. */
type Mood = "fine" | "failing" | "silent" | "lossy";

export const providerKeys = {
  RAZORPAY_KEY_ID: "rzp_test_faults",
  RAZORPAY_KEY_SECRET: "secret-of-the-faults",
  RAZORPAY_WEBHOOK_SECRET: "webhooks-of-the-faults",
};

type Options = { at: number; database: { port: number }; webhookUrl: string; random: Random };

/** The local gateway as a server of its own: payers can pay while the product is away, and calls fail on the way. */
export async function startProvider({ at, database, webhookUrl, random }: Options) {
  const { db, pool } = openDatabase({ host: "127.0.0.1", port: database.port, user: "postgres", database: "academy" });
  const gateway = createGateway({
    db,
    keyId: providerKeys.RAZORPAY_KEY_ID,
    keySecret: providerKeys.RAZORPAY_KEY_SECRET,
    webhookSecret: providerKeys.RAZORPAY_WEBHOOK_SECRET,
    webhookUrl,
    clock: { now: () => new Date() },
  });
  let moods: Mood[] = ["fine"];
  const counts: Record<Mood, number> = { fine: 0, failing: 0, silent: 0, lossy: 0 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const isCall = request.url?.startsWith("/v1/");
    const mood = isCall ? random.pick(moods) : "fine";
    counts[mood]++;
    if (mood === "silent") return;
    const { method = "GET", url = "/", headers } = request;
    const answer =
      mood === "failing"
        ? new Response("{}", { status: 500 })
        : await gateway.app.request(url, {
            method,
            headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
            ...(body.length > 0 ? { body } : {}),
          });
    response.writeHead(mood === "lossy" ? 500 : answer.status, { "content-type": "application/json" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(at, "127.0.0.1", done));
  const delivering = setInterval(() => gateway.deliverDue(new Date()).catch(() => {}), 1000);
  atEnd(async () => {
    clearInterval(delivering);
    server.closeAllConnections();
    server.close();
    await gateway.settled();
    await pool.end();
  });
  return {
    url: `http://127.0.0.1:${at}`,
    counts,
    set(to: Mood[]) {
      moods = to;
    },
    setDelivery: gateway.setDeliveryFaults,
  };
}
