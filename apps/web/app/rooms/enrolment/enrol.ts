import { ApiError } from "@shoreline/contract/client";
import type { BatchType } from "@shoreline/domain/course";
import { type Employer, whyNotEmployer } from "@shoreline/domain/gstin";
import type { BatchTime } from "@shoreline/domain/site";
import { createElement } from "react";
import { Link, type NavigateFunction } from "react-router";
import { clientWithToken, learnerClient } from "../../lib/learner.ts";
import { endSession, latestToken, readToken } from "../../lib/session.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { describeFailure, isPaidBefore, loadCheckout, type PaidProof } from "../payment/checkout.ts";
import { askPrice } from "./ask-price.ts";
import { tellCoupon } from "./coupon-news.ts";
import type { EnrolFaults } from "./employer-fields.tsx";
import { keepIntent } from "./intent.ts";

export type Wanted = {
  courseId: string;
  courseName: string;
  /** Rupees. */
  price: number;
  batchTime: BatchTime;
  batchType: BatchType;
  /** The batch that the page shows, if it has a seat. */
  batchId: string;
  employer: Employer;
  /** As typed; empty without one. */
  couponCode: string;
};

type EnrolContext = {
  instituteName: string;
  navigate: NavigateFunction;
  /** Aborted when the page is left. */
  signal: AbortSignal;
  showNotice(notice: NoticeContent | null): void;
  /** What is wrong with each field. */
  showFaults(faults: EnrolFaults): void;
  /** The button can be pressed again. */
  done(): void;
};

const notSignedIn = "You have to login First";
const alreadyBought = "You have purchased this course already.";
const isBought = "The course is purchased.";

/** Checks, orders, pays and buys. Ends when the payment window is open, or with a message why it is not. */
export async function startEnrolment(wanted: Wanted, context: EnrolContext): Promise<void> {
  context.showNotice(null);
  const wrong = whyNotEmployer(wanted.employer);
  context.showFaults(wrong ? { [wrong.field]: wrong.message } : {});
  if (wrong) return context.done();
  if (!readToken()) return askToSignIn(wanted, context);
  try {
    const { isPurchased, error } = await check(wanted);
    if (isPurchased) {
      context.showNotice({ kind: "wrong", text: error ?? alreadyBought });
      return context.done();
    }
    const quote = wanted.couponCode && wanted.price > 0 ? await askPrice(wanted) : wanted;
    if ("fault" in quote) {
      context.showFaults({ couponCode: quote.fault });
      return context.done();
    }
    const { price } = quote;
    await (price === 0 ? buyFree(wanted, context) : pay({ ...wanted, price }, context));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return askToSignIn(wanted, context);
    console.error(error);
    if (error instanceof ApiError) context.showFaults(error.fields);
    if (error instanceof ApiError && error.fields.couponCode) tellCoupon({ fault: error.fields.couponCode });
    const text = error instanceof Error ? error.message : "Something went wrong. Please try again.";
    const isForGuardian = error instanceof ApiError && error.code === "GUARDIAN_NEEDED";
    context.showNotice({ kind: "wrong", text, ...(isForGuardian ? { more: guardianLink() } : {}) });
    context.done();
  }
}

function guardianLink() {
  return createElement(Link, { to: "/dashboard/editprofile#guardian" }, "Add parent or guardian");
}

function check({ courseId }: Wanted) {
  return learnerClient.enrolment.buy({ courseId, isCheck: true });
}

/** Sends the visitor to the login page, which leads back to the same course and batch, and on to the payment. */
function askToSignIn(
  { courseId, batchTime, batchType, employer, couponCode }: Wanted,
  { navigate, showNotice, done }: EnrolContext,
): void {
  showNotice({ kind: "wrong", text: notSignedIn });
  done();
  keepIntent(courseId, { employer, couponCode });
  navigate(`/login?${new URLSearchParams({ courseId, batchTime, batchType })}`, { state: { notice: notSignedIn } });
}

