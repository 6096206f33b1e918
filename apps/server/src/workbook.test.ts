import { expect, test } from "vitest";
import { readZip } from "./test/read-zip.ts";
import { type Cell, writeWorkbook } from "./workbook.ts";

const columns = [
  { heading: "Name", width: 20 },
  { heading: "Came & went", width: 18 },
];

async function write(pages: Cell[][][], rowsPerSheet?: number) {
  async function* read() {
    yield* pages;
  }
  const parts: Uint8Array[] = [];
  for await (const part of writeWorkbook({ title: "Leads", columns, pages: read(), rowsPerSheet })) parts.push(part);
  return readZip(Buffer.concat(parts));
}

const sheet = (files: Map<string, string>, n = 1) => files.get(`xl/worksheets/sheet${n}.xml`) ?? "";
const texts = (xml: string) => [...xml.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);

test("a workbook has its headings in a row that stays, texts as texts and moments as dates", async () => {
  const files = await write([[["=1+1", new Date("2026-11-17T15:30:00Z")]]]);
  const xml = sheet(files);
  expect(texts(xml)).toEqual(["Name", "Came &amp; went", "=1+1"]);
  expect(xml).not.toContain("<f>");
  expect(xml).toContain('state="frozen"');
  // Excel counts days; 46343 is 17 November 2026.
  expect(xml).toContain('<c r="B2" s="2"><v>46343.64583333333</v></c>');
  expect(files.get("xl/workbook.xml")).toContain('<sheet name="Leads" sheetId="1" r:id="sheet1"/>');
  expect(files.get("[Content_Types].xml")).toContain("/xl/worksheets/sheet1.xml");
});

test("signs of XML, characters that XML forbids and half characters do not break a workbook", async () => {
  const [, , ...cells] = texts(
    sheet(
      await write([
        [
          ["<b>&\"'", "a\u0000b\u000bc\ufffed"],
          ["ஷா 😀", "half \ud83d"],
          ["a\r\nb _x000D_", ""],
        ],
      ]),
    ),
  );
  expect(cells).toEqual(["&lt;b&gt;&amp;&quot;'", "abcd", "ஷா 😀", "half \ufffd", "a&#13;\nb _x005F_x000D_"]);
});

test("a cell that is too long is cut, and not within a character", async () => {
  const [, , cell] = texts(sheet(await write([[[`${"x".repeat(32_766)}😀`, ""]]])));
  expect(cell).toBe("x".repeat(32_766));
});

test("rows beyond the most that a sheet takes go into another sheet with its own headings", async () => {
  const rows = Array.from({ length: 5 }, (_, n): Cell[] => [`Lead ${n}`, ""]);
  const files = await write([rows.slice(0, 3), rows.slice(3)], 2);
  expect([1, 2, 3].map((n) => texts(sheet(files, n)).slice(2))).toEqual([
    ["Lead 0", "Lead 1"],
    ["Lead 2", "Lead 3"],
    ["Lead 4"],
  ]);
  expect(files.get("xl/workbook.xml")).toContain('name="Leads 3"');
  expect(sheet(files, 4)).toBe("");
  expect([...(await write([rows.slice(0, 2)], 2)).keys()]).not.toContain("xl/worksheets/sheet2.xml");
});
