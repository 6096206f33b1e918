import type { Api, RateLimit } from "@shoreline/contract";
import type { PgTable } from "drizzle-orm/pg-core";
import type { DemoMaker } from "./content/demo.ts";
import type { ContentKind } from "./content/kind.ts";
import type { RecordCheck } from "./content/well-formed.ts";
import type { Deps, FileUse, Handlers, KeyHolder, Seller, SignedIn, StaffSignedIn } from "./context.ts";
import type { MediaFolder } from "./http/media.ts";
import type { CronLine, JobHandler } from "./jobs/job.ts";
import type { AnyMailKind } from "./mail/kind.ts";
import type { Attach, ReadMailLogo } from "./mail.ts";
import type { RetentionRule } from "./person/retention.ts";
import type { PersonalPlace } from "./person/who.ts";
import type { StoredFile } from "./ports.ts";

export type RoomName = keyof Api;

/** What one room brings to the product. Only the name and the handlers are required. */
export type Room<Name extends RoomName = RoomName> = {
  name: Name;
  handlers: Handlers<Name>;
} & RoomExtras;

export type RoomExtras = {
  jobs?: JobHandler[];
  cron?: CronLine[];
  /** The kinds of content that the room reads from files. */
  content?: ContentKind[];
  demo?: DemoMaker;
  /** How the health page finds rows that the room's handlers leave out. */
  records?: RecordCheck[];
  /** The parts of the site that are shown only if there is something in them. */
  offers?: Partial<Deps["offers"]>;
  /** The names of what was offered once and is not any more: forms and the chatbot leave them out. */
  listWithdrawn?: Deps["listWithdrawn"];
  /** The links of the chatbot to courses. */
  linkCourses?: Deps["linkCourses"];
  findHold?: Deps["findHold"];
  askTrainer?: Deps["askTrainer"];
  classMeetings?: Deps["classMeetings"];
  sells?: Seller;
  mails?: AnyMailKind[];
  /** Files that a mail of any room may attach, by kind. */
  attachments?: Record<string, Attach>;
  readMailLogo?: ReadMailLogo;
  /** Files that the room serves at /media/{its folder}/{name}. */
  media?: Media;
  /** Pictures that are drawn from data, at addresses of their own. */
  drawings?: Drawing[];
  /** Films that the room serves at /media/{its folder}/{name}. */
  films?: Omit<Media, "isImmutable">;
  /** Folders of pictures that come with a package, by address. */
  folders?: Record<string, string>;
  uploads?: Uploads;
  largeUploads?: LargeUploads;
  fileUses?: FileUse[];
  /** Finds the file behind a link at /lessons/{token}/{name}, or refuses who may not open it now. */
  openFile?(deps: Deps, token: string): Promise<OpenedFile>;
  readSession?(deps: Deps, token: string): Promise<SignedIn | null>;
  /** Finds who of the staff is signed in, by the cookies of a request. */
  readStaff?(deps: Deps, cookies: string | undefined): Promise<StaffSignedIn | null>;
  /** Finds the program that holds this key. */
  readKey?(deps: Deps, key: string): Promise<KeyHolder | null>;
  /** Checks and mends what the room has stored, before the product starts; one process after the other. Fails with a StartError. */
  prepare?(parts: Pick<Deps, "db" | "clock" | "keySecret" | "pdfSigner">): Promise<void>;
  /** What a product on this machine says when it has started. */
  greet?(deps: Deps): Promise<string[]>;
  /** Does something once that is slow the first time, so that no visitor waits for it; runs some seconds after the start. */
  warm?(deps: Deps): Promise<void>;
  /** Removes expired data; runs every hour. */
  tidy?(deps: Deps): Promise<void>;
  /** Where a person is found outside the columns `email`, `mobile_number` and `learner_id`, or is not simply deleted. */
  personal?: PersonalPlace[];
  /** Personal data that is erased after a period of the institute. */
  retention?: RetentionRule[];
  /** Tables that public pages show. Their migration needs a trigger that purges the page caches on every change. */
  publicTables?: PgTable[];
};

/** Of the same content drawn once, and kept until content changes. */
export type Drawing = {
  /** `:name` in it is handed on. */
  address: string;
  draw(deps: Deps, name: string): Promise<StoredFile | null>;
  /** The drawing shows what is in no public table, so that nothing tells when it changes. */
  isAlwaysAsked?: boolean;
  /** Bounds the requests of one address, together with those to the call of this name. */
  limit?: { call: string; each: RateLimit[] };
};

type Media = Omit<MediaFolder, "find"> & { find(deps: Deps, name: string): Promise<StoredFile | null> };

/** Who may upload a picture, and where it is stored. */
type Uploads = {
  /** Returns the number that the sender has proven to hold, and refuses a sender without one. */
  readUploader(deps: Deps, authorization: string | undefined): Promise<string>;
  /** Makes the picture of an upload and returns its address. A second call changes nothing. */
  store(deps: Deps, upload: { id: string; number: string; read(): Promise<Uint8Array> }): Promise<string>;
  find(deps: Deps, stored: { id: string; number: string }): Promise<string | null>;
};

/** Uploads up to gigabytes, which a call starts. Their bytes may come through several processes. */
export type LargeUploads = {
  /** Null when there is no such upload of this person. */
  find(deps: Deps, upload: { fileId: string; who: Uploader }): Promise<LargeUpload | null>;
  /** Waits until nobody else writes to the upload. Who wrote to it before is told to stop. */
  takeOver(deps: Deps, fileId: string): Promise<Lease>;
  /** All bytes are there. A second call changes nothing. */
  finish(deps: Deps, fileId: string): Promise<void>;
  /** The upload is not wanted any more. */
  drop(deps: Deps, fileId: string): Promise<void>;
};
export type Uploader = { staffId: string } | { learnerId: string };
type LargeUpload = { fileId: string; bytes: number; isFinished: boolean; expiresAt: Date };
/** `lost` is aborted when somebody else wants to write. */
export type Lease = { lost: AbortSignal; release(): Promise<void> };
export type OpenedFile = { fileId: string; key: string; name: string; type: string; bytes: number };

export function defineRoom<Name extends RoomName>(room: Room<Name>): Room<Name> {
  return room;
}
