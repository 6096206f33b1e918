import { randomUUID } from "node:crypto";
import type { StaffRole } from "@shoreline/domain/staff";
import { hashSecret, newSecret } from "../rooms/account/secrets.ts";
import { addSession, addStaff, type StaffRow } from "../rooms/staff/queries.ts";
import type { TestInstitute } from "./institute.ts";

/** Somebody of the staff who has just signed in, and their browser. */
export async function newStaff(institute: TestInstitute, roles: StaffRole[], name = "Meera Krishnan") {
  const now = institute.deps.clock.now();
  const email = `${randomUUID()}@example.com`;
  const person = (await addStaff(institute.db, { name, email, roles, now })) as StaffRow;
  const token = newSecret();
  const session = await addSession(institute.db, { hash: hashSecret(token), staffId: person.id, browser: "Test", now });
  const cookie = `staff=${token}; __Host-staff=${token}`;
  return {
    ...institute.visitor({ headers: { cookie } }),
    cookie,
    person,
    session,
    email,
  };
}

/** The link in the newest mail to an address. */
export async function linkFor(institute: TestInstitute, email: string): Promise<string> {
  await institute.runJobs();
  const text = institute.mails.findLast(({ to }) => to === email)?.text ?? "";
  return /\/staff\/link\/([\w-]{43})/.exec(text)?.[1] ?? "";
}

/** The browser goes on with the cookie of an answer. */
export function browserOf(institute: TestInstitute, answer: Response) {
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return institute.visitor({ headers: { cookie } });
}
