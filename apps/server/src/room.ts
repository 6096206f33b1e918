import type { Api } from "@shoreline/contract";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentLoader } from "./content/demo.ts";
import type { Deps, Handlers, Seller, SignedIn } from "./context.ts";
import type { MediaFolder } from "./http/media.ts";
import type { CronLine, JobHandler } from "./jobs/job.ts";
import type { Attach } from "./mail.ts";
import type { StoredFile } from "./ports.ts";

export type RoomName = keyof Api;

/** What one room brings to the product. Only its name and its handlers are a must. */
export type Room<Name extends RoomName = RoomName> = {
  name: Name;
  handlers: Handlers<Name>;
} & RoomExtras;

export type RoomExtras = {
  jobs?: JobHandler[];
  cron?: CronLine[];
  content?: ContentLoader;
  sells?: Seller;
  /** Files that a mail of any room may attach, by kind. */
  attachments?: Record<string, Attach>;
  /** Files that the room serves at /media/{its folder}/{name}. */
  media?: Media;
  /** Folders of pictures that come with a package, by address. */
  folders?: Record<string, string>;
  uploads?: Uploads;
  readSession?(deps: Deps, token: string): Promise<SignedIn | null>;
  /** Removes what nobody needs any more; runs every hour. */
  tidy?(deps: Deps): Promise<void>;
  /** Tables that public pages show. A trigger of the migration empties the page caches when one of them changes. */
  publicTables?: PgTable[];
};

export type Media = Omit<MediaFolder, "find"> & { find(deps: Deps, name: string): Promise<StoredFile | null> };

/** Who may upload a picture, and what becomes of it. */
export type Uploads = {
  /** The number that the sender has proven to hold; refuses a sender who has proven none. */
  readUploader(deps: Deps, authorization: string | undefined): Promise<string>;
  /** Turns the upload into what is shown, and returns its address. Twice has the same effect as once. */
  store(deps: Deps, upload: { id: string; number: string; read(): Promise<Uint8Array> }): Promise<string>;
  find(deps: Deps, stored: { id: string; number: string }): Promise<string | null>;
};

export function defineRoom<Name extends RoomName>(room: Room<Name>): Room<Name> {
  return room;
}
