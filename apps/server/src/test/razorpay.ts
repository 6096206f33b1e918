import { expect } from "vitest";

export const newOrder = { amount: 249900, currency: "INR", receipt: "rcpt_1", notes: { courseId: "excel" } } as const;
export const recordedKeys = {
  keyId: "rzp_test_recorded",
  keySecret: "EnLs21M47BllR3X8PSFtjtbd",
  webhookSecret: "123456",
};

/** A payment as the documentation prints it. */
export function recordedPayment({
  orderId,
  status,
  id = "pay_DESlfW9H8K9uqM",
}: {
  orderId: string;
  status: string;
  id?: string;
}) {
  return {
    ...{ id, entity: "payment", amount: 249900, currency: "INR", status, order_id: orderId, invoice_id: null },
    ...{
      international: false,
      method: "upi",
      amount_refunded: 0,
      refund_status: null,
      captured: status === "captured",
    },
    ...{ description: null, card_id: null, bank: null, wallet: null, vpa: "gaurav.kumar@exampleupi", notes: [] },
    ...{ email: "gaurav.kumar@example.com", contact: "+919876543210", fee: 5898, tax: 900, error_code: null },
    ...{ error_description: null, acquirer_data: { rrn: "922204078902" }, created_at: 1567674599 },
  };
}

/** Signatures that are nearly right. */
export function forgeries(signature: string): string[] {
  const flipped = (signature.startsWith("0") ? "1" : "0") + signature.slice(1);
  return [
    flipped,
    signature.slice(0, -1),
    signature.slice(0, 32),
    "",
    `${signature}0`,
    "z".repeat(64),
    "é".repeat(64),
    "0".repeat(64),
  ];
}

export async function failure(asking: Promise<unknown>): Promise<Error> {
  const error = await asking.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error;
}
