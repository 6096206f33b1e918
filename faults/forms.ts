import { setTimeout as sleep } from "node:timers/promises";
import type { Visitor } from "./visitor.ts";

/** Fills in one of the four forms of the public site. */
export async function leaveForm(visitor: Visitor): Promise<void> {
  const { random, insist, call, newName } = visitor;
  const kind = random.pick(["subscription", "subscription", "contact", "enquiry", "download"] as const);
  const email = `${newName()}@example.com`;
  const attemptId = random.uuid();
  const path = await pathOf(kind, visitor);
  const body = { ...texts[kind], email, ...(kind === "subscription" ? {} : { attemptId }) };
  const givesUp = random.isLucky(0.2);
  await insist({ kind, key: email, givesUp }, () => call(kind, { method: "POST", path, body }));
  await sleep(random.between(10, 60));
}

const texts = {
  subscription: {},
  contact: {
    enquiryFor: "Online course",
    fullName: "Asha Kumar",
    mobileNumber: "9876543210",
    query: "When does the next batch begin?",
  },
  enquiry: { name: "Asha Kumar", mobileNumber: "9876543210", selectedCoruse: "Python" },
  download: { name: "Asha Kumar", mobileNumber: "9876543210" },
};

async function pathOf(kind: keyof typeof texts, { world }: Visitor): Promise<string> {
  if (kind === "download") return `/api/downloaded/course/add/user/${world.offlineId}`;
  return { subscription: "/api/subscribed/user/add", contact: "/api/contact", enquiry: "/api/enquiry" }[kind];
}
