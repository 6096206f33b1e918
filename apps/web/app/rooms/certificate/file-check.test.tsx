import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { choose, fileOf, record, samples, signedByAnother, titleOf, withdrawn } from "../../test/certificate-files.tsx";
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
  expect(card?.dataset.look).toBe("genuine");
  const rows = within(card as HTMLElement);
  for (const fact of ["Nithya Balan", "Software Testing", "17 Apr 2026", "52", "Test design, Selenium, SQL"])
    expect(rows.getByText(fact)).toBeTruthy();
  expect(rows.getByRole("link", { name: "OCNST00001" }).getAttribute("href")).toBe("/view/e_certificate/OCNST00001");
  expect(document.activeElement).toBe(rows.getByRole("heading"));
  expect(api.sent.map(({ call, input }) => [call, input])).toEqual([
    ["signing.list", {}],
    ["certificate.get", { certificateId: "OCNST00001" }],
  ]);
});

test("a revoked certificate shows why, and leads to the one that replaces it", async () => {
  const revoked = { isRevoked: true, revokedReason: "The name was wrong.", revokedAt: "2026-05-02T06:00:00Z" };
  serve({ get: () => ({ ...record, ...revoked, replacedBy: "OCNST00009" }) });
  const [card] = await choose(fileOf(files.pdf));
  expect(card?.dataset.look).toBe("revoked");
  expect(card?.textContent).toContain("The name was wrong.");
  const link = within(card as HTMLElement).getByRole("link", { name: /OCNST00009/ });
  expect(link.getAttribute("href")).toBe("/view/e_certificate/OCNST00009");
});

test("a changed name is shown beside the one that was issued", async () => {
  serve();
  const [card] = await choose(fileOf(renamed));
  expect(card?.dataset.look).toBe("changed");
  expect(within(card as HTMLElement).getByRole("list", { name: "What was found" }).textContent).toBe(
    "Name: now “Mallory Balan”, issued as “Nithya Balan”.",
  );
});

test("without the original, a change is still told", async () => {
  serve({ get: offline, credential: offline });
  const [card] = await choose(fileOf(renamed));
  expect(card?.dataset.look).toBe("changed");
  expect(card?.textContent).toContain("The certificate's data inside the file was changed.");
});

test("bytes behind the end of a signed file are counted", async () => {
  serve();
  const [card] = await choose(fileOf(new Uint8Array([...files.pdf, 1, 2, 3])));
  expect(card?.dataset.look).toBe("changed");
  expect(card?.textContent).toContain("3 bytes were added behind the end of the signed file.");
});

test("a record that says something else than a signed file makes it worthless", async () => {
  serve({ get: () => ({ ...record, studentName: "Asha Raman" }) });
  const [card] = await choose(fileOf(files.png));
  expect(card?.dataset.look).toBe("mismatch");
  expect(titleOf(card)).toBe("Does not match our records");
  expect(card?.textContent).toContain("Name: now “Nithya Balan”, issued as “Asha Raman”.");
});

test("an id that the server does not know is not called genuine", async () => {
  serve({ get: () => null });
  const [card] = await choose(fileOf(files.json));
  expect(card?.dataset.look).toBe("unknown");
  expect(within(card as HTMLElement).queryByRole("link")).toBeNull();
});

test.each([
  ["foreign", "did:web:other.example"],
  ["forged", "did:web:academy.example"],
])("a file from another key is %s where it names %s, and nothing is asked about it", async (look, did) => {
  const api = serve();
  const [card] = await choose(fileOf(await signedByAnother({ did })));
  expect(card?.dataset.look).toBe(look);
  expect(card?.textContent).toContain("What the file says:");
  expect(api.inputsOf("certificate.get")).toEqual([]);
});

test("a key that was withdrawn before the file was signed proves nothing", async () => {
  serve({}, withdrawn);
  const [card] = await choose(fileOf(files.json));
  expect(card?.dataset.look).toBe("distrusted");
});

test.each([
  ["damaged", text.slice(0, 900)],
  ["empty", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
])("a file that is %s has a look of its own and no facts", async (look, content) => {
  serve();
  const [card] = await choose(fileOf(content));
  expect(card?.dataset.look).toBe(look);
  expect(within(card as HTMLElement).queryByText("Certificate ID")).toBeNull();
});

test("a bundle has a row for each certificate", async () => {
  serve();
  const bundle = JSON.parse(new TextDecoder().decode(files.bundle));
  bundle.verifiableCredential.push(JSON.parse(renamed));
  const [card] = await choose(fileOf(JSON.stringify(bundle)));
  expect(titleOf(card)).toBe("1 of 2 certificates genuine");
  const rows = [...(card?.querySelectorAll<HTMLElement>("ol > li") ?? [])];
  expect(rows.map(({ dataset }) => dataset.look)).toEqual(["genuine", "changed"]);
});

test("a silent server is said aloud, and the file is checked all the same", async () => {
  serve({ get: offline });
  const [card] = await choose(fileOf(files.svg));
  expect(card?.dataset.look).toBe("genuine");
  expect(card?.textContent).toContain("we could not check whether it was revoked");
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
  expect(cards.map(({ dataset }) => dataset.look)).toEqual(["changed"]);
});
