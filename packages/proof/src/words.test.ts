import { expect, test } from "vitest";
import { judgeAnswer } from "./answer.ts";
import type { Answer, Finding } from "./types.ts";
import { dayText, factRows, wordsOf as wordsIn } from "./words.ts";

const finding = (parts: Partial<Finding>): Finding => ({
  kind: "genuine",
  container: "pdf",
  facts: null,
  changes: [],
  notes: [],
  by: null,
  fingerprint: null,
  signedAt: null,
  inside: [],
  ...parts,
});
const zone = "Asia/Kolkata";
const wordsOf = (given: Finding, answer: Answer) => wordsIn(given, answer, zone);
const valid: Answer = { kind: "valid" };
const silent: Answer = { kind: "silent" };
const revoked: Answer = { kind: "revoked", reason: "Wrong name", at: "2026-05-02T10:00:00Z", replacedBy: null };
const replaced: Answer = { ...revoked, reason: null, replacedBy: "OCNST00009" };
const by = (isUs: boolean) => ({ name: "Other School", id: "did:web:other.example", isUs });

test.each([
  [finding({}), valid, "good", "Genuine and unchanged"],
  [finding({}), silent, "care", "Issued by us; validity not checked"],
  [finding({}), { kind: "not-asked" } as Answer, "care", "Issued by us; validity not checked"],
  [finding({}), revoked, "bad", "Genuine, but revoked"],
  [finding({}), replaced, "care", "Genuine, but replaced"],
  [finding({}), { kind: "unknown" } as Answer, "bad", "We do not know this certificate any more"],
  [finding({ kind: "changed" }), valid, "bad", "Changed since it was issued"],
  [finding({ kind: "foreign", by: by(false) }), silent, "care", "Not issued by us"],
  [finding({ kind: "foreign", by: by(true) }), silent, "bad", "Not issued by us: a forgery"],
  [finding({ kind: "distrusted" }), valid, "bad", "Signed with a key that we do not trust"],
  [finding({ kind: "damaged" }), silent, "care", "Damaged"],
  [finding({ kind: "empty" }), silent, "none", "No certificate inside"],
])("every verdict has its own title (%#)", (given, answer, look, title) => {
  expect(wordsOf(given, answer)).toMatchObject({ look, title });
});

test("without the server's answer a genuine file says that revocation was not checked", () => {
  expect(wordsOf(finding({}), valid).text).toMatch(/valid today/);
  for (const answer of [silent, { kind: "not-asked" } as Answer])
    expect(wordsOf(finding({}), answer).text).toMatch(/could not check whether it was revoked/);
});

test("a revoked certificate tells why and since when, a replaced one what to trust; what else is to know comes last", () => {
  const demonstration = finding({ notes: [{ kind: "demonstration" }] });
  const note = "It comes from a demonstration of our site and proves nothing to others.";
  expect(wordsOf(demonstration, revoked).points).toEqual(["Reason: Wrong name", "Revoked on 2 May 2026.", note]);
  expect(wordsOf(demonstration, replaced).points).toEqual(["Replaced by OCNST00009 on 2 May 2026.", note]);
  expect(wordsOf(demonstration, replaced).text).toContain("rely on that one");
});

test("no two verdicts that the saved page can give look the same", () => {
  const all = [
    finding({}),
    finding({ kind: "changed" }),
    ...[true, false].map((isUs) => finding({ kind: "foreign", by: by(isUs) })),
    ...(["distrusted", "damaged", "empty"] as const).map((kind) => finding({ kind })),
  ].map((one) => wordsOf(one, { kind: "not-asked" }));
  expect(new Set(all.map(({ look, mark }) => `${look} ${mark}`)).size).toBe(all.length);
  expect(all.map(({ look }) => look)).not.toContain("good");
});

test("a page or a picture without our signature is told apart from the certificate inside, which has it", () => {
  for (const part of ["page", "picture"] as const)
    expect(wordsOf(finding({ kind: "changed", changes: [{ part, why: "unsigned" }] }), valid).text).toBe(
      `The certificate inside carries our signature, but the ${part} around it does not. Do not rely on it.`,
    );
});

test("a file of a key that was not safe is not said to be signed after that was known", () => {
  const from = "2026-05-02T10:00:00Z";
  const { text } = wordsOf(finding({ kind: "distrusted" }), valid);
  const { points } = wordsOf(finding({ notes: [{ kind: "distrusted-key", from }] }), valid);
  expect(text).toContain("a key of ours that was not safe any more on that day");
  expect(points[0]).toMatch(/^Its key has not been safe since 2 May 2026\. The file says that it was signed before/);
});

test("a record that says something else names the fields", () => {
  const fields = [{ part: "field" as const, field: "Name", is: "Mallory", was: "Nithya Balan" }];
  expect(wordsOf(finding({}), { kind: "mismatch", fields })).toMatchObject({
    verdict: "mismatch",
    points: ["Name: the file says “Mallory”, our records say “Nithya Balan”."],
  });
});

