import { expect, test } from "vitest";
import { testInstitute } from "./test/institute.ts";
import { codeFor, form, newNumber } from "./test/learner.ts";
import { newRegistrant, newWebinar } from "./test/webinars.ts";

const institute = await testInstitute();
const address = "203.0.113.60";

test("a class of 60 behind one address signs up, registers for webinars and orders a course in the same minute", async () => {
  const { slug: free } = await newWebinar(institute, { seats: 100 });
  const { slug: paid } = await newWebinar(institute, { seats: 100, priceInPaise: 49_900 });
  const { price } = await institute.visitor().course.read({ courseId: "sql" });
  const all = await Promise.all(Array.from({ length: 60 }, () => spendAMinute({ free, paid, amount: price * 100 })));
  expect(all.flat().filter((answer) => !answer.endsWith(" 200"))).toEqual([]);
});

/** The answers to everything that one learner does; each orders the seat twice, as after a payment window that was closed. */
async function spendAMinute({ free, paid, amount }: { free: string; paid: string; amount: number }): Promise<string[]> {
  const visitor = institute.visitor({ address });
  const answers: string[] = [];
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await visitor.request(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    answers.push(`${path} ${response.status}`);
    return response.json();
  };
  const mobileNumber = newNumber();
  await post("/user/otp", { mobileNumber });
  const code = codeFor(institute, mobileNumber);
  const { ticket } = await post("/user/otp/verify", { mobileNumber, code });
  const { token } = await post("/user/create", { ...form, mobileNumber, ticket });
  await post("/webinar/user/add", { webinar: free, ...newRegistrant() });
  const batch = { batchTime: "1-2", batchType: "week-days" };
  await post("/payment/order", { amount, courseId: "sql", ...batch, token });
  const registrant = newRegistrant();
  for (let n = 0; n < 2; n++) await post("/payment/order", { amount: 49_900, webinarId: paid, ...registrant });
  return answers;
}
