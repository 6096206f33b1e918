import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outbox } from "../db/tables/house.ts";
import type { SmsSender } from "../ports.ts";
import { testInstitute } from "../test/institute.ts";
import { startGateway } from "../test/sms-gateway.ts";
import { outboxSms } from "./outbox.ts";
import { smsGateway } from "./sms-gateway.ts";

type Side = { sender: SmsSender; arrivedFor(to: string): Promise<string[]>; close(): Promise<void> };

const { db } = await testInstitute();

describe.each([
  { name: "outbox", open: openOutboxSide },
  { name: "gateway", open: openGatewaySide },
])("$name", ({ open }) => {
  let side: Side;
  beforeAll(async () => {
    side = await open();
  });
  afterAll(() => side.close());

  let people = 0;
  const someone = () => `+9198765${String(++people).padStart(5, "0")}`;

  test.each([
    "Your code is 482913.",
    "உங்கள் குறியீடு 482913 ₹500 🎓",
    'quotes " and \\ and\nline breaks\ttabs',
    "long ".repeat(400),
  ])("a text message arrives unchanged: %j", async (text) => {
    const to = someone();
    await side.sender.send({ to, text });
    expect(await side.arrivedFor(to)).toEqual([text]);
  });

  test("two text messages to one number both arrive", async () => {
    const to = someone();
    await side.sender.send({ to, text: "one" });
    await side.sender.send({ to, text: "two" });
    expect((await side.arrivedFor(to)).sort()).toEqual(["one", "two"]);
  });

  test("30 text messages sent at once all arrive", async () => {
    const everyone = Array.from({ length: 30 }, someone);
    await Promise.all(everyone.map((to) => side.sender.send({ to, text: `for ${to}` })));
    for (const to of everyone) expect(await side.arrivedFor(to)).toEqual([`for ${to}`]);
  });
});

async function openOutboxSide(): Promise<Side> {
  return {
    sender: outboxSms(db),
    arrivedFor: async (to) => (await db.select().from(outbox).where(eq(outbox.to, to))).map(({ text }) => text),
    close: async () => {},
  };
}

async function openGatewaySide(): Promise<Side> {
  const { url, requests, close } = await startGateway();
  return {
    sender: smsGateway({ url, key: "s3cret" }),
    arrivedFor: async (to) => requests.filter(({ sms }) => sms.to === to).map(({ sms }) => sms.text),
    close,
  };
}
