import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { Fault } from "./fault.ts";
import { type Order, readCustomer, saveEntity } from "./records.ts";
import { randomId } from "./sign.ts";

export async function createOrder(db: Db, body: unknown, now: Date): Promise<Order> {
  const { amount, currency, receipt, notes, customer_id, token, notification } = parseAs(newOrder, body);
  if (token) await readCustomer(db, { id: customer_id ?? "" });
  const order: Order = {
    id: `order_${randomId()}`,
    entity: "order",
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt: receipt ?? null,
    offer_id: null,
    status: "created",
    attempts: 0,
    notes: Array.isArray(notes) || Object.keys(notes).length === 0 ? [] : notes,
    created_at: Math.floor(now.getTime() / 1000),
    ...(customer_id ? { customer_id } : {}),
    ...(token ? { token } : {}),
    ...(notification ? { notification } : {}),
  };
  await saveEntity(db, order);
  return order;
}

/** Reports only the first error, as the provider does. */
export function parseAs<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys")
    throw new Fault(`${issue.keys.join(", ")} is/are not required and should not be sent`);
  const field = issue?.path[0];
  throw new Fault(issue?.message ?? "The request is invalid", field === undefined ? {} : { field: String(field) });
}

/** PostgreSQL cannot store NUL or half of a surrogate pair in JSON. */
export const storable = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "Invalid characters were sent.");

export const paise = z
  .int({
    error: (issue) => (issue.input === undefined ? "The amount field is required." : "The amount must be an integer."),
  })
  .min(100, "The amount must be at least INR 1.00");

export const rupees = z.literal("INR", {
  error: (issue) => (issue.input === undefined ? "The currency field is required." : "Currency is not supported"),
});

const noteText = (what: string) => storable.max(256, `The notes ${what} may not be greater than 256 characters.`);

export const noteFields = z
  .union([z.record(noteText("key"), noteText("value")), z.tuple([])], {
    error: "The notes must be an object of strings.",
  })
  .refine((notes) => Object.keys(notes).length <= 15, "The notes may not have more than 15 pairs.")
  .default([]);

const newOrder = z.strictObject({
  amount: paise,
  currency: rupees,
  receipt: storable.max(40, "The receipt may not be greater than 40 characters.").nullish(),
  notes: noteFields,
  payment_capture: z.boolean().optional(),
  method: storable.max(20).optional(),
  customer_id: storable.optional(),
  token: z
    .strictObject({
      max_amount: paise,
      expire_at: z.int(),
      frequency: z.enum(["as_presented", "monthly"], { error: "The frequency is invalid." }),
    })
    .optional(),
  notification: z.strictObject({ token_id: storable, payment_after: z.int() }).optional(),
});
