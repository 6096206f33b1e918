import type { KeyObject } from "node:crypto";
import type { Readable } from "node:stream";
import type { TokenStatus } from "@shoreline/domain/mandate";
import type { MeetingKind } from "@shoreline/domain/meeting-account";
import type { DataStore } from "@tus/server";

/** The interfaces to the outside world. Adapters implement them, and only main.ts chooses adapters. */

export type Clock = { now(): Date };

/** The institute's certificate from outside, with which it signs PDF files. */
export type PdfSigner = {
  key: KeyObject;
  /** The institute's own first, then those that vouch for it. */
  certificates: [Uint8Array, ...Uint8Array[]];
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The same on every retry, so a mailbox shows a mail once even if it was sent twice. */
  messageId?: string;
  /** One bare address: answers go to it and not to the sender. */
  replyTo?: string;
  /** Mail programs show an unsubscribe button that posts to this address. */
  unsubscribeUrl?: string;
  attachments?: { name: string; type: string; bytes: Uint8Array }[];
};
export type Mailer = { send(mail: Mail): Promise<void> };

/** A text message in the wording that is registered for it. */
export type TextMessage = {
  /** A number with country code: +919876543210. */
  to: string;
  /** Our name of the template. */
  template: string;
  text: string;
  /** The value of each slot of the wording, in their order. */
  values: Record<string, string>;
  /** What the provider or the operators call the template, and who sends it. */
  registered: {
    id?: string | undefined;
    entityId?: string | undefined;
    sender?: string | undefined;
    language?: string;
  };
};
export type MessageState = "accepted" | "delivered" | "read" | "failed";
/** What a provider says later about a message that it has accepted. */
export type MessageReport = { providerId: string; state: MessageState; reason: string | null };

/** A channel for text messages: SMS or WhatsApp. */
export type MessageSender = {
  /** Returns the provider's id of the message, if it has one. Throws `MessageRefused` where another try would not help. */
  send(message: TextMessage): Promise<{ providerId: string | null }>;
  /** True when the provider sends only templates by their id. */
  needsId?: boolean;
  /** Returns the reports in a call of the provider, or null when the proof is not the provider's. */
  readReports?(raw: Uint8Array, proof: string | undefined): MessageReport[] | null;
  /** Whether this token opens a subscription to the reports. */
  isVerifyToken?(token: string): boolean;
};

/** The provider will never send this message: a wrong number, a wrong template, an account that is closed. */
export class MessageRefused extends Error {}

export type StoredFile = { bytes: Uint8Array; type: string };
/** A file that is too large to be held in memory. It is stored only if it has exactly so many bytes. */
type FileSource = { stream: Readable; type: string; bytes: number };
/** The first and the last byte, counted from 0. */
export type ByteRange = { from: number; to: number };
/** Keys are relative paths such as `user/ab12.webp`; a key that leaves its folder is a bug and throws. */
export type Files = {
  put(key: string, file: StoredFile): Promise<void>;
  read(key: string): Promise<StoredFile | null>;
  /** The same as `put`, a piece at a time. */
  putFrom(key: string, source: FileSource): Promise<void>;
  /**
   * These bytes of a file, a part at a time; none when there is no such file. The next part may overwrite the one before, so that a film
   * takes one part of memory. Who does not read to the end calls `return`.
   */
  readParts(key: string, range: ByteRange): AsyncGenerator<Uint8Array>;
  /** In bytes. Null when there is no such file. */
  sizeOf(key: string): Promise<number | null>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
  /** False while the store cannot be reached. */
  isReachable?(): Promise<boolean>;
  /** Removes what interrupted writes have left behind. */
  tidy?(which?: { olderThanMs: number }): Promise<void>;
};

/** Draws a document outside the thread that answers requests. `module` is a file that exports `draw`. */
export type Draw = (module: URL, input: unknown) => Promise<Uint8Array>;

/** Stores unfinished uploads for the tus library, which removes an abandoned upload after a day. */
export type UploadStore = DataStore & {
  read(id: string): Readable | Promise<Readable>;
  /** Where a finished upload lies on this machine, if it does. */
  pathOf?(id: string): string;
};

/** Looks for viruses in a file of this machine. Returns why it is refused, or null when it is clean. */
export type Scan = (path: string) => Promise<string | null>;

/**
 * `mandate`: who pays this order also lets the provider take later amounts. `notice`: the bank tells the payer that this amount will
 * be taken.
 */
type NewOrder = {
  amount: number;
  currency: "INR";
  receipt: string;
  notes: Record<string, string>;
  mandate?: NewMandate | undefined;
  notice?: { tokenId: string; chargeableFrom: Date };
};
export type NewMandate = { customerId: string; maxAmount: number; expiresAt: Date };
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
  /** What the provider keeps, with the tax in it; null until it has said so. */
  fee?: number | null;
  feeTax?: number | null;
  /** The mandate that came with the payment. */
  tokenId?: string;
  /** Why it failed, in a word of the provider. */
  failure?: string;
};
/** `refundId` is ours, if the refund was made by us and not in the provider's dashboard. */
export type ProviderRefund = {
  id: string;
  paymentId: string;
  amount: number;
  status: "pending" | "processed" | "failed";
  refundId: string | null;
};
/** Times in ISO form. `respondBy`: the last moment to answer. */
export type ProviderDispute = {
  id: string;
  paymentId: string;
  amount: number;
  reason: string;
  status: "open" | "under review" | "won" | "lost" | "closed";
  respondBy: string | null;
  openedAt: string;
};
/** `isUnreadable`: the event is about money, but in a format that we do not know. `at`: when it happened, in ISO form. */
export type WebhookEvent = {
  event: string;
  orderId: string;
  at: string | null;
  payment: ProviderPayment | null;
  refund: ProviderRefund | null;
  dispute: ProviderDispute | null;
  /** The mandate that has changed. */
  tokenId: string | null;
  isUnreadable: boolean;
};

