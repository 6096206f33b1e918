import type { Api, Endpoint, ParsedInput, RateLimit, Reply, Site } from "@shoreline/contract";
import type { FirstVisit } from "@shoreline/domain/first-visit";
import type { OrderChannel } from "@shoreline/domain/payment";
import type { ChatLink } from "@shoreline/domain/site";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "./db/connect.ts";
import type { learner } from "./db/tables/account.ts";
import type { apiKey } from "./db/tables/connection.ts";
import type { staff, staffSession } from "./db/tables/staff.ts";
import type { PersonalPlace } from "./person/who.ts";
import type {
  Clock,
  Draw,
  Files,
  Mailer,
  MeetingPerson,
  Meetings,
  MessageSender,
  NewMandate,
  Payments,
  PdfSigner,
  Scan,
  UploadStore,
} from "./ports.ts";
import type { Traces } from "./traces/traces.ts";

/** The parts of the running product. Tests replace the outside world with fakes. */
export type Deps = {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  sms: MessageSender;
  /** Null when the institute has no WhatsApp account. */
  whatsapp: MessageSender | null;
  files: Files;
  uploads: UploadStore;
  /** Missing while tracing is off. */
  traces?: Traces | undefined;
  /** Null when nothing looks for viruses in uploaded files. */
  scan: Scan | null;
  /** What may refer to a file of a lesson. */
  fileUses: FileUse[];
  payments: Payments;
  meetings: Meetings;
  draw: Draw;
  /** Makes the backup of the day when it is due. */
  backUp(): Promise<void>;
  /** The cost of hashing a one-time code: scrypt's N. */
  codeHashCost: number;
  /** Codes a day before new numbers meet the effort check, and class notices by SMS a day at most. */
  smsPerDay: number;
  /** Country codes that get text messages; null: all. */
  smsCountries: string[] | null;
  /** For each part of the site, whether there is something to show in it. */
  offers: Record<keyof Site["offers"], (db: Db) => Promise<boolean>>;
  /** The names of what was offered once and is not any more. */
  listWithdrawn(db: Db): Promise<string[]>;
  /** For each course that is offered, a link that says its fee and when it starts. */
  linkCourses(deps: Pick<Deps, "db" | "log" | "clock">): Promise<Map<string, ChatLink>>;
  /** Why classes of a suspended purchase cannot be joined, and the path at which it can be paid; null when no fee is overdue. */
  findHold(deps: Pick<Deps, "db" | "clock">, purchaseId: string): Promise<{ overdue: string; pay: string } | null>;
  /** Stores what a learner asks their trainer; the same attempt once. */
  askTrainer(ctx: SignedInCtx, asked: { courseId: string; question: string; attemptId: string }): Promise<void>;
  /** The meetings that providers hold for classes. */
  classMeetings: {
    /** Where this person joins; null for a class without a meeting of its own. Refuses while the provider does not answer. */
    join(deps: Deps, who: { classId: string; person: MeetingPerson }): Promise<string | null>;
    /** Stores who was there. False when it is not the provider that calls. */
    takeReport(deps: Deps, call: { accountId: string; raw: Uint8Array; proof: string | undefined }): Promise<boolean>;
  };
  /** Every room that sells something. */
  sellers: Seller[];
  /** Where every room stores personal data. */
  personal: PersonalPlace[];
  /** Encrypts the private keys that sign certificates; null: they lie in the database as they are. */
  keySecret: string | null;
  /** Null: PDF files are signed with a certificate of our own making. */
  pdfSigner: PdfSigner | null;
  publicUrl: string;
  isDemo: boolean;
  /** Mails, text messages or payments stay on this machine. */
  isLocal: boolean;
};

/**
 * How a room refers to files of lessons, as conditions of a query. Who may open the thing that refers to a file may open the file. A table
 * that refers to files has a foreign key and an index for it: a file to which nothing refers is removed.
 */
export type FileUse = {
  isUsed(fileId: SQLWrapper): SQL;
  opensForLearner(who: { fileId: SQLWrapper; learnerId: string }): SQL;
  /** For staff who see their own classes only. */
  opensForTrainer(who: { fileId: SQLWrapper; trainer: { id: string; name: string } }): SQL;
};

