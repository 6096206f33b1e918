import type { Api, ParsedInput } from "@shoreline/contract";
import { expect, test } from "vitest";
import { toColumns } from "../rooms/account/profile.ts";
import { addLearner, type LearnerRow, updateLearner } from "../rooms/account/queries.ts";
import { addContactEnquiry, addCourseEnquiry, addDownload, addSubscription } from "../rooms/lead/queries.ts";
import { addResult } from "../rooms/quiz/queries.ts";
import { addSeat } from "../rooms/webinar/queries.ts";
import type { Db } from "./connect.ts";
import type { contactEnquiry, courseEnquiry, subscription, syllabusDownload } from "./tables/lead.ts";
import type { result } from "./tables/quiz.ts";
import type { webinarSeat } from "./tables/webinar.ts";

type Extra = { noSuchColumn?: string | undefined };
type Contact = ParsedInput<Api["lead"]["contact"]>;

// Only the compiler reads these, in `npm run check`: nothing calls them.
const stored = {
  contactEnquiry(db: Db, row: typeof contactEnquiry.$inferInsert, extra: Extra) {
    addContactEnquiry(db, { ...row }, []);
    // @ts-expect-error there is no such column
    addContactEnquiry(db, { ...row, ...extra }, []);
  },
  contactForm(db: Db, form: Contact, wider: Contact & Extra) {
    addContactEnquiry(db, { ...form, consentedTo: "" }, []);
    // @ts-expect-error
    addContactEnquiry(db, { ...wider, consentedTo: "" }, []);
  },
  courseEnquiry(db: Db, row: typeof courseEnquiry.$inferInsert, extra: Extra) {
    addCourseEnquiry(db, { ...row }, []);
    // @ts-expect-error
    addCourseEnquiry(db, { ...row, ...extra }, []);
  },
  download(db: Db, row: typeof syllabusDownload.$inferInsert, extra: Extra) {
    addDownload(db, { ...row }, []);
    // @ts-expect-error
    addDownload(db, { ...row, ...extra }, []);
  },
  subscription(db: Db, { email, source }: typeof subscription.$inferInsert, extra: Extra) {
    addSubscription(db, { email, source }, []);
    // @ts-expect-error
    addSubscription(db, { email, source, ...extra }, []);
  },
  learner(db: Db, row: LearnerRow, extra: Extra) {
    addLearner(db, { ...row });
    // @ts-expect-error
    addLearner(db, { ...row, ...extra });
  },
  async changedLearner(db: Db, row: LearnerRow, extra: Extra) {
    const { id } = row;
    updateLearner(db, { ...(await toColumns(db, row, row)), id });
    // @ts-expect-error
    updateLearner(db, { ...(await toColumns(db, row, { ...row, ...extra })), id });
  },
  seat(db: Db, row: typeof webinarSeat.$inferInsert, extra: Extra) {
    addSeat(db, { ...row });
    // @ts-expect-error
    addSeat(db, { ...row, ...extra });
  },
  result(db: Db, row: typeof result.$inferInsert, extra: Extra) {
    addResult(db, { ...row });
    // @ts-expect-error
    addResult(db, { ...row, ...extra });
  },
};

test("storing a form field that has no column does not compile", () => {
  expect(Object.keys(stored)).toHaveLength(9);
});