/** The provider will never make this refund: more than is left, a payment that was not captured. */
export class RefundRefused extends Error {}

/** The provider will not take this amount: the mandate is over, or the amount is too large. */
export class ChargeRefused extends Error {}

/** Whose mandate it is: the ids of the provider. */
export type MandateKey = { customerId: string; tokenId: string };
type Payer = { name: string; email: string; contact: string };

/** A payment, a refund or a correction in a settlement. The fee contains its GST: credit and fee together are what was paid. */
export type SettlementLine = {
  settlementId: string;
  /** The bank's reference. */
  utr: string;
  entityId: string;
  kind: "payment" | "refund" | "adjustment";
  creditInPaise: number;
  debitInPaise: number;
  feeInPaise: number;
  feeTaxInPaise: number;
  settledAt: Date;
};

/** A payment provider that speaks Razorpay's protocol: the local gateway or Razorpay itself. */
export type Payments = {
  /** What the browser needs to open the checkout. */
  keyId: string;
  checkoutUrl: string;
  createOrder(order: NewOrder): Promise<ProviderOrder>;
  paymentsOf(orderId: string): Promise<ProviderPayment[]>;
  /** What was paid out in a month such as 2026-11. */
  settlementsOf(month: string): Promise<SettlementLine[]>;
  /** Gives money back the way it came. The same `refundId` never gives it twice. Throws `RefundRefused` where another try would not help. */
  refund(refund: { paymentId: string; amount: number; refundId: string }): Promise<ProviderRefund>;
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
  mandates: {
    /** Makes the payer known to the provider, or finds them. Returns the provider's id. */
    addCustomer(payer: Payer): Promise<string>;
    read(key: MandateKey): Promise<TokenStatus>;
    /** Asks for the money of an order; the result is a payment of the order. Throws `ChargeRefused` where another try would not help. */
    charge(charge: MandateKey & { orderId: string; amount: number; payer: Payer; description: string }): Promise<void>;
    /** Also succeeds when it is cancelled already. */
    cancel(key: MandateKey): Promise<void>;
  };
  /** Whether the provider's signature proves that the payment belongs to the order. Compares in constant time. */
  isSigned(proof: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Returns the event in a webhook's raw body, or null when the signature is not the provider's. */
  readWebhook(raw: Uint8Array, signature: string | undefined): WebhookEvent | null;
};

/** What a class needs of its meeting. `key` is ours, and the same on every try. */
export type WantedMeeting = { key: string; name: string; startsAt: Date; minutes: number };
/** What the provider gave us, as it is stored. */
export type MadeMeeting = { externalId: string; details: Record<string, string> };
/** `id` is ours. A host may let people in, mute them and end the meeting. */
export type MeetingPerson = { id: string; name: string; isHost: boolean };
/** Who is or was in a meeting. `personId` is ours, where the provider knows it. */
export type MeetingGuest = { personId: string | null; email: string | null; name: string; isHost: boolean };
export type MeetingVisit = MeetingGuest & { minutes: number; firstSeenAt: Date; lastSeenAt: Date };

/** What went wrong at a provider, in our own words: staff read them, and they never contain the secret. */
export class MeetingProblem extends Error {}

/** The provider will refuse this again: a wrong secret, an account that is closed. */
export class MeetingRefused extends MeetingProblem {}

/** An account at a meeting provider. */
export type MeetingProvider = {
  /** Throws when the account cannot be used. */
  test(): Promise<void>;
  make(wanted: WantedMeeting): Promise<MadeMeeting>;
  change(made: MadeMeeting, wanted: WantedMeeting): Promise<MadeMeeting>;
  /** Also succeeds when it is gone already. */
  remove(made: MadeMeeting): Promise<void>;
  /** The address at which this person joins. */
  join(made: MadeMeeting, wanted: WantedMeeting, person: MeetingPerson): Promise<string>;
  /** Who is in the meeting now; null when it does not run. Only providers without a report afterwards have it. */
  listPresent?(made: MadeMeeting): Promise<MeetingGuest[] | null>;
  /** Who was in the meeting; null until the report is ready. */
  readReport?(made: MadeMeeting, wanted: WantedMeeting): Promise<MeetingVisit[] | null>;
  /** The report in a call of the provider; null when the proof is not the provider's. */
  readCallback?(raw: Uint8Array, proof: string | undefined): { externalId: string; visits: MeetingVisit[] } | null;
};

/** `settings`: addresses and ids. `callbackUrl`: where the provider may send its report. */
export type MeetingAccess = { settings: Record<string, string>; secret: string; callbackUrl: string };
export type Meetings = Record<MeetingKind, (access: MeetingAccess) => MeetingProvider>;
