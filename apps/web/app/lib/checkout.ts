import type { BatchTime, BatchType } from "@shoreline/domain/course";

export type Wanted = {
  courseId: string;
  courseName: string;
  /** Rupees. */
  price: number;
  batchTime: BatchTime;
  batchType: BatchType;
};
export type Told = { kind: "done" | "wrong"; text: string };

/** What the provider's checkout is opened with, and what it answers; theirs and our local one are alike. */
export type CheckoutOptions = {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  /** Seconds after which the window closes by itself. */
  timeout?: number;
  prefill: { name: string; email: string; contact: string };
  handler(paid: PaidProof): void;
  modal: { ondismiss(): void };
};
export type PaidProof = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };
export type PaymentError = {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { order_id: string; payment_id: string };
};
type Checkout = {
  open(): void;
  on(event: "payment.failed", listener: (failed: { error: PaymentError }) => void): void;
};
type CheckoutClass = new (options: CheckoutOptions) => Checkout;

const loading = new Map<string, Promise<void>>();

/** Adds the provider's script to the page, once; a load that failed can be tried again. */
export function loadCheckout(url: string): Promise<void> {
  const work = loading.get(url) ?? addScript(url);
  loading.set(url, work);
  work.catch(() => loading.delete(url));
  return work;
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The payment window could not be loaded."));
    };
    document.head.append(script);
  });
}

export function openCheckout(options: CheckoutOptions, onFailed: (error: PaymentError) => void): void {
  const { Razorpay } = window as { Razorpay?: CheckoutClass };
  if (!Razorpay) throw new Error("Razorpay Instance in not ready");
  const checkout = new Razorpay(options);
  checkout.on("payment.failed", ({ error }) => onFailed(error));
  checkout.open();
}

/** Everything that the provider says about a failure, in lines that can be read and read out. */
export function describeFailure({ code, description, source, step, reason, metadata }: PaymentError): string {
  const facts = { Code: code, Source: source, Step: step, Reason: reason };
  const ids = { Order: metadata?.order_id, Payment: metadata?.payment_id };
  const lines = Object.entries({ ...facts, ...ids }).filter(([, value]) => value);
  return `The payment failed. ${description} (${lines.map(([name, value]) => `${name}: ${value}`).join(", ")})`;
}
