import type { ImportCheck } from "@shoreline/contract";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { readImportFile, sampleFile } from "./lead-import-file.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const good: ImportCheck = {
  rows: 500,
  newLeads: 497,
  knownLeads: 1,
  repeated: 2,
  columns: [
    { heading: "Student", field: "name" },
    { heading: "Phone", field: "number" },
    { heading: "City", field: null },
  ],
  faults: [],
  faultCount: 0,
  sample: [{ line: 2, name: "Kavya Raman", number: "+919876543210", email: null }],
};
const bad: ImportCheck = {
  ...good,
  faults: [
    { line: 7, column: "Phone", value: "12", message: "This is not a phone number" },
    { line: 1204, column: null, value: "", message: "Enter a mobile number or an e-mail address" },
  ],
  faultCount: 2,
};

type Inbox = NonNullable<Parameters<typeof startFakeApi>[0]["inbox"]>;

function start(answers: Inbox = {}, me = sampleMe()) {
  return startFakeApi({
    staff: { me: () => me },
    inbox: {
      list: () => ({ leads: [], next: null }),
      counts: () => ({ count: 0, isMore: false }),
      owners: () => ({ owners: [], former: [], tags: [], assignment: "by hand", takers: [], version: 1 }),
      views: () => ({ views: [] }),
      ...answers,
    },
  });
}

const fileOf = (content: BlobPart, name = "leads.csv") => new File([content], name, { type: "text/csv" });
const text = "Student,Phone\r\nKavya Raman,9876543210\r\n";

async function openDialog() {
  const dialog = within(await screen.findByRole("dialog", { name: "Import leads" }));
  const choose = async (file: File) =>
    userEvent.upload(await dialog.findByLabelText(/^Choose (a|another) CSV file/), file);
  return { dialog, choose };
}

test("a file is shown before it is imported, and the result leads to the imported leads", async () => {
  const api = start({
    checkImport: () => good,
    import: () => ({ newLeads: 497, knownLeads: 1, repeated: 2 }),
  });
  const { addressNow } = openConsole("/staff/leads");
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  const { dialog, choose } = await openDialog();
  await choose(fileOf(text));
  expect((await dialog.findByText("497")).closest("div")?.textContent).toContain("new");
  expect(dialog.getByText("leads.csv").closest("p")?.textContent).toBe("leads.csv, 500 lines");
  expect(dialog.getByText("Student → Name")).toBeTruthy();
  expect(dialog.getByText("Not imported: City")).toBeTruthy();
  expect(dialog.getByText("Kavya Raman")).toBeTruthy();
  expect(api.inputsOf("inbox.import")).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Import 498 leads" }));
  expect(
    await dialog.findByText(
      "498 leads were imported: 497 new, 1 known before. 2 lines were left out, because they were imported before or stood twice in the file.",
    ),
  ).toBeTruthy();
  expect(api.inputsOf("inbox.import")).toEqual([{ text, fileName: "leads.csv" }]);
  await userEvent.click(dialog.getByRole("link", { name: "Show the imported leads" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/leads?source=import"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("every fault is listed, nothing can be imported, and the corrected file can be chosen", async () => {
  const api = start({ checkImport: ({ text }) => (text.includes("wrong") ? bad : good) });
  openConsole("/staff/leads?import=1");
  const { dialog, choose } = await openDialog();
  await choose(fileOf("wrong"));
  const rows = await dialog.findAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).join(" | "))).toEqual([
    "Line | Column | Value | What is wrong",
    "Line 7 | Phone | 12 | This is not a phone number",
    "Line 1,204 | Whole line | Empty | Enter a mobile number or an e-mail address",
  ]);
  expect(dialog.getByText(/There are 2 mistakes, so nothing can be imported yet/)).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /^Import/ })).toBeNull();
  await choose(fileOf(text));
  expect(await dialog.findByRole("button", { name: "Import 498 leads" })).toBeTruthy();
  expect(dialog.queryByText("This is not a phone number")).toBeNull();
  expect(api.inputsOf("inbox.checkImport")).toHaveLength(2);
});

test("a file that was imported before has nothing to import", async () => {
  start({ checkImport: () => ({ ...good, newLeads: 0, knownLeads: 0, repeated: 500 }) });
  openConsole("/staff/leads?import=1");
  const { dialog, choose } = await openDialog();
  await choose(fileOf(text));
  expect(await dialog.findByText("Everything in this file has been imported before.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /^Import/ })).toBeNull();
});

test("a file can be dropped", async () => {
  start({ checkImport: () => good });
  openConsole("/staff/leads?import=1");
  const { dialog } = await openDialog();
  const box = dialog.getByText("Choose a CSV file").closest("label") as HTMLElement;
  fireEvent.drop(box, { dataTransfer: { files: [fileOf(text)] } });
  expect(await dialog.findByRole("button", { name: "Import 498 leads" })).toBeTruthy();
});

test("what the server refuses is said, and another file can be chosen", async () => {
  start({
    checkImport: ({ text }) =>
      text.startsWith("Dear")
        ? new Refused("NOT_A_TABLE")
        : new Refused("INVALID_INPUT", { text: "This file is too large: 5,000 lines at most" }),
  });
  openConsole("/staff/leads?import=1");
  const { dialog, choose } = await openDialog();
  await choose(fileOf("Dear all"));
  expect(await dialog.findByText(/could not be read as a table/)).toBeTruthy();
  await choose(fileOf(text));
  expect(await dialog.findByText("This file is too large: 5,000 lines at most")).toBeTruthy();
});

test.each<[string, File, RegExp]>([
  ["Latin-1", fileOf(new Uint8Array([0x4e, 0xe4, 0x6d, 0x65])), /Please save it as CSV UTF-8/],
  ["UTF-16", fileOf(new Uint8Array([0xff, 0xfe, 0x4e, 0x00])), /Please save it as CSV UTF-8/],
  ["UTF-16 without a mark", fileOf(new Uint8Array([0x4e, 0x00, 0x61, 0x00])), /Please save it as CSV UTF-8/],
  ["a workbook", fileOf("PK\u0003\u0004", "leads.csv"), /This is a workbook/],
  ["nothing", fileOf(""), /This file is empty/],
  ["too much", fileOf("x".repeat(1_000_001)), /too large/],
  ["too much once it is sent", fileOf('"\n'.repeat(400_000)), /too large/],
])("a file with %s is refused before anything is sent", async (_, file, problem) => {
  const api = start();
  openConsole("/staff/leads?import=1");
  const { dialog, choose } = await openDialog();
  await choose(file);
  expect(await dialog.findByText(problem)).toBeTruthy();
  expect(api.inputsOf("inbox.checkImport")).toEqual([]);
});

test("the sample file can be read, with its mark", async () => {
  const read = await readImportFile(new File([sampleFile.bytes], sampleFile.name));
  expect([...sampleFile.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(read.text).toMatch(/^Name,Mobile,E-mail,Course,Note,Tags,Campaign\r\n/);
});

test("who may not import reads whose right it is, also at the address of the dialog", async () => {
  start({}, sampleMe({ roles: ["counsellor"] }));
  openConsole("/staff/leads?import=1");
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  const entry = screen.getByRole("button", { name: /Only the owner or front desk may do this/ });
  expect(entry.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("dialog")).toBeNull();
});
