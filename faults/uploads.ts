import sharp from "sharp";
import { type Answer, json } from "./http.ts";
import type { Learner, Visitor } from "./visitor.ts";

const parts = 4;
const tus = { "tus-resumable": "1.0.0" };

/** Sends a picture in parts (tus), goes on where the server says after a lost answer, and puts it into the profile. */
export async function uploadPicture(visitor: Visitor, { number, token }: Learner): Promise<void> {
  const { call, insist } = visitor;
  const headers = { authorization: `Bearer ${token}`, ...tus };
  const address = await sendInParts(visitor, headers);
  if (!address) return;
  await insist({ kind: "picture", key: number }, () =>
    call("picture", { method: "PATCH", path: "/api/user/", headers, body: { profilePicture: address } }),
  );
}

async function sendInParts(visitor: Visitor, headers: Record<string, string>): Promise<string | undefined> {
  const { call, repeat, pause, hasPatience } = visitor;
  const bytes = await picture();
  const create = { method: "POST", path: "/files", headers: { ...headers, "upload-length": String(bytes.length) } };
  const step = Math.ceil(bytes.length / parts);
  let path: string | undefined;
  while (hasPatience()) {
    if (!path) {
      path = (await repeat(() => call("upload", create))).headers.location;
      if (!path) return undefined;
    }
    const known: Answer = await repeat(() => call("upload", { method: "HEAD", path: path ?? "", headers }));
    if (known.status === 404) {
      path = undefined;
      continue;
    }
    const offset = Number(known.headers["upload-offset"]);
    if (offset === bytes.length) return read(await repeat(() => call("upload", { path: path ?? "", headers })));
    const answer = await call("upload", {
      method: "PATCH",
      path,
      headers: { ...headers, "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      body: bytes.subarray(offset, offset + step),
    });
    if (read(answer)) return read(answer);
    if (answer.status !== 204) await pause();
  }
  return undefined;
}

function read(answer: Answer): string | undefined {
  const { profilePicture } = json(answer);
  return profilePicture ? String(profilePicture) : undefined;
}

let drawn: Promise<Buffer> | undefined;

function picture(): Promise<Buffer> {
  drawn ??= sharp({
    create: {
      width: 160,
      height: 160,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  return drawn;
}
