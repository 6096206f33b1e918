import type { Institute } from "@shoreline/contract";
import { z } from "zod";
import type { Letter } from "./parts.ts";

export type MailContext = {
  institute: Institute;
  publicUrl: string;
  /** When the mail is sent, which may be later than planned. */
  now: Date;
};

/** One kind of mail. `write` is pure: everything that it tells comes from the data and the context. */
export type MailKind<Data = Record<string, unknown>> = {
  name: string;
  data: z.ZodType<Data>;
  /** Shown at /dev/mails and by `npm run mails`. */
  sample: Data;
  /** The person's history says that it was sent. Not for mails to staff, which may name somebody else, nor for what staff write: that is noted there already. */
  isKept?: boolean;
  write(data: Data, context: MailContext): Letter;
};

type Definition<Shape extends z.ZodRawShape> = {
  data: Shape;
  sample: z.infer<z.ZodObject<Shape>>;
  isKept?: boolean;
  write(data: z.infer<z.ZodObject<Shape>>, context: MailContext): Letter;
};

/** A name never changes and data only gains optional fields: mails that wait in the queue outlive a release. */
export function defineMail<Shape extends z.ZodRawShape>(
  name: string,
  { data, ...definition }: Definition<Shape>,
): MailKind<z.infer<z.ZodObject<Shape>>> {
  return { name, data: z.object(data), ...definition } as MailKind<z.infer<z.ZodObject<Shape>>>;
}

/** For a list of kinds, each with data of its own. */
// biome-ignore lint/suspicious/noExplicitAny: `write` takes its own data only, which `data` checks.
export type AnyMailKind = MailKind<any>;
