import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { picture } from "../../db/tables/account.ts";
import { testInstitute } from "../../test/institute.ts";
import { bodyOf, noise, uploadingTo } from "../../test/uploading.ts";

const institute = await testInstitute();
const { db } = institute;
const { signIn, call, create, startUpload, patch, leftOf, sizeOf } = uploadingTo(institute);

const photo = await noise({ width: 900, height: 600 }).jpeg().toBuffer();
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
const page = "<html><script>alert(1)</script></html>";
const gif = await noise({ width: 40, height: 40 }).gif().toBuffer();
const emptyZip = Buffer.from("504b0506000000000000000000000000000000000000", "hex");

test.each([
  ["an SVG", Buffer.from(svg), 415, "NOT_A_PICTURE"],
  ["a web page", Buffer.from(page), 415, "NOT_A_PICTURE"],
  ["a PDF", Buffer.from("%PDF-1.7\n%%EOF"), 415, "NOT_A_PICTURE"],
  ["a TIFF", await noise({ width: 40, height: 40 }).tiff().toBuffer(), 415, "NOT_A_PICTURE"],
  ["a web page after a GIF header", Buffer.from(`GIF89a/*${page}`), 415, "NOT_A_PICTURE"],
  ["a valid GIF with a web page after it", Buffer.concat([gif, Buffer.from(page)]), 415, "NOT_A_PICTURE"],
  ["a valid photo that is also an archive", Buffer.concat([photo, emptyZip]), 415, "NOT_A_PICTURE"],
  ["a GIF header and nothing more", Buffer.from("GIF89a/*=1;alert(1)"), 422, "BROKEN_PICTURE"],
  ["half of a JPEG", photo.subarray(0, photo.length / 2), 422, "BROKEN_PICTURE"],
  ["half of a PNG", halfOf(await noise({ width: 200, height: 200 }).png().toBuffer()), 422, "BROKEN_PICTURE"],
  ["60 megapixels in a few bytes", await plain({ width: 10_000, height: 6_000 }), 422, "TOO_MANY_PIXELS"],
])("%s is refused and not stored", async (_, bytes, status, code) => {
  const before = await db.$count(picture);
  const asha = await signIn();
  const { at } = await startUpload(asha, bytes);
  const answer = await patch(asha, at, { offset: 0, bytes });
  expect([answer.status, (await bodyOf(answer)).code]).toEqual([status, code]);
  expect(leftOf(at)).toEqual([]);
  expect(await db.$count(picture)).toBe(before);
  expect((await call(asha, at, { method: "HEAD" })).status).toBe(404);
  const inOne = await create(asha, bytes, { withBody: true });
  expect([inOne.status, (await bodyOf(inOne)).code]).toEqual([status, code]);
});

test.each([
  ["PNG", await noise({ width: 300, height: 400 }).png().toBuffer()],
  ["WebP", await noise({ width: 300, height: 400 }).webp().toBuffer()],
  ["GIF", await noise({ width: 300, height: 400 }).gif().toBuffer()],
  ["AVIF", await noise({ width: 300, height: 400 }).avif({ effort: 0 }).toBuffer()],
  ["a grey JPEG", await noise({ width: 300, height: 400 }).greyscale().jpeg().toBuffer()],
  ["a CMYK JPEG", await noise({ width: 300, height: 400 }).toColourspace("cmyk").jpeg().toBuffer()],
  ["a transparent PNG", await noise({ width: 30, height: 40 }).ensureAlpha(0.5).png().toBuffer()],
])("%s becomes a square WebP", async (_, bytes) => {
  const { profilePicture } = await bodyOf(await create(await signIn(), bytes, { withBody: true }));
  expect(await sizeOf(profilePicture)).toEqual({ format: "webp", width: 512, height: 512 });
});

test("a picture has no metadata of the photo, and is upright", async () => {
  const exif = { IFD0: { Artist: "Asha of Beach Road" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "11/1 56/1 0/1" } };
  // The left half is red. Orientation 6 turns the photo to the right, so its upper half becomes red.
  const left = await sharp({ create: { width: 300, height: 600, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#00f" } })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif?.toString("latin1")).toContain("Beach Road");
  const { profilePicture } = await bodyOf(await create(await signIn(), bytes, { withBody: true }));
  for (const address of [profilePicture, profilePicture.replace(".webp", "-small.webp")]) {
    const sent = Buffer.from(await (await institute.app.request(address)).arrayBuffer());
    const { exif, icc, xmp, iptc, orientation } = await sharp(sent).metadata();
    expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(sent.toString("latin1")).not.toContain("Beach Road");
    const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true });
    const colourAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
    const [red = 0, , blue = 0] = colourAt(info.width - 9, 9);
    expect(red).toBeGreaterThan(blue + 100);
    const [lowRed = 0, , lowBlue = 0] = colourAt(9, info.width - 9);
    expect(lowBlue).toBeGreaterThan(lowRed + 100);
  }
});

test("a picture is served as WebP and cached for ever; other paths below /media are not found", async () => {
  const { profilePicture } = await bodyOf(await create(await signIn(), photo, { withBody: true }));
  const { bytes } = institute.stored.get(profilePicture.slice("/media/".length)) ?? { bytes: photo };
  institute.stored.set(profilePicture.slice("/media/".length), { bytes, type: "text/html" });
  for (const method of ["GET", "HEAD"]) {
    const answer = await institute.app.request(profilePicture, { method });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(method === "GET" ? bytes.byteLength : 0);
  }
  for (const path of [`/media/user/${randomUUID()}.webp`, "/media/user/..%2Fx.webp", "/media/x", "/media/user/"]) {
    const answer = await institute.app.request(path);
    expect([path, answer.status, (await bodyOf(answer)).code]).toEqual([path, 404, "NOT_FOUND"]);
  }
  expect((await institute.app.request(profilePicture, { method: "DELETE" })).status).toBe(405);
});

function plain({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#c03" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}
