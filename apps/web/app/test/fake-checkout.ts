import { onTestFinished } from "vitest";
import type { loadCheckout, PaymentError } from "../rooms/payment/checkout.ts";

type CheckoutOptions = ConstructorParameters<Awaited<ReturnType<typeof loadCheckout>>>[0];

/** The payment window of the provider: the last one that was opened, and what its visitor does in it. */
type FakeCheckout = {
  readonly options: CheckoutOptions;
  readonly isOpen: boolean;
  pay(): void;
  fail(error: PaymentError): void;
  dismiss(): void;
};

export const proof = { razorpay_payment_id: "pay_1", razorpay_order_id: "order_1", razorpay_signature: "signed" };

let orders = 0;

/** The server's answer to an order. The provider loads its script once per address, so every order has its own. */
export function answerOrder({ amount }: { amount: number }) {
  return { amount, currency: "INR", order_id: "order_1", key: "key", checkoutUrl: `/checkout-${++orders}.js` };
}

/** Lets the provider's script load until the test is over; `isBroken` when it brings nothing. */
export function startFakeCheckout({ isBroken = false } = {}) {
  const opened: FakeCheckout[] = [];
  class Razorpay {
    readonly options: CheckoutOptions;
    isOpen = false;
    #onFailed = (_failed: { error: PaymentError }) => {};

    constructor(options: CheckoutOptions) {
      this.options = options;
    }
    on(_event: "payment.failed", listener: (failed: { error: PaymentError }) => void) {
      this.#onFailed = listener;
    }
    open() {
      this.isOpen = true;
      opened.push(this);
    }
    close() {
      this.isOpen = false;
    }
    pay() {
      this.isOpen = false;
      this.options.handler(proof);
    }
    fail(error: PaymentError) {
      this.#onFailed({ error });
    }
    dismiss() {
      this.isOpen = false;
      this.options.modal.ondismiss();
    }
  }
  const { head } = document;
  const append = head.append.bind(head);
  head.append = (...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLScriptElement) {
        if (!isBroken) Object.assign(window, { Razorpay });
        queueMicrotask(() => node.onload?.(new Event("load")));
      } else append(node);
  };
  onTestFinished(() => {
    head.append = append;
    delete (window as { Razorpay?: unknown }).Razorpay;
  });
  return { opened };
}
