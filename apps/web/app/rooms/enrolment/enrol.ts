import { ApiError } from "@shoreline/contract/client";
import type { BatchTime, BatchType } from "@shoreline/domain/course";
import type { NavigateFunction } from "react-router";
import { clientWithToken, learnerClient } from "../../lib/learner.ts";
import { leaveFor, readToken } from "../../lib/session.ts";
import type { Told } from "../../ui/message.tsx";
import { describeFailure, loadCheckout, type PaidProof } from "../payment/checkout.ts";

export type Wanted = {
  courseId: string;
  courseName: string;
  /** Rupees. */
  price: number;
  batchTime: BatchTime;
  batchType: BatchType;
};

type Desk = {
  instituteName: string;
  navigate: NavigateFunction;
  /** Aborted when the page is left. */
  signal: AbortSignal;
  tell(told: Told | null): void;
  /** The button can be pressed again. */
  done(): void;
};

const notSignedIn = "You have to login First";
const alreadyBought = "You have purchased this course already.";
const isBought = "The course is purchased.";

/** Checks, orders, pays and buys. Ends when the payment window is open, or with a message why it is not. */
export async function startEnrolment(wanted: Wanted, desk: Desk): Promise<void> {
  desk.tell(null);
  if (!readToken()) return askToSignIn(wanted, desk);
  try {
    const { isPurchased, error } = await check(wanted);
    if (isPurchased) {
      desk.tell({ kind: "wrong", text: error ?? alreadyBought });
      return desk.done();
    }
    await (wanted.price === 0 ? buyFree(wanted, desk) : pay(wanted, desk));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return askToSignIn(wanted, desk);
    console.error(error);
    const text = error instanceof Error ? error.message : "Something went wrong. Please try again.";
    desk.tell({ kind: "wrong", text });
    desk.done();
  }
}

function check({ courseId }: Wanted) {
  return learnerClient.enrolment.buy({ courseId, isCheck: true });
}

/** Sends the visitor to the login page, which leads back to the same course and batch. */
function askToSignIn({ courseId, batchTime, batchType }: Wanted, { navigate, tell, done }: Desk): void {
  tell({ kind: "wrong", text: notSignedIn });
  done();
  navigate(`/login?${new URLSearchParams({ courseId, batchTime, batchType })}`, { state: { told: notSignedIn } });
}

async function pay(wanted: Wanted, desk: Desk): Promise<void> {
  const { courseId, courseName, price, batchTime, batchType } = wanted;
  const payer = readToken();
  const [order, profile] = await Promise.all([
    learnerClient.payment.order({ amount: Math.round(price * 100), courseId, batchTime, batchType }),
    learnerClient.account.read({}),
  ]);
  const Checkout = await loadCheckout(order.checkoutUrl);
  if (desk.signal.aborted) return;
  const { firstName, lastName, email, countryCode, mobileNumber } = profile;
  let failure: Told | null = null;
  const checkout = new Checkout({
    key: order.key,
    amount: order.amount,
    currency: order.currency,
    order_id: order.order_id,
    name: desk.instituteName,
    description: courseName,
    prefill: { name: `${firstName} ${lastName}`.trim(), email, contact: `${countryCode}${mobileNumber}` },
    handler: (proof) => {
      desk.tell({ kind: "done", text: "This step of Payment Succeeded" });
      buy(wanted, desk, { proof, payer });
    },
    modal: { ondismiss: () => dismissed(wanted, desk, failure) },
  });
  checkout.on("payment.failed", ({ error }) => {
    console.error("payment failed", error);
    failure = { kind: "wrong", text: describeFailure(error) };
    desk.tell(failure);
  });
  desk.signal.addEventListener("abort", () => checkout.close());
  checkout.open();
}

/** Screen readers skip what is behind a modal window, so repeat the failure. The learner may have paid elsewhere too. */
async function dismissed(wanted: Wanted, desk: Desk, failure: Told | null): Promise<void> {
  desk.done();
  document.activeElement?.scrollIntoView({ block: "center" });
  if (failure) {
    desk.tell(null);
    setTimeout(() => desk.tell(failure));
  }
  const { isPurchased } = await check(wanted).catch(() => ({ isPurchased: false }));
  if (isPurchased && !desk.signal.aborted) arrive(desk, isBought);
}

async function buyFree({ courseId, batchTime, batchType }: Wanted, desk: Desk): Promise<void> {
  const { error } = await learnerClient.enrolment.buy({ courseId, batchTime, batchType });
  arrive(desk, error ?? isBought);
}

type Paid = { proof: PaidProof; payer: string | null };

/** Buys in the name of the payer, even when another learner has signed in on this browser. */
async function buy({ courseId, batchTime, batchType }: Wanted, desk: Desk, { proof, payer }: Paid): Promise<void> {
  // The provider also notifies the server, so the learner gets the course even if this call fails.
  let told = "We have received your payment. The course will appear here in a moment.";
  try {
    const answer = await clientWithToken(payer).enrolment.buy({ courseId, batchTime, batchType, ...proof });
    told = answer.error ?? answer.message ?? isBought;
  } catch (error) {
    console.error(error);
  }
  const now = readToken();
  if (now && now === payer) return arrive(desk, told);
  desk.done();
  if (now)
    return desk.tell({
      kind: "done",
      text: "We have received the payment. The course is in the account of the learner who paid.",
    });
  const reached = "We have received your payment. Please sign in to see your course.";
  const login = `/login?next=${encodeURIComponent("/dashboard/mycourses")}`;
  // The portal redirects by itself; public pages need this navigation.
  leaveFor(login, reached);
  setTimeout(() => desk.navigate(login, { state: { told: reached } }));
}

function arrive({ navigate, done }: Desk, told: string): void {
  done();
  navigate("/dashboard/mycourses", { state: { told } });
}
