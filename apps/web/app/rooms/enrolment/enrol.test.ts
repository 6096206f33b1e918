import type { Profile } from "@shoreline/contract";
import type { Employer } from "@shoreline/domain/gstin";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepToken, takeRedirect } from "../../lib/session.ts";
import { read } from "../../lib/storage.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { answerOrder, proof, startFakeCheckout } from "../../test/fake-checkout.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { startEnrolment } from "./enrol.ts";
import { takeIntent } from "./intent.ts";

const course = {
  courseId: "react",
  courseName: "React",
  price: 12999,
  batchTime: "9-10",
  batchType: "week-end",
  batchId: "",
  employer: { company: "", gstin: "" },
  couponCode: "",
} as const;
const profile = {
  firstName: "Kavya",
  lastName: "R",
  email: "kavya@example.com",
  countryCode: "+91",
  mobileNumber: "9876543210",
};
const loginPath = "/login?courseId=react&batchTime=9-10&batchType=week-end";

type Answers = Parameters<typeof startFakeApi>[0];

function openPage({
  isPurchased = false,
  purchased = {},
  ...more
}: { isPurchased?: boolean; purchased?: object } & Answers = {}) {
  const api = startFakeApi({
    account: { read: () => profile as Profile },
    payment: { order: answerOrder },
    enrolment: {
      buy: ({ isCheck }) =>
        isCheck
          ? { isPurchased, error: isPurchased ? "This course is already purchased." : null }
          : { isPurchased: true, error: null, message: "Thank you.", ...purchased },
    },
    ...more,
  });
  const notices: (NoticeContent | null)[] = [];
  const faults: object[] = [];
  const visits: { to: unknown; notice?: string }[] = [];
  let isBusy = true;
  const leaving = new AbortController();
  const context = {
    instituteName: "Shoreline Academy",
    navigate: (to: unknown, options?: { state?: { notice?: string } }) => {
      visits.push({ to, ...options?.state });
    },
    signal: leaving.signal,
    showNotice: (notice: NoticeContent | null) => notices.push(notice),
    showFaults: (found: object) => faults.push(found),
    done: () => {
      isBusy = false;
    },
  };
  return {
    api,
    notices,
    faults,
    visits,
    leave: () => leaving.abort(),
    isBusy: () => isBusy,
    enrol: (
      wanted: Partial<typeof course> | { price: number } | { employer: Employer } | { couponCode: string } = {},
    ) => startEnrolment({ ...course, ...wanted }, context as Parameters<typeof startEnrolment>[1]),
  };
}

