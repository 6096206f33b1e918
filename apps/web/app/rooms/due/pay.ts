import type { PayPage } from "@shoreline/contract";
import { createClient } from "@shoreline/contract/client";
import { routes } from "@shoreline/contract/routes";
import { withFirstVisit } from "../../lib/first-visit.ts";
import { errorText } from "../../lib/problem.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { describeFailure, isPaidBefore, loadCheckout, type PaidProof } from "../payment/checkout.ts";

/** The person who is signed in here may not be the learner, so the calls carry no token: the link is the right to pay. */
const client = createClient((path, init) => fetch(path, withFirstVisit(init)), routes);

type Paying = {
  token: string;
  page: PayPage;
  /** The later parts are taken on their days. */
  automatic: boolean;
  instituteName: string;
  /** Aborted when the page is left. */
  signal: AbortSignal;
  showNotice(notice: NoticeContent | null): void;
};

/** `null`: the window was closed, or the server refused; the page loads its data again. */
export async function payDue(paying: Paying): Promise<PayPage | null> {
  const { token, page, showNotice } = paying;
  showNotice(null);
  try {
    const proof = await openCheckout(paying);
    return proof ? await settle(token, page, proof, showNotice) : null;
  } catch (error) {
    console.warn(error);
    showNotice({ kind: "wrong", text: errorText(error) });
    return null;
  }
}

async function settle(
  token: string,
  page: PayPage,
  proof: PaidProof,
  showNotice: Paying["showNotice"],
): Promise<PayPage> {
  try {
    const { problem, ...settled } = await client.due.settle({ token, ...proof });
    if (problem) showNotice({ kind: "wrong", text: problem });
    return settled;
  } catch (error) {
    // The provider also notifies the server, so the payment counts anyway.
    console.warn(error);
    return { ...page, state: "pending" };
  }
}

/** The proof of the payment, or null when the window was closed without one. */
async function openCheckout({ token, page, automatic, ...paying }: Paying): Promise<PaidProof | null> {
  const { instituteName, signal, showNotice } = paying;
  const asked = { amount: page.amountInPaise, dueToken: token, ...(automatic ? { automatic } : {}) };
  const order = await client.payment.order(asked);
  const Checkout = await loadCheckout(order.checkoutUrl);
  if (signal.aborted) return null;
  return new Promise((resolve) => {
    const checkout = new Checkout({
      ...{ key: order.key, amount: order.amount, currency: order.currency, order_id: order.order_id },
      ...{ name: instituteName, description: page.courseName },
      ...(order.customer_id ? { customer_id: order.customer_id, recurring: "1" as const } : {}),
      prefill: { name: "", email: "", contact: "" },
      handler: resolve,
      modal: { ondismiss: () => resolve(null) },
    });
    checkout.on("payment.failed", ({ error }) => {
      console.error("payment failed", error);
      if (!isPaidBefore(error)) return showNotice({ kind: "wrong", text: describeFailure(error) });
      checkout.close();
      resolve(null);
    });
    signal.addEventListener("abort", () => checkout.close());
    checkout.open();
  });
}
