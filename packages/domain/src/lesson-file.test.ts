import { expect, test } from "vitest";
import { cleanFileName, defaultStorageSettings, fileTypeOf, isShownInPage, whyNoRoom } from "./lesson-file.ts";

const { fileTypes } = defaultStorageSettings;

test.each([
  ["Slides.PDF", "application/pdf"],
  ["class 12.mp4", "video/mp4"],
  ["archive.tar.zip", "application/zip"],
  ["evil.pdf.exe", null],
  ["noending", null],
  [".pdf.", null],
  ["", null],
])("the ending of %j decides its type", (name, type) => {
  expect(fileTypeOf(name, fileTypes)).toBe(type);
});

test.each([
  ["Slides.pdf", "Slides.pdf"],
  ["C:\\Users\\asha\\Notes.txt", "Notes.txt"],
  ["../../etc/passwd", "passwd"],
  ["a\r\nSet-Cookie: x=1.pdf", "aSet-Cookie_ x=1.pdf"],
  ["photo\u202egpj.exe", "photogpj.exe"],
  ['what "is" <this>?.pdf', "what _is_ _this__.pdf"],
  ["பாடம் 1.pdf", "பாடம் 1.pdf"],
  ["...", "file"],
  ["", "file"],
  [`${"🎓".repeat(300)}.pdf`, `${"🎓".repeat(146)}.pdf`],
])("%j becomes a safe name", (given, clean) => {
  expect(cleanFileName(given)).toBe(clean);
});

test.each([
  ["video/mp4", true],
  ["audio/mpeg", true],
  ["image/png", true],
  ["application/pdf", true],
  ["image/svg+xml", false],
  ["text/html", false],
  ["text/plain", false],
])("%s is shown in the page: %s", (type, isShown) => {
  expect(isShownInPage(type)).toBe(isShown);
});

test("the course is full before the institute, and the last byte fits", () => {
  const limits = { courseGigabytes: 1, instituteGigabytes: 2 };
  const gigabyte = 1024 ** 3;
  expect(whyNoRoom({ courseBytes: gigabyte - 5, instituteBytes: gigabyte, bytes: 5 }, limits)).toBeNull();
  expect(whyNoRoom({ courseBytes: gigabyte - 5, instituteBytes: gigabyte, bytes: 6 }, limits)).toBe("course");
  expect(whyNoRoom({ courseBytes: 0, instituteBytes: 2 * gigabyte, bytes: 1 }, limits)).toBe("institute");
});
