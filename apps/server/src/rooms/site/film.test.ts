import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { shippedFolder } from "../../content/folder.ts";
import { readContent } from "../../content/reading.ts";
import { contentKinds } from "../../house.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";

const film = readFileSync(path.join(shippedFolder, "pictures/film/film.mp4"));

/** A folder with an institute whose film has these bytes. */
function read(bytes: Buffer) {
  const root = mkdtempSync(path.join(tmpdir(), "film-"));
  mkdirSync(path.join(root, "pictures"));
  writeFileSync(path.join(root, "pictures/own.mp4"), bytes);
  const ours = readFileSync(path.join(shippedFolder, "institute.yaml"), "utf8");
  writeFileSync(path.join(root, "institute.yaml"), ours.replace("/pictures/film/film.mp4", "/pictures/own.mp4"));
  return readContent({ root, kinds: contentKinds, now: testDay });
}

test("an institute's own film is stored and served in ranges", async () => {
  const { stored, kinds, folder } = read(Buffer.concat([film, Buffer.from("own")]));
  expect(folder.mistakes.filter(({ field }) => field.startsWith("brand"))).toEqual([]);
  const profile = kinds.get("institute")?.get("institute") as { brand: { film: { mp4: string; webm: string } } };
  const address = profile.brand.film.mp4;
  expect(address).toMatch(/^\/media\/film\/[0-9a-f]{24}\.mp4$/);
  expect(profile.brand.film.webm).toBe("/pictures/film/film.webm");
  const house = await testInstitute();
  for (const [key, file] of stored) house.stored.set(key, file);
  const part = await house.app.request(address, { headers: { range: "bytes=4-7" } });
  expect([part.status, part.headers.get("content-type"), await part.text()]).toEqual([206, "video/mp4", "ftyp"]);
  const whole = await house.app.request(address);
  expect((await whole.arrayBuffer()).byteLength).toBe(film.byteLength + 3);
  expect(whole.headers.get("cache-control")).toContain("immutable");
});

test("what is not a film is refused with its field", () => {
  const { folder } = read(Buffer.from("<html>"));
  expect(folder.mistakes).toContainEqual(
    expect.objectContaining({ field: "brand.film.mp4", message: "/pictures/own.mp4 is not an MP4 film" }),
  );
});

test("unknown films are not found", async () => {
  const house = await testInstitute();
  for (const name of [`${"0".repeat(24)}.mp4`, "x.mp4", "..%2f..%2fetc%2fpasswd"])
    expect((await house.app.request(`/media/film/${name}`)).status).toBe(404);
});