beforeEach(() => {
  localStorage.clear();
  keepToken("kavya");
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

test("a visitor who is not signed in is told so and led to the sign-in, which knows the course and the batch", async () => {
  localStorage.clear();
  const page = openPage();
  await page.enrol();
  expect(page.notices.at(-1)).toEqual({ kind: "wrong", text: "You have to login First" });
  expect(page.visits).toEqual([{ to: loginPath, notice: "You have to login First" }]);
  expect(page.api.sent).toEqual([]);
  expect(page.isBusy()).toBe(false);
});

test("a session that the server no longer knows leads to the sign-in as well", async () => {
  const page = openPage({ enrolment: { buy: () => new Refused("NOT_SIGNED_IN") } });
  await page.enrol();
  expect(page.visits).toEqual([{ to: loginPath, notice: "You have to login First" }]);
});

test("a course that is already bought is refused in the words of the server, and nothing is ordered", async () => {
  const page = openPage({ isPurchased: true });
  await page.enrol();
  expect(page.notices.at(-1)).toEqual({ kind: "wrong", text: "This course is already purchased." });
  expect(page.api.inputsOf("payment.order")).toEqual([]);
  expect(page.isBusy()).toBe(false);
});

test("a wrong GSTIN is told at its field, and nothing is asked of the server until it is right", async () => {
  startFakeCheckout();
  const page = openPage();
  await page.enrol({ employer: { company: "Anchorstack", gstin: "27AAPFU0939F1ZW" } });
  expect(page.faults).toEqual([{ gstin: expect.stringMatching(/^This GSTIN is not valid/) }]);
  expect([page.api.sent, page.isBusy()]).toEqual([[], false]);
  await page.enrol({ employer: { company: "Anchorstack", gstin: "27AAPFU0939F1ZV" } });
  expect(page.faults.at(-1)).toEqual({});
  expect(page.api.inputsOf("payment.order")).toMatchObject([{ company: "Anchorstack", gstin: "27AAPFU0939F1ZV" }]);
});

test("what the server finds wrong with the employer is told at its field too", async () => {
  const page = openPage({ payment: { order: () => new Refused("INVALID_INPUT", { company: "Write the company" }) } });
  await page.enrol();
  expect(page.faults.at(-1)).toEqual({ company: "Write the company" });
});

const lower = { listPrice: 12999, price: 11699.1, couponCode: "DIWALI10" };

function openWithCode(price: () => typeof lower | Refused) {
  return openPage({ enrolment: { buy: () => ({ isPurchased: false, error: null }), price } });
}

test("with a code the order is for the price that the server names", async () => {
  startFakeCheckout();
  const page = openWithCode(() => lower);
  await page.enrol({ couponCode: "diwali10" });
  expect(page.api.inputsOf("payment.order")).toMatchObject([{ amount: 1_169_910, couponCode: "diwali10" }]);
});

test("a refused code starts no payment and is told at its field", async () => {
  const page = openWithCode(() => new Refused("COUPON_REFUSED", { couponCode: "This code has expired." }));
  await page.enrol({ couponCode: "DIWALI10" });
  expect(page.faults.at(-1)).toEqual({ couponCode: "This code has expired." });
  expect([page.api.inputsOf("payment.order"), page.isBusy()]).toEqual([[], false]);
});

test("a code that leaves nothing to pay buys without a payment", async () => {
  const page = openWithCode(() => ({ ...lower, price: 0 }));
  await page.enrol({ couponCode: "GIFT" });
  expect(page.api.inputsOf("enrolment.buy").at(-1)).toMatchObject({ courseId: "react", couponCode: "GIFT" });
  expect(page.api.inputsOf("payment.order")).toEqual([]);
  expect(page.visits).toMatchObject([{ to: "/dashboard/mycourses" }]);
});

test("a code is kept for after the sign-in", async () => {
  localStorage.clear();
  const page = openPage();
  await page.enrol({ couponCode: "DIWALI10" });
  keepToken("kavya");
  expect(takeIntent("react")?.couponCode).toBe("DIWALI10");
});

test("the order is for the price times 100, and the payment window knows the learner", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  expect(page.api.inputsOf("payment.order")).toEqual([
    { amount: 1_299_900, courseId: "react", batchTime: "9-10", batchType: "week-end" },
  ]);
  expect(opened[0]?.options).toMatchObject({
    amount: 1_299_900,
    order_id: "order_1",
    name: "Shoreline Academy",
    description: "React",
    prefill: { name: "Kavya R", email: "kavya@example.com", contact: "+919876543210" },
  });
});

test("a payment is confirmed, the purchase is sent with its proof, and My Courses opens", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  opened[0]?.pay();
  expect(page.notices.at(-1)).toEqual({ kind: "done", text: "This step of Payment Succeeded" });
  await vi.waitFor(() => expect(page.visits).toEqual([{ to: "/dashboard/mycourses", notice: "Thank you." }]));
  expect(page.api.inputsOf("enrolment.buy").at(-1)).toEqual({
    courseId: "react",
    batchTime: "9-10",
    batchType: "week-end",
    ...proof,
  });
});

test("an error in the answer to the purchase is shown on My Courses", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage({ purchased: { error: "The batch is full. We will call you." } });
  await page.enrol();
  opened[0]?.pay();
  await vi.waitFor(() =>
    expect(page.visits).toEqual([{ to: "/dashboard/mycourses", notice: "The batch is full. We will call you." }]),
  );
});

test("a purchase that gets no answer still leads to My Courses: the provider reports the payment too", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage({
    enrolment: {
      buy: ({ isCheck }) => {
        if (isCheck) return { isPurchased: false, error: null };
        throw new TypeError("offline");
      },
    },
  });
  await page.enrol();
  opened[0]?.pay();
  await vi.waitFor(() => expect(page.visits[0]).toMatchObject({ to: "/dashboard/mycourses" }));
  expect(page.visits[0]?.notice).toMatch(/received your payment/);
});