async function pay(wanted: Wanted, context: EnrolContext): Promise<void> {
  const { courseId, courseName, price, batchTime, batchType, batchId, employer, couponCode } = wanted;
  const payer = readToken();
  const [order, profile] = await Promise.all([
    learnerClient.payment.order({
      amount: Math.round(price * 100),
      courseId,
      batchTime,
      batchType,
      ...(batchId && { batchId }),
      ...(couponCode && { couponCode }),
      ...(employer.company && employer),
    }),
    learnerClient.account.read({}),
  ]);
  const Checkout = await loadCheckout(order.checkoutUrl);
  if (context.signal.aborted) return;
  const { firstName, lastName, email, countryCode, mobileNumber } = profile;
  let failure: NoticeContent | null = null;
  const checkout = new Checkout({
    key: order.key,
    amount: order.amount,
    currency: order.currency,
    order_id: order.order_id,
    name: context.instituteName,
    description: courseName,
    prefill: { name: `${firstName} ${lastName}`.trim(), email, contact: `${countryCode}${mobileNumber}` },
    handler: (proof) => {
      context.showNotice({ kind: "done", text: "This step of Payment Succeeded" });
      buy(wanted, context, { proof, payer });
    },
    modal: { ondismiss: () => dismissed(wanted, context, failure) },
  });
  checkout.on("payment.failed", ({ error }) => {
    console.error("payment failed", error);
    if (isPaidBefore(error)) {
      checkout.close();
      return arrive(context, "You have paid for this course already.");
    }
    failure = { kind: "wrong", text: describeFailure(error) };
    context.showNotice(failure);
  });
  context.signal.addEventListener("abort", () => checkout.close());
  checkout.open();
}

/** Screen readers skip what is behind a modal window, so repeat the failure. The learner may have paid elsewhere too. */
async function dismissed(wanted: Wanted, context: EnrolContext, failure: NoticeContent | null): Promise<void> {
  context.done();
  document.activeElement?.scrollIntoView({ block: "center" });
  if (failure) {
    context.showNotice(null);
    setTimeout(() => context.showNotice(failure));
  }
  const { isPurchased } = await check(wanted).catch(() => ({ isPurchased: false }));
  if (isPurchased && !context.signal.aborted) arrive(context, isBought);
}

async function buyFree({ courseId, batchTime, batchType, couponCode }: Wanted, context: EnrolContext): Promise<void> {
  const free = { courseId, batchTime, batchType, ...(couponCode && { couponCode }) };
  const { error } = await learnerClient.enrolment.buy(free);
  arrive(context, error ?? isBought);
}

type Paid = { proof: PaidProof; payer: string | null };

/** Buys in the name of the payer, even when another learner has signed in on this browser. */
async function buy(
  { courseId, batchTime, batchType }: Wanted,
  context: EnrolContext,
  { proof, payer }: Paid,
): Promise<void> {
  // The provider also notifies the server, so the learner gets the course even if this call fails.
  let notice = "We have received your payment. The course will appear here in a moment.";
  try {
    const answer = await clientWithToken(payer).enrolment.buy({ courseId, batchTime, batchType, ...proof });
    notice = answer.error ?? answer.message ?? isBought;
  } catch (error) {
    console.error(error);
  }
  const now = readToken();
  if (now && now === latestToken(payer)) return arrive(context, notice);
  context.done();
  if (now)
    return context.showNotice({
      kind: "done",
      text: "We have received the payment. The course is in the account of the learner who paid.",
    });
  const reached = "We have received your payment. Please sign in to see your course.";
  const login = `/login?next=${encodeURIComponent("/dashboard/mycourses")}`;
  // The portal redirects by itself; public pages need this navigation.
  endSession(login, reached);
  setTimeout(() => context.navigate(login, { state: { notice: reached } }));
}

function arrive({ navigate, done }: EnrolContext, notice: string): void {
  done();
  navigate("/dashboard/mycourses", { state: { notice } });
}
