import { z } from "zod";

/** Every job by name, with what it carries. */
export const jobs = {
  "mail.send": z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    unsubscribeUrl: z.string().optional(),
    /** Of no use to anybody after this moment: it is not sent any more. */
    until: z.iso.datetime().optional(),
    /** Printed and attached when the mail is sent: a job carries no files. */
    invoiceId: z.string().optional(),
    certificateId: z.string().optional(),
    seatId: z.string().optional(),
  }),
  "learner.welcome": z.object({ learnerId: z.string() }),
  "notification.add": z.object({
    learnerId: z.string(),
    title: z.string(),
    text: z.string(),
    link: z.string().nullable(),
  }),
  "order.finish": z.object({ providerOrderId: z.string() }),
  "purchase.confirm": z.object({ purchaseId: z.string() }),
  "payment.flagged": z.object({ providerOrderId: z.string(), providerPaymentId: z.string(), reason: z.string() }),
  "payment.reconcile": z.object({}),
  "class.remind": z.object({}),
  "class.changed": z.object({
    classId: z.string(),
    change: z.enum(["moved", "cancelled"]),
    sequence: z.int(),
    /** When it was planned for. */
    before: z.iso.datetime(),
  }),
  "certificate.award": z.object({}),
  "certificate.announce": z.object({ id: z.string() }),
  "certificate.erased": z.object({ id: z.string() }),
  "webinar.remind": z.object({}),
  "house.tidy": z.object({}),
  "demo.freshen": z.object({}),
};

export type JobName = keyof typeof jobs;
export type Payload<Name extends JobName> = z.infer<(typeof jobs)[Name]>;