test("a bundle has the verdict of its worst certificate, in any order, and says of how many it is not known whether they were revoked", () => {
  const forged = finding({ kind: "foreign", by: by(true) });
  const foreign = finding({ kind: "foreign", by: by(false) });
  for (const inside of [
    [foreign, forged],
    [forged, foreign],
  ])
    expect(wordsOf(finding({ inside }), { kind: "not-asked" })).toMatchObject({
      verdict: "forged",
      title: "0 of 2 certificates genuine",
    });
  const three = finding({ inside: [finding({}), finding({}), finding({})] });
  const pointsOf = (...answers: Answer[]) => wordsOf(three, { kind: "each", answers }).points;
  expect(pointsOf(valid, valid, valid)).toEqual([]);
  expect(pointsOf(valid, silent, silent)).toEqual([expect.stringContaining("Our server did not answer")]);
  expect(pointsOf(valid, valid, { kind: "not-asked" })).toEqual([expect.stringContaining("We did not look up 1 of")]);
  expect(wordsOf(three, { kind: "not-asked" }).points).toEqual([expect.stringMatching(/^Only the file was checked/)]);
  expect(wordsOf(three, { kind: "each", answers: [valid, revoked, valid] })).toMatchObject({
    verdict: "revoked",
    title: "2 of 3 certificates genuine",
  });
  const titleOf = (...answers: Answer[]) => wordsOf(three, { kind: "each", answers }).title;
  expect(titleOf(valid, valid, valid)).toBe("All 3 certificates genuine");
  expect(titleOf(valid, silent, silent)).toBe("All 3 issued by us; validity of 2 not checked");
  expect(titleOf(silent, silent, silent)).toBe("All 3 issued by us; validity not checked");
  expect(titleOf(silent, silent, revoked)).toBe("2 of 3 certificates issued by us");
});

test("what is noted of certificates in a bundle is said: once of all, or with the number of the certificate", () => {
  const unsafe = { kind: "distrusted-key" as const, from: "2026-05-02T10:00:00Z" };
  const demonstration = { kind: "demonstration" as const };
  const inside = [finding({ notes: [demonstration] }), finding({ notes: [unsafe, demonstration] })];
  const { points } = wordsOf(finding({ inside }), { kind: "each", answers: [valid, valid] });
  expect(points).toEqual([
    "It comes from a demonstration of our site and proves nothing to others.",
    expect.stringMatching(/^Certificate 2: Its key has not been safe since 2 May 2026/),
  ]);
});

test("what stands beside genuine certificates is told, and the file is not called unchanged", () => {
  const changes: Finding["changes"] = [{ part: "beside", names: ["holder"] }];
  for (const inside of [[finding({})], [finding({}), finding({})]]) {
    const words = wordsOf(finding({ kind: "changed", changes, inside }), valid);
    expect(words).toMatchObject({ verdict: "changed", title: "Changed since it was issued" });
    expect(words.text).not.toContain("nothing was changed");
    expect(words.points[0]).toContain("which we have not signed: holder.");
  }
});

test("of a file around an intact certificate it says which of the two carries our signature", () => {
  const changes: Finding["changes"] = [{ part: "page", why: "unsigned" }];
  const { text } = wordsOf(finding({ kind: "changed", changes }), silent);
  expect(text).toBe(
    "The certificate inside carries our signature, but the page around it does not. Do not rely on it.",
  );
});

test("a changed file tells what is not as it was issued", () => {
  const changes: Finding["changes"] = [
    { part: "field", field: "Name", is: "Mallory", was: "Nithya Balan" },
    { part: "field", field: "Skills", is: "SQL", was: null },
    { part: "proof", why: "removed" },
    { part: "page", why: "unsigned" },
    { part: "appended", bytes: 120000 },
    { part: "appended", bytes: 1 },
  ];
  expect(wordsOf(finding({ kind: "changed", changes }), silent).points).toEqual([
    "Name: now “Mallory”, issued as “Nithya Balan”.",
    "Skills: “SQL” was added.",
    "The signature was removed from the certificate.",
    "The page carries no signature, so anybody may have drawn it.",
    "1,20,000 bytes were added after the end of the signed file.",
    "1 byte was added after the end of the signed file.",
  ]);
});

test("a file of somebody else names them", () => {
  expect(wordsOf(finding({ kind: "foreign", by: by(false) }), silent).text).toMatch("Other School");
});

test("a changed file stays changed although the certificate is valid or revoked", () => {
  for (const answer of [valid, revoked]) expect(judgeAnswer(finding({ kind: "changed" }), answer)).toBe("changed");
});

test("days are those of the institute and odd texts stay as they are", () => {
  expect(dayText("2026-04-17T18:30:00Z", zone)).toBe("18 Apr 2026");
  expect(dayText("2026-04-17T18:30:00Z", "Europe/London")).toBe("17 Apr 2026");
  expect(dayText("soon", zone)).toBe("soon");
  const facts = { certificateId: "", holder: "A", course: "B", institute: "", earnedAt: "2026-04-17", hours: null };
  expect(factRows({ ...facts, skills: [], evidence: [] }, zone)).toEqual([
    ["Name", "A"],
    ["Course", "B"],
    ["Earned on", "17 Apr 2026"],
  ]);
});
