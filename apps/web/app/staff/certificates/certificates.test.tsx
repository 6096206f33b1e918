import type { Api, AwardDesign, AwardLearner, AwardRules, Reply, StaffCertificate } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { chooseCourse, coursesToFind, sampleCourse } from "../test/courses.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const divya: AwardLearner = {
  ...{ purchaseId: "11111111-1111-4111-8111-111111111111", name: "Divya Shankar", courseId: "sql", course: "SQL" },
  ...{ batchId: "b1", batch: "1-2 weekdays", endsAt: "2026-11-14T06:30:00.000Z", classes: 20, attended: 20 },
  ...{ percent: 75, homework: null, test: null, openInPaise: 0, isOnHold: false, missing: [] },
};
const ritu = { ...divya, purchaseId: "22222222-2222-4222-8222-222222222222", name: "Ritu Agarwal" };
const suresh = { ...divya, purchaseId: "3", name: "Suresh Babu", attended: 13, missing: ["2 classes short"] };
const valid: StaffCertificate = {
  ...{ certificateId: "OCNST00418", name: "Manjula Das", courseId: "python", course: "Python", reason: null },
  ...{ earnedAt: "2026-11-14T06:30:00.000Z", issuedAt: "2026-11-14T06:30:00.000Z", revokedAt: null },
  ...{ revokedReason: null, replaces: null, replacedBy: null, issuedBy: "rule", issuedByName: null },
  ...{ signedAt: null, signedWith: null },
};

type Learners = Reply<Api["award"]["learners"]>;
type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["award"]>;

function learnersOf(learners: AwardLearner[]): Learners {
  const counts = { ready: 2, notYet: 1, issued: { count: 418, isMore: false }, revoked: { count: 2, isMore: false } };
  return { learners, next: null, counts, isCut: false, batches: [] };
}

function start(answers: Answers = {}, roles: StaffRole[] = ["owner"]) {
  return startFakeApi({
    staff: { me: () => sampleMe({ roles }) },
    desk: coursesToFind([sampleCourse({ courseId: "sql", name: "SQL" })]),
    award: {
      learners: ({ state }) => learnersOf(state === "not yet" ? [suresh] : [divya, ritu]),
      list: () => ({ certificates: [valid], next: null }),
      ...answers,
    },
  });
}

test("two learners are chosen, their names are seen, and the same form is sent again after a lost answer", async () => {
  let answers = 0;
  const names = [divya, ritu].map(({ purchaseId, name, course }) => ({ purchaseId, name, course, isPrintable: true }));
  const api = start({
    names: () => ({ names }),
    issue: ({ purchaseIds }) =>
      ++answers === 1
        ? new Refused("UNAVAILABLE")
        : {
            results: purchaseIds.map((purchaseId, n) => ({
              ...{ purchaseId, certificateId: n ? null : "OCNST00419", why: n ? "the name cannot be printed" : null },
            })),
          },
  });
  openConsole("/staff/certificates");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Choose all on this page" }));
  await userEvent.click(screen.getByRole("button", { name: "See the names and issue" }));
  const dialog = within(screen.getByRole("dialog", { name: "Issue 2 certificates" }));
  await userEvent.click(await dialog.findByRole("button", { name: "Issue and tell 2 learners" }));
  await dialog.findByRole("alert");
  await userEvent.click(dialog.getByRole("button", { name: "Issue and tell 2 learners" }));
  const outcome = within(await screen.findByRole("dialog", { name: "1 certificate issued" }));
  expect(outcome.getByText("OCNST00419")).toBeTruthy();
  expect(outcome.getByText("not issued: the name cannot be printed")).toBeTruthy();
  const [first, second] = api.inputsOf("award.issue");
  expect(second).toEqual(first);
});

test("below the rule an owner gives a reason; the front desk has a button that says whose right it is", async () => {
  const api = start({ issueBelow: () => ({ certificateId: "OCNST00420" }) });
  openConsole("/staff/certificates?state=not+yet");
  expect(await screen.findByText("2 classes short")).toBeTruthy();
  expect(screen.getByRole("img", { name: "65 % of the classes, 75 % needed" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Issue with a reason to Suresh Babu" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Reason, for the audit log"), "Was ill");
  await userEvent.click(dialog.getByRole("button", { name: "Issue to Suresh Babu" }));
  expect(await screen.findByText("OCNST00420 is issued to Suresh Babu.")).toBeTruthy();
  expect(api.inputsOf("award.issueBelow")).toMatchObject([{ purchaseId: "3", reason: "Was ill" }]);
  cleanup();
  start({}, ["front desk"]);
  openConsole("/staff/certificates?state=not+yet");
  const button = await screen.findByRole("button", { name: "Issue with a reason to Suresh Babu" });
  expect(button).toHaveProperty("disabled", true);
  expect(button.title).toBe("Only an owner issues below the rule.");
  expect(screen.queryByRole("link", { name: "Rules" })).toBeNull();
});

test("a counsellor looks and changes nothing", async () => {
  start({}, ["counsellor"]);
  openConsole("/staff/certificates");
  expect(await screen.findByText("Divya Shankar")).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: /Preview/ })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: /^Issued/ }));
  expect(await screen.findByText("Manjula Das")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Revoke/ })).toBeNull();
});

