import { ApiError } from "@shoreline/contract/client";
import type { BatchTime, BatchType } from "@shoreline/domain/course";
import type { NavigateFunction } from "react-router";
import { clientWithToken, learnerClient } from "../../lib/learner.ts";
import { endSession, readToken } from "../../lib/session.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { describeFailure, loadCheckout, type PaidProof } from "../payment/checkout.ts";

export type Wanted = {
  courseId: string;
  courseName: string;
  /** Rupees. */
  price: number;
  batchTime: BatchTime;
  batchType: BatchType;
};

type EnrolContext = {
  instituteName: string;
  navigate: NavigateFunction;
  /** Over when the page is left. */
  signal: AbortSignal;
  showNotice(notice: NoticeContent | null): void;
  /** The button can be pressed again. */
  done(): void;
};

const notSignedIn = "You have to login First";
const alreadyBought = "You have purchased this course already.";
const isBought = "The course is purchased.";

/** Check, order, pay, buy. Ends when the payment window is open, or with a word on why it is not. */
export async function startEnrolment(wanted: Wanted, context: EnrolContext): Promise<void> {
  context.showNotice(null);
  if (!readToken()) return askToSignIn(wanted, context);
  try {
    const { isPurchased, error } = await check(wanted);
    if (isPurchased) {
      context.showNotice({ kind: "wrong", text: error ?? alreadyBought });
      return context.done();
    }
    await (wanted.price === 0 ? buyFree(wanted, context) : pay(wanted, context));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return askToSignIn(wanted, context);
    console.error(error);
    const text = error instanceof Error ? error.message : "Something went wrong. Please try again.";
    context.showNotice({ kind: "wrong", text });
    context.done();
  }
}

function check({ courseId }: Wanted) {
  return learnerClient.enrolment.buy({ courseId, isCheck: true });
}

/** To the sign-in, from where the way leads back to the same course and batch. */
function askToSignIn({ courseId, batchTime, batchType }: Wanted, { navigate, showNotice, done }: EnrolContext): void {
  showNotice({ kind: "wrong", text: notSignedIn });
  done();
  navigate(`/login?${new URLSearchParams({ courseId, batchTime, batchType })}`, { state: { notice: notSignedIn } });
}

async function pay(wanted: Wanted, context: EnrolContext): Promise<void> {
  const { courseId, courseName, price, batchTime, batchType } = wanted;
  const payer = readToken();
  const [order, profile] = await Promise.all([
    learnerClient.payment.order({ amount: Math.round(price * 100), courseId, batchTime, batchType }),
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
    failure = { kind: "wrong", text: describeFailure(error) };
    context.showNotice(failure);
  });
  context.signal.addEventListener("abort", () => checkout.close());
  checkout.open();
}

/** Nothing behind a modal window is read out, so the failure is shown again. The learner may also have paid in another tab. */
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

async function buyFree({ courseId, batchTime, batchType }: Wanted, context: EnrolContext): Promise<void> {
  const { error } = await learnerClient.enrolment.buy({ courseId, batchTime, batchType });
  arrive(context, error ?? isBought);
}

type Paid = { proof: PaidProof; payer: string | null };

/** In the name of whoever paid, also when somebody else has signed in at this browser meanwhile. */
async function buy(
  { courseId, batchTime, batchType }: Wanted,
  context: EnrolContext,
  { proof, payer }: Paid,
): Promise<void> {
  // The money is with the provider, who tells us too: whatever happens here, the course comes by itself.
  let notice = "We have received your payment. The course will appear here in a moment.";
  try {
    const answer = await clientWithToken(payer).enrolment.buy({ courseId, batchTime, batchType, ...proof });
    notice = answer.error ?? answer.message ?? isBought;
  } catch (error) {
    console.error(error);
  }
  const now = readToken();
  if (now && now === payer) return arrive(context, notice);
  context.done();
  if (now)
    return context.showNotice({
      kind: "done",
      text: "We have received the payment. The course is in the account of the learner who paid.",
    });
  const reached = "We have received your payment. Please sign in to see your course.";
  const login = `/login?next=${encodeURIComponent("/dashboard/mycourses")}`;
  // Where the portal is leading away already it goes there too; then we do, for the public pages.
  endSession(login, reached);
  setTimeout(() => context.navigate(login, { state: { notice: reached } }));
}

function arrive({ navigate, done }: EnrolContext, notice: string): void {
  done();
  navigate("/dashboard/mycourses", { state: { notice } });
}