const failure = {
  code: "BAD_REQUEST_ERROR",
  description: "The bank declined the payment.",
  source: "issuer_bank",
  step: "payment_authorization",
  reason: "payment_failed",
  metadata: { order_id: "order_1", payment_id: "pay_9" },
};

test("a failed payment shows and logs everything that the provider says about it", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  opened[0]?.fail(failure);
  const { kind, text = "" } = page.notices.at(-1) ?? {};
  expect(kind).toBe("wrong");
  for (const fact of [
    "The bank declined the payment.",
    "BAD_REQUEST_ERROR",
    "issuer bank",
    "payment authorization",
    "payment failed",
    "order_1",
    "pay_9",
  ])
    expect(text).toContain(fact);
  expect(vi.mocked(console.error).mock.calls).toEqual([["payment failed", failure]]);
});

test("a failure is shown again once its window is closed, and the button can be pressed again", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  opened[0]?.fail(failure);
  opened[0]?.dismiss();
  expect(page.isBusy()).toBe(false);
  await vi.waitFor(() => expect(page.notices.slice(-2)).toEqual([null, expect.objectContaining({ kind: "wrong" })]));
  expect(page.visits).toEqual([]);
});

test("a window that is closed after paying in another tab leads to My Courses", async () => {
  const { opened } = startFakeCheckout();
  let isPurchased = false;
  const page = openPage({ enrolment: { buy: () => ({ isPurchased, error: null }) } });
  await page.enrol();
  isPurchased = true;
  opened[0]?.dismiss();
  await vi.waitFor(() =>
    expect(page.visits).toEqual([{ to: "/dashboard/mycourses", notice: "The course is purchased." }]),
  );
});

test("paying again for an order that was paid in another tab leads to My Courses", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  opened[0]?.fail({ ...failure, reason: "order_already_paid" });
  expect(opened[0]?.isOpen).toBe(false);
  expect(page.isBusy()).toBe(false);
  expect(page.visits).toEqual([{ to: "/dashboard/mycourses", notice: "You have paid for this course already." }]);
});

test("leaving the page closes its payment window", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  expect(opened[0]?.isOpen).toBe(true);
  page.leave();
  expect(opened[0]?.isOpen).toBe(false);
});

test("a free course is bought without an order", async () => {
  const page = openPage();
  await page.enrol({ price: 0 });
  expect(page.api.sent.map(({ call }) => call)).toEqual(["enrolment.buy", "enrolment.buy"]);
  expect(page.visits).toEqual([{ to: "/dashboard/mycourses", notice: "The course is purchased." }]);
});

test("a payment script that brings nothing is an error on the page, and can be tried again", async () => {
  startFakeCheckout({ isBroken: true });
  const page = openPage();
  await page.enrol();
  expect(page.notices.at(-1)).toEqual({ kind: "wrong", text: "Razorpay Instance in not ready" });
  expect(page.isBusy()).toBe(false);
});

test("a learner who signed out while paying gets the course, and is led to the sign-in", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  localStorage.clear();
  opened[0]?.pay();
  await vi.waitFor(() => expect(page.visits).toHaveLength(1));
  expect(page.visits[0]?.to).toBe("/login?next=%2Fdashboard%2Fmycourses");
  expect(page.api.sent.at(-1)).toMatchObject({ call: "enrolment.buy", token: "kavya" });
  takeRedirect();
});

test("a course belongs to the learner who paid, also when another one has signed in meanwhile", async () => {
  const { opened } = startFakeCheckout();
  const page = openPage();
  await page.enrol();
  keepToken("ravi");
  opened[0]?.pay();
  await vi.waitFor(() => expect(page.notices.at(-1)?.text).toMatch(/in the account of the learner who paid/));
  expect(page.api.sent.at(-1)).toMatchObject({ call: "enrolment.buy", token: "kavya" });
  expect(page.visits).toEqual([]);
  expect(read("localStorage", "token")).toBe("ravi");
});
