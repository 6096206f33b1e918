import type { Webhook } from "@shoreline/contract";
import { type WebhookEvent, webhookEvents } from "@shoreline/domain/connection";
import { beforeEach } from "vitest";
import { happened, webhook } from "../db/tables/connection.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";
import { startReceiver } from "./receiver.ts";
import { newStaff } from "./staff.ts";

/** An owner, and another program that is notified. Each test begins without webhooks. */
export async function startHooks(institute: TestInstitute) {
  const { db } = institute;
  const owner = await newStaff(institute, ["owner"], "Anitha Devan");
  const receiver = await startReceiver();
  let people = 0;

  beforeEach(async () => {
    institute.setNow(testDay);
    await db.delete(webhook);
    await db.delete(happened);
    receiver.received.length = 0;
    receiver.answerStatus(204);
  });

  return {
    owner,
    receiver,
    async addWebhook(events: WebhookEvent[] = [...webhookEvents], url = receiver.url): Promise<Webhook> {
      const { webhooks } = await owner.connection.saveWebhook({ url, events, isOn: true });
      return webhooks.find((one) => one.url === url) as Webhook;
    },
    async addLead() {
      const n = ++people;
      const person = {
        ...{ name: `Hook ${n}`, email: `hook${n}@example.com`, number: `+9198300${String(n).padStart(5, "0")}` },
      };
      const { leadId } = await owner.inbox.create({ ...person, interest: "Python" });
      return { leadId, ...person };
    },
    minutesLater: (minutes: number) => institute.setNow(new Date(testDay.getTime() + minutes * 60_000)),
    deliveriesOf: async ({ webhookId }: Webhook) => (await owner.connection.deliveries({ webhookId })).deliveries,
    /** What others do while the address has not answered yet. */
    failAfter: (work: () => Promise<unknown>) =>
      receiver.answerWith((response) => void work().then(() => response.writeHead(500).end())),
  };
}
