import { expect, test } from "vitest";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { issueCertificate } from "./issue.ts";

const institute = await testInstitute();
const { db } = institute;

test("fifty at once get fifty consecutive ids, and the same purchase one", async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => newLearner(institute)));
  const purchases = await Promise.all(people.map((who) => giveCourse(institute, who, { courseId: "sql" })));
  // The demo institute has issued five.
  const before = 5;
  const wanted = purchases.flatMap((purchaseId) => [purchaseId, purchaseId]);
  const outcomes = await Promise.all(
    wanted.map((purchaseId) => issueCertificate(db, { purchaseId, now: testDay, reason: "Fifty at once" })),
  );
  const serials = outcomes.flatMap((outcome) => ("certificate" in outcome ? [outcome.certificate.serial] : []));
  expect(serials.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => before + n + 1));
  expect(outcomes.filter((outcome) => "whyNot" in outcome && outcome.whyNot === "has-one")).toHaveLength(50);
});
