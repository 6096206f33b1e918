import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test } from "vitest";
import {
  choose,
  distrusted,
  fileOf,
  record,
  samples,
  signedByAnother,
  titleOf,
} from "../../test/certificate-files.tsx";
import { startFakeApi } from "../../test/fake-api.ts";

afterEach(cleanup);

const { trusted, files, text } = samples;
const original = { bytes: files.json, name: "OCNST00001.json" };
const renamed = text.replace("Nithya Balan", "Mallory Balan");

type Parts = Parameters<typeof startFakeApi>[0]["certificate"];
const serve = (parts: Parts = {}, keys = trusted) =>
  startFakeApi({
    signing: { list: () => keys },
    certificate: { get: () => record, credential: () => original, ...parts },
  });

const offline = () => {
  throw new TypeError("offline");
};

test.each(["pdf", "png", "svg", "json", "jwt"] as const)("a genuine %s shows whose it is", async (kind) => {
  const api = serve();
  const [card] = await choose(fileOf(files[kind], `mine.${kind}`));
  expect(card?.dataset.verdict).toBe("genuine");
  const rows = within(card as HTMLElement);
  for (const fact of ["Nithya Balan", "Software Testing", "17 Apr 2026", "52", "Test design, Selenium, SQL"])
    expect(rows.getByText(fact)).toBeTruthy();
  expect(rows.getByRole("link", { name: "OCNST00001" }).getAttribute("href")).toBe("/view/e_certificate/OCNST00001");
  await waitFor(() => expect(document.activeElement).toBe(rows.getByRole("heading")));
  expect(api.sent.map(({ call, input }) => [call, input])).toEqual([
    ["signing.list", {}],
    ["certificate.get", { certificateId: "OCNST00001" }],
  ]);
});

test("a revoked certificate shows why", async () => {
  const revoked = { isRevoked: true, revokedReason: "The name was wrong.", revokedAt: "2026-05-02T06:00:00Z" };
  serve({ get: () => ({ ...record, ...revoked }) });
  const [card] = await choose(fileOf(files.pdf));
  expect(card?.dataset.verdict).toBe("revoked");
  expect(card?.textContent).toContain("The name was wrong.");
});

test("a replaced certificate leads to the new one, and says so once", async () => {
  const revokedReason = "Replaced by OCNST00009 with a corrected name.";
  const revoked = { isRevoked: true, revokedReason, revokedAt: "2026-05-02T06:00:00Z", replacedBy: "OCNST00009" };
  serve({ get: () => ({ ...record, ...revoked }) });
  const [card] = await choose(fileOf(files.pdf));
  expect([card?.dataset.verdict, titleOf(card)]).toEqual(["replaced", "Genuine, but replaced"]);
  const points = within(card as HTMLElement).getByRole("list", { name: "What was found" });
  expect(points.textContent).toBe("Replaced by OCNST00009 on 2 May 2026.");
  const link = within(card as HTMLElement).getByRole("link", { name: /OCNST00009/ });
  expect(link.getAttribute("href")).toBe("/view/e_certificate/OCNST00009");
});

test("a changed name is shown beside the one that was issued", async () => {
  serve();
  const [card] = await choose(fileOf(renamed));
  expect(card?.dataset.verdict).toBe("changed");
  const points = within(card as HTMLElement).getByRole("list", { name: "What was found" });
  expect(points.textContent).toBe("Name: now “Mallory Balan”, issued as “Nithya Balan”.See the original");
  expect(within(points).getByRole("link").getAttribute("href")).toBe("/view/e_certificate/OCNST00001");
});

test("without the original, a change is still told", async () => {
  serve({ get: offline, credential: offline });
  const [card] = await choose(fileOf(renamed));
  expect(card?.dataset.verdict).toBe("changed");
  expect(card?.textContent).toContain("The certificate's data inside the file was changed.");
});

test("bytes after the end of a signed file are counted", async () => {
  serve();
  const [card] = await choose(fileOf(new Uint8Array([...files.pdf, 1, 2, 3])));
  expect(card?.dataset.verdict).toBe("changed");
  expect(card?.textContent).toContain("3 bytes were added after the end of the signed file.");
});

test("a record that says something else than a signed file makes it worthless", async () => {
  serve({ get: () => ({ ...record, studentName: "Asha Raman" }) });
  const [card] = await choose(fileOf(files.png));
  expect(card?.dataset.verdict).toBe("mismatch");
  expect(titleOf(card)).toBe("Does not match our records");
  expect(card?.textContent).toContain("Name: the file says “Nithya Balan”, our records say “Asha Raman”.");
});