test("the list says who issued a certificate, and when and with which key it was signed", async () => {
  const signed = {
    signedAt: "2026-11-14T07:00:00.000Z",
    signedWith: "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
  };
  const corrected: StaffCertificate = { ...valid, ...signed, certificateId: "OCNST00419", issuedBy: "staff" };
  const named = { ...corrected, certificateId: "OCNST00420", issuedByName: "Shweta Pillai" };
  start({ list: () => ({ certificates: [valid, { ...corrected, replaces: "OCNST00100" }, named], next: null }) });
  openConsole("/staff/certificates?state=issued");
  const rowOf = async (id: string) =>
    within((await screen.findByRole("link", { name: new RegExp(`^${id}`) })).closest("tr") as HTMLElement);
  const waiting = await rowOf("OCNST00418");
  expect(waiting.getByText("by the rule")).toBeTruthy();
  expect(waiting.getByText("Waiting for its signature")).toBeTruthy();
  const done = await rowOf("OCNST00419");
  expect(done.getByText("by staff")).toBeTruthy();
  expect((await rowOf("OCNST00420")).getByText("by Shweta Pillai")).toBeTruthy();
  expect(done.getByTitle(`Signed on 14 Nov 2026, key ${signed.signedWith}`).textContent).toBe("Valid");
  expect(done.getByRole("link", { name: "OCNST00100" }).getAttribute("href")).toContain("words=OCNST00100");
});

test("a name is corrected only to another one, and the button says what comes of it", async () => {
  const api = start({ reissue: () => ({ ...valid, certificateId: "OCNST00419", name: "Manjula Dass" }) });
  openConsole("/staff/certificates?state=issued");
  await userEvent.click(await screen.findByRole("button", { name: "Correct the name on OCNST00418" }));
  const dialog = within(screen.getByRole("dialog"));
  const button = dialog.getByRole("button", { name: "Replace OCNST00418" });
  await userEvent.type(dialog.getByLabelText("Name as printed"), " ");
  expect(button).toHaveProperty("disabled", true);
  await userEvent.type(dialog.getByLabelText("Name as printed"), "{Backspace}s");
  await userEvent.click(button);
  expect(await screen.findByText("OCNST00419 is issued to Manjula Dass in place of OCNST00418.")).toBeTruthy();
  expect(api.inputsOf("award.reissue")).toMatchObject([{ certificateId: "OCNST00418", name: "Manjula Dass" }]);
});

