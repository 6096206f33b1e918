import { apiBase } from "@shoreline/contract";
import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";

const data = {
  firstName: z.string(),
  readerId: z.string(),
  title: z.string(),
  lines: z.array(z.string()),
  /** A path of the site. */
  link: z.string(),
};

const sample = {
  firstName: "Asha",
  readerId: "1f0c7a52-6f0e-4c55-9c35-3a5f7f7f2f10",
  title: "3 new things in Python",
  lines: ["The recording of class 12", "New homework, “Loops”", "A new question, “What is a generator?”"],
  link: "/dashboard/learn/python",
};

/** What a learner has not read in the portal, once a day. */
export const learnerDigest = defineMail("digest", {
  isKept: true,
  data,
  sample,
  write({ firstName, readerId, title, lines, link }, { institute, publicUrl }) {
    return {
      subject: title,
      parts: [
        { greeting: firstName },
        { paragraph: "This is new since you last looked:" },
        { list: lines },
        { button: "Open your classroom", url: `${publicUrl}${link}` },
      ],
      why: whyLearner(institute),
      unsubscribe: unsubscribeLink({ readerId, publicUrl }),
    };
  },
});

export const staffDigest = defineMail("staff-digest", {
  data,
  sample: { ...sample, firstName: "Meera", title: "2 new things in your classes", link: "/staff/today" },
  write({ firstName, readerId, title, lines, link }, { institute, publicUrl }) {
    return {
      subject: title,
      parts: [
        { greeting: firstName },
        { paragraph: "This waits for you:" },
        { list: lines },
        { button: "Open the console", url: `${publicUrl}${link}` },
      ],
      why: `You get this mail because you teach at ${institute.name}.`,
      unsubscribe: unsubscribeLink({ readerId, publicUrl }),
    };
  },
});

function unsubscribeLink({ readerId, publicUrl }: { readerId: string; publicUrl: string }) {
  return {
    text: "Stop the daily mail",
    page: `${publicUrl}/unsubscribe/digest/${readerId}`,
    url: `${publicUrl}${apiBase}/digest/unsubscribe/${readerId}`,
  };
}