test("an id that the server does not know is not called genuine", async () => {
  serve({ get: () => null });
  const [card] = await choose(fileOf(files.json));
  expect(card?.dataset.verdict).toBe("unknown");
  expect(within(card as HTMLElement).queryByRole("link")).toBeNull();
});

test.each([
  ["foreign", "did:web:other.example"],
  ["forged", "did:web:academy.example"],
])("a file from another key is %s where it names %s, and nothing is asked about it", async (verdict, did) => {
  const api = serve();
  const [card] = await choose(fileOf(await signedByAnother({ did })));
  expect(card?.dataset.verdict).toBe(verdict);
  expect(card?.textContent).toContain("What the file says:");
  expect(api.inputsOf("certificate.get")).toEqual([]);
});

test("a key that was not safe any more when the file was signed proves nothing", async () => {
  serve({}, distrusted);
  const [card] = await choose(fileOf(files.json));
  expect(card?.dataset.verdict).toBe("distrusted");
});

test.each([
  ["damaged", text.slice(0, 900)],
  ["empty", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
])("a file that is %s has a look of its own and no facts", async (verdict, content) => {
  serve();
  const [card] = await choose(fileOf(content));
  expect(card?.dataset.verdict).toBe(verdict);
  expect(within(card as HTMLElement).queryByText("Certificate ID")).toBeNull();
});

test("a bundle has a row for each certificate", async () => {
  serve();
  const bundle = JSON.parse(new TextDecoder().decode(files.bundle));
  bundle.verifiableCredential.push(JSON.parse(renamed));
  const [card] = await choose(fileOf(JSON.stringify(bundle)));
  expect(titleOf(card)).toBe("1 of 2 certificates genuine");
  const rows = [...(card?.querySelectorAll<HTMLElement>("ol > li") ?? [])];
  expect(rows.map(({ dataset }) => dataset.verdict)).toEqual(["genuine", "changed"]);
});

test("a silent server is said aloud, and the file is checked all the same", async () => {
  serve({ get: offline });
  const [card] = await choose(fileOf(files.svg));
  expect([card?.dataset.verdict, titleOf(card)]).toEqual(["unchecked", "Issued by us; validity not checked"]);
  expect(card?.textContent).toContain("we could not check whether it was revoked");
});

test("a browser that cannot check signatures is told so, and nothing is asked", async () => {
  const api = serve();
  const { crypto } = globalThis;
  onTestFinished(() => void Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true }));
  const subtle = { importKey: () => Promise.reject(new DOMException("No Ed25519", "NotSupportedError")) };
  Object.defineProperty(globalThis, "crypto", { value: { subtle }, configurable: true });
  expect((await choose(fileOf(files.pdf))).map(titleOf)).toEqual(["This browser is too old to check signatures."]);
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  expect((await choose(fileOf(files.pdf))).map(titleOf)).toEqual(["This browser is too old to check signatures."]);
  expect(api.sent).toEqual([]);
});

test("of a large bundle the first sixty are looked up, and it is said of the others that they were not", async () => {
  const api = serve();
  const [one] = JSON.parse(new TextDecoder().decode(files.bundle)).verifiableCredential;
  const all = { type: "VerifiablePresentation", verifiableCredential: Array.from({ length: 62 }, () => one) };
  const [card] = await choose(fileOf(JSON.stringify(all)));
  expect(titleOf(card)).toBe("All 62 issued by us; validity of 2 not checked");
  expect(card?.textContent).toContain("We did not look up 2 of them, because there are so many.");
  expect(card?.textContent).not.toContain("did not answer");
  expect(api.inputsOf("certificate.get")).toHaveLength(60);
});

test("what is too large or empty is refused before it is read", async () => {
  const api = serve();
  const large = fileOf("x", "film.pdf");
  Object.defineProperty(large, "size", { value: 31 * 1024 * 1024 });
  const cards = await choose(large, fileOf("", "nothing.pdf"));
  expect(cards.map(titleOf)).toEqual(["This file is too large.", "This file is empty."]);
  expect(api.sent).toEqual([]);
});

test("of twelve files ten are checked, with a card each and one list of keys", async () => {
  const api = serve();
  const twelve = Array.from({ length: 12 }, (_, at) => fileOf(files.json, `${at}.json`));
  expect(await choose(...twelve)).toHaveLength(10);
  expect(screen.getByText(/The first 10 of 12 files were checked/)).toBeTruthy();
  expect(api.inputsOf("certificate.get")).toHaveLength(10);
});

test("another choice replaces the cards", async () => {
  serve();
  await choose(fileOf(files.json), fileOf(renamed));
  const cards = await choose(fileOf(renamed));
  expect(cards.map(({ dataset }) => dataset.verdict)).toEqual(["changed"]);
});
