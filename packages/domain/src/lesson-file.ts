/** Files that go with lessons: material, recordings, homework and what learners hand in. */

const gigabyte = 1024 ** 3;
export const maxLessonBytes = 4 * gigabyte;

export const lessonFileStates = ["uploading", "checking", "ready", "refused"] as const;

/** A kind of file that may be uploaded. The ending of a name decides; what a browser says about the type is not asked. */
export type FileType = { ending: string; type: string };

export type StorageSettings = { courseGigabytes: number; instituteGigabytes: number; fileTypes: FileType[] };

const endings: Record<string, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  vtt: "text/vtt",
  srt: "application/x-subrip",
  json: "application/json",
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  ts: "text/plain",
  py: "text/x-python",
  java: "text/x-java",
  c: "text/x-c",
  cpp: "text/x-c",
  sql: "application/sql",
  ipynb: "application/x-ipynb+json",
  zip: "application/zip",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
};

export const defaultStorageSettings: StorageSettings = {
  courseGigabytes: 20,
  instituteGigabytes: 200,
  fileTypes: Object.entries(endings).map(([ending, type]) => ({ ending, type })),
};

/** The type of a file by the ending of its name; null where such files are not taken. */
export function fileTypeOf(name: string, fileTypes: readonly FileType[]): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return fileTypes.find((one) => one.ending === ending)?.type ?? null;
}

const longestName = 150;

/** A name that is safe to show, to store and to save under: without folders, hidden characters and what file systems refuse. */
export function cleanFileName(given: string): string {
  const last = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const [, stem = "", ending = ""] = /^(.*?)(\.[^.]{1,20})?$/su.exec(clean) ?? [];
  return [...stem].slice(0, longestName - ending.length).join("") + ending || "file";
}

/** Shown in the browser; everything else is only saved. A picture in SVG may carry scripts. */
export function isShownInPage(type: string): boolean {
  return type === "application/pdf" || (/^(video|audio|image)\//.test(type) && type !== "image/svg+xml");
}

type Amounts = { courseBytes: number; instituteBytes: number; bytes: number };
type Limits = Pick<StorageSettings, "courseGigabytes" | "instituteGigabytes">;

/** Which limit another file would pass; null when there is room for it. */
export function whyNoRoom(
  { courseBytes, instituteBytes, bytes }: Amounts,
  limits: Limits,
): "course" | "institute" | null {
  if (courseBytes + bytes > limits.courseGigabytes * gigabyte) return "course";
  if (instituteBytes + bytes > limits.instituteGigabytes * gigabyte) return "institute";
  return null;
}
