import type { Hono } from "hono";
import type { Db } from "../db/connect.ts";
import { createGateway } from "../gateway/gateway.ts";
import { localKeys } from "../gateway/keys.ts";
import type { Clock, Payments } from "../ports.ts";
import { razorpayPayments } from "./razorpay.ts";

const gatewayPath = "/dev/gateway";

type Options = {
  db: Db;
  clock: Clock;
  publicUrl: string;
  deliver(request: Request): Response | Promise<Response>;
  /** Makes one gateway of those of several processes. */
  share?: ((mountedAt: string, app: Hono) => Hono) | undefined;
};

/** The same client as for the real provider, pointed at our local gateway in this process. No money moves. */
export async function localPayments({ db, clock, publicUrl, deliver, share }: Options) {
  const keys = await localKeys(db);
  const webhookUrl = `${publicUrl}/api/payment/webhook`;
  const gateway = createGateway({ db, clock, ...keys, webhookUrl, deliver });
  const app = share ? share(gatewayPath, gateway.app) : gateway.app;
  const payments: Payments = razorpayPayments({
    ...keys,
    baseUrl: publicUrl + gatewayPath,
    checkoutUrl: `${gatewayPath}/checkout.js`,
    fetch: async (address, init) => {
      const { pathname, search } = new URL(String(address));
      return app.request(pathname.slice(gatewayPath.length) + search, init);
    },
  });
  return { payments, gateway: { ...gateway, app } };
}