test("a certificate that went to the wrong person is not offered another name", async () => {
  const revoked = { ...valid, revokedAt: "2026-11-18T06:30:00.000Z" };
  const list = ["It was issued to the wrong person.", "The name was wrong."].map((revokedReason, n) => ({
    ...{ ...revoked, revokedReason, certificateId: `OCNST0041${n}` },
  }));
  start({ list: () => ({ certificates: list, next: null }) });
  openConsole("/staff/certificates?state=revoked");
  expect(await screen.findByRole("button", { name: "Correct the name on OCNST00411" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Correct the name on OCNST00410" })).toBeNull();
});

test("revoking wants the end of the number, and shows the reason that everybody reads", async () => {
  const api = start({ revoke: () => ({ ...valid, revokedAt: "2026-11-18T06:30:00.000Z", revokedReason: "x" }) });
  openConsole("/staff/certificates?state=issued");
  await userEvent.click(await screen.findByRole("button", { name: "Revoke OCNST00418" }));
  const dialog = within(screen.getByRole("dialog"));
  const button = dialog.getByRole("button", { name: "Revoke OCNST00418" });
  expect(button).toHaveProperty("disabled", true);
  await userEvent.click(dialog.getByRole("radio", { name: "Something else" }));
  await userEvent.type(dialog.getByLabelText("In your words"), "Copied the test");
  await userEvent.type(dialog.getByLabelText("Type 00418 to confirm"), "00418");
  await userEvent.click(button);
  expect(await screen.findByText("OCNST00418 is revoked, and Manjula Das is told.")).toBeTruthy();
  expect(api.inputsOf("award.revoke")).toEqual([{ certificateId: "OCNST00418", reason: "Copied the test" }]);
});

test("filters are in the address; nothing found, nobody waiting and an error each say what to do", async () => {
  const api = start({ learners: ({ words }) => (words ? learnersOf([]) : learnersOf([divya])) });
  const { addressNow } = openConsole("/staff/certificates");
  await chooseCourse(await screen.findByRole("combobox", { name: "Course" }), "SQL");
  await waitFor(() => expect(addressNow()).toBe("/staff/certificates?courseId=sql"));
  await userEvent.type(screen.getByRole("searchbox"), "zubaida{Enter}");
  expect(await screen.findByText("Nobody fits these filters.")).toBeTruthy();
  expect(api.inputsOf("award.learners").at(-1)).toEqual({ courseId: "sql", words: "zubaida", state: "ready" });
  cleanup();
  start({ learners: () => learnersOf([]) });
  openConsole("/staff/certificates");
  expect(await screen.findByText("Nobody waits for a certificate.")).toBeTruthy();
  cleanup();
  start({ learners: () => new Refused("UNAVAILABLE") });
  openConsole("/staff/certificates");
  expect(await screen.findByRole("button", { name: /again/i }, { timeout: 10_000 })).toBeTruthy();
});

const rules: AwardRules = {
  ...{ institutePercent: 75, issuesAutomatically: true, settingsVersion: 3 },
  rules: [
    { courseId: "sql", course: "SQL", attendancePercent: null, homeworkPercent: null, test: null, version: 0 },
    {
      ...{ courseId: "python", course: "Python", attendancePercent: 80, homeworkPercent: 60, version: 2 },
      test: { collectionId: "py", topic: "Loops", percent: 70 },
    },
  ],
  tests: [{ collectionId: "py", name: "Python", topics: ["Loops", "Lists"] }],
};

test("a rule is changed with an empty field for none, and staff take over the issuing", async () => {
  const api = start({
    rules: () => rules,
    saveRule: () => rules,
    saveAutomatic: () => ({ ...rules, issuesAutomatically: false }),
  });
  openConsole("/staff/certificates/rules");
  expect(await screen.findByText("Python: Loops, 70 %")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Change the rule of SQL" }));
  const dialog = within(screen.getByRole("dialog", { name: "Rule of SQL" }));
  await userEvent.type(dialog.getByLabelText(/^Homework done/), "50 %");
  await userEvent.selectOptions(dialog.getByLabelText("Final test"), "Lists");
  await userEvent.click(dialog.getByRole("button", { name: "Save the rule" }));
  expect(await screen.findByText("The rule of SQL is saved.")).toBeTruthy();
  expect(api.inputsOf("award.saveRule")).toEqual([
    {
      ...{ courseId: "sql", attendancePercent: null, homeworkPercent: 50, version: 0 },
      test: { collectionId: "py", topic: "Lists", percent: 70 },
    },
  ]);
  await userEvent.click(screen.getByRole("checkbox", { name: /^Issue certificates as soon/ }));
  expect(await screen.findByText("Staff issue certificates now.")).toBeTruthy();
  expect(api.inputsOf("award.saveAutomatic")).toEqual([{ issuesAutomatically: false, version: 3 }]);
});

test("the sample follows what is chosen, and the design is saved with its signature", async () => {
  const design: AwardDesign = {
    ...{ template: "woven", signatory: null, hasSignature: false, version: 5 },
    instituteSignatory: { name: "Vikram Nair", designation: "Head of academics" },
  };
  const api = start({
    design: () => design,
    previewDesign: () => ({ picture: "AAAA", name: "Kavya Raman" }),
    saveDesign: () => ({ ...design, template: "plain", hasSignature: true, version: 6 }),
  });
  openConsole("/staff/certificates/design");
  await userEvent.click(await screen.findByRole("radio", { name: /^Plain/ }));
  await waitFor(() => expect(api.inputsOf("award.previewDesign").at(-1)).toMatchObject({ template: "plain" }));
  const file = new File(["ink"], "signature.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Signature file"), file);
  await waitFor(() => expect(api.inputsOf("award.previewDesign").at(-1)).toMatchObject({ signature: btoa("ink") }));
  await userEvent.click(screen.getByRole("button", { name: "Save the design" }));
  expect(await screen.findByText("The design is saved. New certificates look like this.")).toBeTruthy();
  expect(api.inputsOf("award.saveDesign")).toEqual([
    { template: "plain", signatory: null, signature: btoa("ink"), version: 5 },
  ]);
});
