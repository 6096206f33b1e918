import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";

/** What the rooms need of the outside world, as plain types. Adapters implement them; only main.ts picks. */

export type Clock = { now(): Date };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Stable over retries, so that a mail sent twice by accident is shown once by the reader's mailbox. */
  messageId?: string;
  /** Mail programs show a button that posts to this address. */
  unsubscribeUrl?: string;
  attachments?: { name: string; type: string; bytes: Uint8Array }[];
};
export type Mailer = { send(mail: Mail): Promise<void> };

/** `to` is a number with country code: +919876543210. */
export type Sms = { to: string; text: string };
export type SmsSender = { send(sms: Sms): Promise<void> };

export type StoredFile = { bytes: Uint8Array; type: string };
/** Keys are relative paths such as `user/ab12.webp`; a key that leaves its folder is a bug and throws. */
export type Files = {
  put(key: string, file: StoredFile): Promise<void>;
  read(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
};

/** Draws a document away from the thread that answers requests. `module` is a file that calls `answerInThread`. */
export type Draw = (module: URL, input: unknown) => Promise<Uint8Array>;

/** Uploads that are under way, as the tus library wants them kept; what nobody finishes it removes after a day. */
export type UploadStore = DataStore & { read(id: string): Readable | Promise<Readable> };

export type NewOrder = { amount: number; currency: "INR"; receipt: string; notes: Record<string, string> };
export type ProviderOrder = { id: string; amount: number; currency: string; status: "created" | "attempted" | "paid" };
/** `amount` in paise. Only `captured` is money; `failed` is not final for the order. */
export type ProviderPayment = {
  id: string;
  orderId: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  amount: number;
  currency: string;
  /** card, upi, netbanking, wallet, emi… */
  method: string;
};
/** `isUnread`: it tells of a payment, in a way that we do not understand. */
export type WebhookEvent = { event: string; orderId: string; payment: ProviderPayment | null; isUnread: boolean };

/** A payment provider that speaks Razorpay's protocol: ours on this machine, or theirs. */
export type Payments = {
  /** What the browser needs to open the checkout. */
  keyId: string;
  checkoutUrl: string;
  createOrder(order: NewOrder): Promise<ProviderOrder>;
  paymentsOf(orderId: string): Promise<ProviderPayment[]>;
  /** Whether the provider has said that this payment belongs to this order; compared in constant time. */
  isSigned(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** The event in a webhook's raw body; null when its signature is not the provider's. */
  readWebhook(raw: Uint8Array, signature: string | undefined): WebhookEvent | null;
};
