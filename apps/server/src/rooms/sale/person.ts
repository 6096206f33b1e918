import { Refusal } from "@shoreline/contract";
import { profileDefaults } from "@shoreline/domain/account";
import { and, asc, eq, inArray, isNull, sum } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { lead } from "../../db/tables/inbox.ts";
import {
  addUnproven,
  findLearnerByNumber,
  fullName,
  type LearnerRow,
  numberOf,
  type Phone,
  updateLearner,
} from "../account/queries.ts";
import { countries } from "../site/countries.ts";
import { readInstitute } from "../site/queries.ts";

/** Who has this number: a learner, and perhaps a lead. */
export async function findPerson({ db }: Pick<Ctx, "db">, phone: Phone) {
  const found = await findLearnerByNumber(db, phone);
  const [asked] = await db
    .select()
    .from(lead)
    .where(and(eq(lead.number, numberOf(phone)), isNull(lead.mergedInto)))
    .orderBy(asc(lead.cameAt), asc(lead.id))
    .limit(1);
  return {
    learner: found && {
      ...{ learnerId: found.id, name: fullName(found), email: found.email, isUnproven: found.isUnproven },
      ...{ owned: await listOwned(db, found.id), sales: await listUnpaid(db, found.id) },
    },
    lead: asked
      ? {
          ...{ leadId: asked.id, name: asked.name, email: asked.email ?? "", status: asked.status },
          interest: asked.interest ?? "",
        }
      : null,
  };
}

async function listOwned(db: Db, learnerId: string): Promise<string[]> {
  const rows = await db
    .select({ courseId: course.courseId })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(and(eq(purchase.learnerId, learnerId), isCurrentPurchase));
  return rows.map(({ courseId }) => courseId);
}

/** Sales of which something can still be paid. */
async function listUnpaid(db: Db, learnerId: string) {
  return db
    .select({
      saleId: sale.id,
      courseId: course.courseId,
      courseName: course.name,
      openInPaise: sum(due.amountInPaise).mapWith(Number),
    })
    .from(sale)
    .innerJoin(course, eq(course.id, sale.courseId))
    .innerJoin(due, and(eq(due.saleId, sale.id), eq(due.state, "open")))
    .where(and(eq(sale.learnerId, learnerId), inArray(sale.state, ["waiting", "open", "bought"])))
    .groupBy(sale.id, course.id)
    .orderBy(asc(sale.madeAt))
    .limit(50);
}

type Given = Phone & { name: string; email: string; now: Date };

/**
 * The learner with this number, held until the transaction ends, so that two desks do not sell one course twice. Who is new gets
 * an account that nobody can sign in to: who proves the number registers, and takes it over.
 */
export async function findOrMakeLearner(
  tx: Db,
  { name, email, now, ...phone }: Given,
): Promise<LearnerRow & { isNew: boolean }> {
  const { isNew, id } = await findOrAdd(tx, { name, email, now, ...phone });
  // Others may still refer to the learner meanwhile, as invoices do.
  const [held] = await tx.select().from(learner).where(eq(learner.id, id)).for("no key update");
  if (!held) throw new Error("The learner no longer exists.");
  const isMailNew = held.isUnproven && held.email === "" && email !== "";
  return { ...(isMailNew ? await updateLearner(tx, { id, email, updatedAt: now }) : held), isNew };
}

async function findOrAdd(tx: Db, { name, email, now, ...phone }: Given): Promise<{ id: string; isNew: boolean }> {
  const known = await findLearnerByNumber(tx, phone);
  if (known) return { id: known.id, isNew: false };
  if (!countries.some(({ dial_code }) => dial_code === phone.countryCode))
    throw new Refusal("INVALID_INPUT", { fields: { countryCode: "Invalid country code" } });
  if (name.length < 3) throw new Refusal("INVALID_INPUT", { fields: { name: "Enter the name of the learner" } });
  const [firstName = name, ...rest] = name.split(/\s+/);
  const { gender, occupation, country } = profileDefaults;
  const added = await addUnproven(tx, {
    ...{ ...phone, firstName, lastName: rest.join(" "), email, gender, occupation, country, instOrOrg: "" },
    // They agree to the privacy policy when they register.
    ...{ state: (await readInstitute(tx)).state, consentedTo: "", createdAt: now, updatedAt: now },
  });
  if (added) return { id: added.id, isNew: true };
  // Somebody registered with it in this moment.
  const raced = await findLearnerByNumber(tx, phone);
  if (!raced) throw new Error("The number was taken and is free again.");
  return { id: raced.id, isNew: false };
}
