import { type APIRequestContext, expect, type Page } from "@playwright/test";

let last = 0;

/** A number that no other journey uses, in this worker or the other. */
export function newNumber(): string {
  last = Math.max(last + 1, Date.now() % 100_000_000);
  return String(7_000_000_000 + last * 10 + Number(process.env.TEST_PARALLEL_INDEX ?? 0));
}

/** The code in the last message to a number. */
export async function readCode(request: APIRequestContext, mobileNumber: string): Promise<string> {
  const outbox = await request.get("/dev/outbox.json");
  const messages = (await outbox.json()) as { kind: string; to: string; text: string }[];
  const message = messages.find(({ kind, to }) => kind === "sms" && to.endsWith(mobileNumber));
  expect(message, `a message to ${mobileNumber}`).toBeTruthy();
  return /^\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
}

export const profile = {
  firstName: "Kavya",
  lastName: "Raman",
  gender: "female",
  dateOfBirth: "2004-02-29",
  email: "kavya@example.com",
  occupation: "student",
  instOrOrg: "Anna University",
};

/** Registers a learner with the same API calls as the pages. */
export async function newLearner(request: APIRequestContext): Promise<{ token: string; mobileNumber: string }> {
  const mobileNumber = newNumber();
  const ticket = await newTicket(request, mobileNumber);
  const { token } = await post(request, "create", { ...profile, mobileNumber, ticket });
  return { token, mobileNumber };
}

export async function newTicket(request: APIRequestContext, mobileNumber: string): Promise<string> {
  await post(request, "otp", { mobileNumber });
  const code = await readCode(request, mobileNumber);
  return (await post(request, "otp/verify", { mobileNumber, code })).ticket;
}

async function post(request: APIRequestContext, path: string, data: object) {
  return (await request.post(`/api/user/${path}`, { data })).json();
}

/** Signs this browser in before its first page. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (window.top !== window) return;
    if (!sessionStorage.getItem("was-signed-in")) localStorage.setItem("token", value);
    sessionStorage.setItem("was-signed-in", "1");
  }, token);
}

/** Enters the number and goes to the code page. */
export async function askForCode(page: Page, mobileNumber: string): Promise<void> {
  await page.getByLabel("Mobile number").fill(mobileNumber);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL("/loginotp");
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole("group", { name: "One-time code" }).getByRole("textbox").first().click();
  await page.keyboard.type(code);
}

/** Buys a course with the same calls as the pages, and pays at the local gateway. */
export async function buyCourse(
  request: APIRequestContext,
  {
    token,
    courseId,
    ...batch
  }: { token: string; courseId: string; batchTime?: string; batchType?: string; batchId?: string },
) {
  const send = async (path: string, data: object) => {
    const response = await request.post(path, { data, headers: { authorization: `Bearer ${token}` } });
    return response.json();
  };
  const { price } = await (await request.get(`/api/course/${courseId}`)).json();
  const order = await send("/api/payment/order", { amount: price * 100, courseId, ...batch });
  const paid = { key: order.key, method: "upi", outcome: "captured" };
  const proof = await send(`/dev/gateway/checkout/${order.order_id}/pay`, paid);
  expect(await send(`/api/purchased/${courseId}`, proof)).toMatchObject({ isPurchased: true, error: null });
}
