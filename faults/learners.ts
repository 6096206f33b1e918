import { setTimeout as sleep } from "node:timers/promises";
import { json } from "./http.ts";
import { uploadPicture } from "./uploads.ts";
import type { Learner, Visitor } from "./visitor.ts";

/** Signs up, and then buys a course or sends a picture, or both. */
export async function beLearner(visitor: Visitor): Promise<void> {
  const { random } = visitor;
  const learner = await signUp(visitor);
  if (!learner) return void (await sleep(200));
  if (random.isLucky(0.7)) await buyCourse(visitor, learner);
  if (random.isLucky(0.4)) await uploadPicture(visitor, learner);
}

async function signUp(visitor: Visitor): Promise<Learner | undefined> {
  const { world, random, call, insist, repeat, newName, pause, hasPatience } = visitor;
  const mobileNumber = String(6_000_000_000 + random.below(3_999_999_999));
  const post = (path: string, body: object) => call("sign-in", { method: "POST", path: `/api/user/${path}`, body });
  // A code that was sent although the answer was lost cannot be asked for again within a minute.
  await repeat(() => post("otp", { mobileNumber }), { isFine: ({ status }) => status === 429 });
  let code: string | undefined;
  while (!code && hasPatience()) {
    code = await world.readCode(mobileNumber).catch(() => undefined);
    if (code) break;
    await pause();
    const answer = await post("otp", { mobileNumber });
    // The code was stored, but its message was never sent: this person waits a minute, and we do not wait with them.
    if (answer.status === 429) return undefined;
  }
  const verified = await repeat(() => post("otp/verify", { mobileNumber, code }));
  const { ticket } = json(verified);
  if (!ticket) return undefined;
  const profile = { ...form, email: `${newName()}@example.com`, mobileNumber, ticket };
  const { operation, answer } = await insist({ kind: "learner", key: mobileNumber }, () => post("create", profile));
  // The first answer was lost, and the second says that the account exists: so the first was a yes.
  const isKnown = ["KNOWN_NUMBER", "DEAD_TICKET"].includes(operation.refusal ?? "") && operation.statuses.length > 1;
  if (isKnown) visitor.history.end(operation, "acknowledged");
  const { token } = json(answer);
  return token ? { number: mobileNumber, token: String(token) } : undefined;
}

const form = {
  firstName: "Kavya",
  lastName: "Raman",
  gender: "female",
  dateOfBirth: "2000-02-29",
  occupation: "student",
  instOrOrg: "Anna University",
};

const courseId = "sql";

async function buyCourse(visitor: Visitor, { number, token }: Learner): Promise<void> {
  const { world, call, insist, repeat, random } = visitor;
  const headers = { authorization: `Bearer ${token}` };
  const ordered = await repeat(() =>
    call("order", {
      method: "POST",
      path: "/api/payment/order",
      headers,
      body: { amount: world.priceInPaise, courseId, batchTime: "1-2", batchType: "week-end" },
    }),
  );
  const { order_id: orderId, key } = json(ordered);
  if (!orderId) return;
  const paid = await insist({ kind: "payment", key: String(orderId) }, () =>
    world.pay(call, { orderId: String(orderId), key }),
  );
  // The payer of a lost answer has paid all the same: the gateway says so the second time.
  const isPaid = paid.operation.outcome === "refused" && paid.operation.statuses.length > 1;
  if (isPaid) visitor.history.end(paid.operation, "acknowledged");
  const proof = paid.operation.outcome === "acknowledged" && !isPaid ? json(paid.answer) : { isCheck: true };
  // Some close the browser after paying: the course comes by itself.
  if (random.isLucky(0.2)) return;
  await insist({ kind: "purchase", key: number }, async () => {
    const path = `/api/purchased/${courseId}`;
    const answer = await call("purchase", { method: "POST", path, headers, body: proof });
    const isPending = answer.status === 409 && json(answer).code === "PAYMENT_PENDING";
    const isUnknownYet = answer.status === 200 && json(answer).isPurchased === false;
    return isPending || isUnknownYet ? { ...answer, status: 408 } : answer;
  });
}
