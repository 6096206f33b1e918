import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";

/** The interfaces to the outside world. Adapters implement them, and only main.ts chooses adapters. */

export type Clock = { now(): Date };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The same on every retry, so a mailbox shows a mail once even if it was sent twice. */
  messageId?: string;
  /** Mail programs show an unsubscribe button that posts to this address. */
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
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
  /** False while the store cannot be reached. */
  isReachable?(): Promise<boolean>;
  /** Removes what interrupted writes have left behind. */
  tidy?(which?: { olderThanMs: number }): Promise<void>;
};

/** Draws a document outside the thread that answers requests. `module` is a file that calls `answerInThread`. */
export type Draw = (module: URL, input: unknown) => Promise<Uint8Array>;

/** Stores unfinished uploads for the tus library, which removes an abandoned upload after a day. */
export type UploadStore = DataStore & { read(id: string): Readable | Promise<Readable> };

type NewOrder = { amount: number; currency: "INR"; receipt: string; notes: Record<string, string> };
type ProviderOrder = { id: string; amount: number; currency: string; status: "created" | "attempted" | "paid" };
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
/** `isUnreadable`: the event is about a payment, but in a format that we do not know. */
export type WebhookEvent = { event: string; orderId: string; payment: ProviderPayment | null; isUnreadable: boolean };

/** A payment provider that speaks Razorpay's protocol: the local gateway or Razorpay itself. */
export type Payments = {
  /** What the browser needs to open the checkout. */
  keyId: string;
  checkoutUrl: string;
  createOrder(order: NewOrder): Promise<ProviderOrder>;
  paymentsOf(orderId: string): Promise<ProviderPayment[]>;
  /** Whether the provider's signature proves that the payment belongs to the order. Compares in constant time. */
  isSigned(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Returns the event in a webhook's raw body, or null when the signature is not the provider's. */
  readWebhook(raw: Uint8Array, signature: string | undefined): WebhookEvent | null;
};
