import { z } from "zod";
import { formatMoment } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";

/** What staff write to a lead. */
export const letter = defineMail("lead-letter", {
  data: { subject: z.string(), text: z.string(), name: z.string(), from: z.string() },
  sample: {
    subject: "Your question about Python",
    text: "Dear Asha,\n\nThe next batch begins on Monday at 9:00 AM. Would you like to see a class first?",
    name: "Asha Raman",
    from: "Shalini Ravi",
  },
  write({ subject, text, from }, { institute }) {
    return {
      subject,
      heading: subject,
      parts: [
        ...text.split(/\n{2,}/).map((paragraph) => ({ paragraph })),
        { paragraph: `${from}\n${institute.name}, ${institute.phone}` },
      ],
      why: `You get this mail because you asked ${institute.name} about a course. To hear no more from us, just reply and say so.`,
      replyTo: institute.email,
    };
  },
});

/** On the morning of the day, or when the time has come. */
export const callReminder = defineMail("call-reminder", {
  data: {
    ...{ name: z.string(), interest: z.string(), at: z.iso.datetime(), leadId: z.string() },
    /** Nobody looks after the lead, so all get the mail. */
    isForAll: z.boolean().default(false),
  },
  sample: {
    name: "Asha Raman",
    interest: "Python",
    at: "2026-11-23T03:30:00.000Z",
    leadId: "6f1b7d1e-5f0d-4a57-9a37-0d2f9a1c1111",
    isForAll: false,
  },
  write({ name, interest, at, leadId, isForAll }, { institute, publicUrl }) {
    const when = formatMoment(new Date(at), institute);
    return {
      subject: `Call ${name}`,
      heading: `Time to call ${name}`,
      preview: when,
      parts: [
        ...(isForAll
          ? [{ paragraph: "This lead has no owner who can call now. Please make yourself the owner if you call." }]
          : []),
        { facts: { Name: name, ...(interest ? { "Asked about": interest } : {}), "Planned for": when } },
        { button: "Open the lead", url: `${publicUrl}/staff/leads?lead=${leadId}` },
      ],
      why: isForAll
        ? "You get this mail because you work with leads."
        : "You get this mail because you look after this lead.",
    };
  },
});
