import { ApiError } from "@shoreline/contract/client";
import type { NavigateFunction } from "react-router";
import { describeFailure, loadCheckout, openCheckout, type PaidProof, type Told, type Wanted } from "./checkout.ts";
import { learnerClient } from "./learner.ts";
import { readToken } from "./session.ts";

type Desk = {
  instituteName: string;
  navigate: NavigateFunction;
  tell(told: Told): void;
  /** The button can be pressed again. */
  done(): void;
};

const notSignedIn = "You have to login First";
const alreadyBought = "You have purchased this course already.";

/** Check, order, pay, buy. Ends when the payment window is open, or with a word on why it is not. */
export async function startEnrolment(wanted: Wanted, desk: Desk): Promise<void> {
  if (!readToken()) return askToSignIn(wanted, desk);
  try {
    const { isPurchased, error } = await learnerClient.enrolment.buy({ courseId: wanted.courseId, isCheck: true });
    if (isPurchased) {
      desk.tell({ kind: "wrong", text: error ?? alreadyBought });
      return desk.done();
    }
    await (wanted.price === 0 ? buy(wanted, desk, {}) : pay(wanted, desk));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    askToSignIn(wanted, desk);
  }
}

/** To the sign-in, from where the way leads back to the same course and batch. */
function askToSignIn({ courseId, batchTime, batchType }: Wanted, { navigate, tell, done }: Desk): void {
  tell({ kind: "wrong", text: notSignedIn });
  done();
  navigate(`/login?${new URLSearchParams({ courseId, batchTime, batchType })}`, { state: { told: notSignedIn } });
}

async function pay(wanted: Wanted, desk: Desk): Promise<void> {
  const { courseId, courseName, price, batchTime, batchType } = wanted;
  const [order, profile] = await Promise.all([
    learnerClient.payment.order({ amount: Math.round(price * 100), courseId, batchTime, batchType }),
    learnerClient.account.read({}),
  ]);
  await loadCheckout(order.checkoutUrl);
  const { firstName, lastName, email, countryCode, mobileNumber } = profile;
  openCheckout(
    {
      key: order.key,
      amount: order.amount,
      currency: order.currency,
      order_id: order.order_id,
      name: desk.instituteName,
      description: courseName,
      prefill: { name: `${firstName} ${lastName}`.trim(), email, contact: `${countryCode}${mobileNumber}` },
      handler: (proof) => {
        desk.tell({ kind: "done", text: "This step of Payment Succeeded" });
        buy(wanted, desk, proof);
      },
      modal: { ondismiss: desk.done },
    },
    (error) => {
      console.error("payment failed", error);
      desk.tell({ kind: "wrong", text: describeFailure(error) });
    },
  );
}

async function buy(wanted: Wanted, desk: Desk, proof: Partial<PaidProof>): Promise<void> {
  const { courseId, batchTime, batchType } = wanted;
  try {
    const answer = await learnerClient.enrolment.buy({ courseId, batchTime, batchType, ...proof });
    arrive(desk, answer.error ?? answer.message ?? "The course is purchased.");
  } catch (error) {
    if (!proof.razorpay_payment_id) throw error;
    console.error(error);
    // The money is with the provider, who tells us too: the course comes by itself.
    arrive(desk, "Your payment has reached us. The course will appear here in a moment.");
  }
}

function arrive({ navigate, done }: Desk, told: string): void {
  done();
  navigate("/dashboard/mycourses", { state: { told } });
}
