import type { Registrant, WebinarPage } from "@shoreline/contract";
import { paymentWindowSeconds } from "@shoreline/domain/webinar";
import { formClient } from "../../lib/learner.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { describeFailure, loadCheckout, type PaidProof } from "../payment/checkout.ts";

type Paying = {
  webinar: WebinarPage;
  registrant: Registrant;
  instituteName: string;
  showNotice(notice: NoticeContent): void;
};

/** The proof of the payment, or null when the window was closed without one. */
export async function payForSeat({
  webinar,
  registrant,
  instituteName,
  showNotice,
}: Paying): Promise<PaidProof | null> {
  const order = await formClient.payment.order({
    amount: Math.round(webinar.price * 100),
    webinarId: webinar._id,
    ...registrant,
  });
  const Checkout = await loadCheckout(order.checkoutUrl);
  return new Promise((resolve) => {
    const checkout = new Checkout({
      key: order.key,
      amount: order.amount,
      currency: order.currency,
      order_id: order.order_id,
      name: instituteName,
      description: webinar.title,
      timeout: paymentWindowSeconds,
      prefill: {
        name: registrant.username,
        email: registrant.email,
        contact: `+91${registrant.mobileNumber}`,
      },
      handler: resolve,
      modal: { ondismiss: () => resolve(null) },
    });
    checkout.on("payment.failed", ({ error }) => {
      console.error("payment failed", error);
      showNotice({ kind: "wrong", text: describeFailure(error) });
    });
    checkout.open();
  });
}
