import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Institute } from "@shoreline/contract";
import { expect, test } from "vitest";
import { openFolder, shippedFolder } from "../content/folder.ts";
import { writeLogo } from "./command.ts";

test("sample mails show a logo that comes with the product to an institute that uses it", async () => {
  const shipped = openFolder(shippedFolder).readFile("institute.yaml", Institute);
  const place = mkdtempSync(path.join(tmpdir(), "mails-"));
  const files = openFolder(mkdtempSync(path.join(tmpdir(), "own-")));
  const brand = { ...Institute.parse(shipped).brand, logo: { light: "/pictures/icon.svg", dark: null } };
  expect(await writeLogo(place, { files, brand })).toMatchObject({ light: { url: "logo.png" }, dark: null });
  expect(readdirSync(place)).toEqual(["logo.png"]);
});
