/** Options and answers of the provider's checkout; our local one has the same. */
type CheckoutOptions = {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  /** The payer lets the provider take later amounts too. */
  customer_id?: string;
  recurring?: "1";
  /** Seconds after which the window closes. */
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
  close(): void;
  on(event: "payment.failed", listener: (failed: { error: PaymentError }) => void): void;
};
type CheckoutClass = new (options: CheckoutOptions) => Checkout;

const loading = new Map<string, Promise<CheckoutClass>>();

/** Adds the provider's script to the page once; a failed load can be tried again. */
export function loadCheckout(url: string): Promise<CheckoutClass> {
  const work = loading.get(url) ?? addScript(url);
  loading.set(url, work);
  work.catch(() => loading.delete(url));
  return work;
}

function addScript(url: string): Promise<CheckoutClass> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (why: string) => {
      script.remove();
      reject(new Error(why));
    };
    script.src = url;
    script.onload = () => {
      const { Razorpay } = window as { Razorpay?: CheckoutClass };
      if (Razorpay) resolve(Razorpay);
      else fail("Razorpay Instance in not ready");
    };
    script.onerror = () => fail("The payment window could not be loaded.");
    document.head.append(script);
  });
}

/** The order was paid in another tab. */
export const isPaidBefore = ({ reason }: PaymentError): boolean => reason === "order_already_paid";

/** Everything that the provider says about a failure: a sentence, then a line for each fact. */
export function describeFailure({ code, description, source, step, reason, metadata }: PaymentError): string {
  const facts = { Reason: reason, Step: step, Source: source };
  const ids = { Code: code, Order: metadata?.order_id, Payment: metadata?.payment_id };
  const lines = [
    ...Object.entries(facts).map(([name, value]) => value && `${name}: ${value.replaceAll("_", " ").toLowerCase()}`),
    ...Object.entries(ids).map(([name, value]) => value && `${name}: ${value}`),
  ];
  return [`The payment failed. ${description ?? "Please try again in a minute."}`, ...lines.filter(Boolean)].join("\n");
}