/** What a handler gets: the product and its request. */
export type Ctx = Deps & {
  /** For what a call stores on its way that otherwise only reads: its `db` may be a replica. */
  primary: Db;
  requestId: string;
  /** What the browser says about itself. */
  userAgent: string | undefined;
  /** The types of answers that the caller understands. */
  accept: string | undefined;
  /** Where the visitor came from first, if the browser says so. */
  firstVisit: FirstVisit | null;
  /** The visitor's network address; undefined for calls within the process. */
  address: string | undefined;
  /** Counts events across all processes, in addition to the limit per address: `counter("code.hour", limit)`. */
  counter(name: string, limit: RateLimit): Counter;
  /**
   * What this function reads of the content, once until it changes. The answer is kept under the function itself, so it is one of a module,
   * never an arrow in the call. Many share the answer, so nobody may change it.
   */
  oncePerContent<Fact>(read: (db: Db) => Promise<Fact>): Promise<Fact>;
  /** Adds a header to the answer, such as a cookie. */
  setHeader(name: string, value: string): void;
};

export type Counter = {
  /** How often this happened in the current period. */
  used(key: string): Promise<number>;
  /** Counts one more, and returns the new count. */
  count(key: string): Promise<number>;
};

export type SignedIn = {
  learner: typeof learner.$inferSelect;
  sessionId: string;
  /** Present when the token is old: replaces it, and returns the new one unless the session has ended. */
  renewToken?(): Promise<string | null>;
};

/** What a handler for signed-in learners gets. */
export type SignedInCtx = Ctx & SignedIn;

export type StaffSignedIn = {
  staff: typeof staff.$inferSelect;
  staffSession: typeof staffSession.$inferSelect;
  /** Proved who they are within the last minutes. */
  isFresh: boolean;
};

/** What a handler of the staff console gets. */
export type StaffCtx = Ctx & StaffSignedIn;

/** Another program that calls with a key. */
export type KeyHolder = { apiKey: typeof apiKey.$inferSelect };
export type KeyCtx = Ctx & KeyHolder;

type Handler<E extends Endpoint> = (ctx: CtxOf<E>, input: ParsedInput<E>) => Promise<Reply<E>>;

type CtxOf<E extends Endpoint> = [E["staff"]] extends [undefined]
  ? [E["key"]] extends [undefined]
    ? true extends E["signedIn"]
      ? SignedInCtx
      : "optional" extends E["signedIn"]
        ? Ctx & Partial<SignedIn>
        : Ctx
    : KeyCtx
  : StaffCtx;

/** One handler for each endpoint of a room. */
export type Handlers<Room extends keyof Api> = {
  [Name in keyof Api[Room]]: Api[Room][Name] extends Endpoint ? Handler<Api[Room][Name]> : never;
};

/** What an order is for: a kind of item, and the id of the item within that kind. */
export type Item = { kind: string; itemId: string };

/** Who pays: a learner, or a visitor identified by their e-mail address in lower case. */
export type Buyer = { learnerId: string } | { email: string };

/** An item for sale, with its price. */
export type Offer = {
  itemId: string;
  amountInPaise: number;
  buyer: Buyer;
  /** By default `online`. */
  channel?: OrderChannel;
  /** What else the buyer chose. The seller reads it again when the order is fulfilled. */
  details: Record<string, string>;
  /** Who pays also lets the provider take later amounts. */
  mandate?: NewMandate | undefined;
  /** Reserves the item while the buyer pays, if the seller does that, or refuses when none is left. */
  reserve?(): Promise<void>;
  /** Holds what the price depends on, such as a coupon, or refuses; in the transaction that claims the order, also when the order is taken up again. */
  hold?(tx: Db, orderId: string): Promise<void>;
};

type OrderInput = ParsedInput<Api["payment"]["order"]>;

/** How a room sells one kind of item. */
export type Seller = {
  kind: string;
  /** The field of `POST /payment/order` that names an item of this kind. */
  orderField: keyof OrderInput;
  /** Turns an order into an offer, or refuses. */
  offer(ctx: Ctx & Partial<SignedIn>, order: OrderInput): Promise<Offer>;
  /** Delivers what a paid order is for. A second call changes nothing. */
  fulfil(deps: Deps, providerOrderId: string): Promise<void>;
  /** The item's name for mails about its payment; null when the item no longer exists. */
  describe(db: Db, itemId: string): Promise<string | null>;
};
