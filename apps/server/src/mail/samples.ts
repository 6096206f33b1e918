import type { Institute } from "@shoreline/contract";
import type { AnyMailKind } from "./kind.ts";
import type { MailLogo } from "./logo.ts";
import { writeMail } from "./write.ts";

/** The samples tell of the days around this one. */
const now = new Date("2026-11-15T06:30:00.000Z");

type Context = { institute: Institute; publicUrl: string; logo?: MailLogo | null };

/** Every kind of mail, written with its sample data. */
export function writeSamples(kinds: AnyMailKind[], context: Context) {
  return kinds.map((kind) => ({ name: kind.name, ...writeMail(kind, kind.sample, { ...context, now }) }));
}

export type SampleMail = ReturnType<typeof writeSamples>[number];
