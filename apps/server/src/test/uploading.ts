import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import sharp from "sharp";
import { expect } from "vitest";
import { learner, session, ticket } from "../db/tables/account.ts";
import { hashSecret, newSecret } from "../rooms/account/secrets.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";

type Uploader = { authorization: string | undefined };
type Person = Uploader & { secret: string; number: string };
type Init = { method?: string; headers?: Record<string, string>; body?: Uint8Array };

const tusType = "application/offset+octet-stream";

/** Uploads pictures to an institute as browsers do. */
export function uploadingTo(institute: TestInstitute) {
  const { db } = institute;

  async function proveNumber(number = String(randomInt(6_000_000_000, 9_999_999_999))): Promise<Person> {
    const secret = newSecret();
    const phone = { countryCode: "+91", mobileNumber: number };
    await db.insert(ticket).values({ hash: hashSecret(secret), ...phone, provenAt: testDay });
    return { secret, number, authorization: `Ticket ${secret}` };
  }

  async function signIn(number = String(randomInt(6_000_000_000, 9_999_999_999))) {
    const secret = newSecret();
    const [added] = await db
      .insert(learner)
      .values({
        countryCode: "+91",
        mobileNumber: number,
        firstName: "Asha",
        lastName: "Rao",
        gender: "female",
        dateOfBirth: "2000-01-01",
        email: "asha@example.com",
        occupation: "student",
        instOrOrg: "School",
        state: "Pondicherry",
        country: "india",
        createdAt: testDay,
        updatedAt: testDay,
      })
      .returning();
    const learnerId = added?.id ?? "";
    await db.insert(session).values({ hash: hashSecret(secret), learnerId, startedAt: testDay, usedAt: testDay });
    return { secret, number, learnerId, authorization: `Bearer ${secret}` };
  }

  async function call({ authorization }: Uploader, path: string, { headers, body, ...init }: Init): Promise<Response> {
    const own = { "tus-resumable": "1.0.0", ...(authorization ? { authorization } : {}), ...headers };
    const sent = body ? { body: new Uint8Array(body) } : {};
    return institute.visitor().request(path, { ...init, headers: own, ...sent });
  }

  function create(who: Uploader, bytes: Uint8Array, { withBody = false } = {}): Promise<Response> {
    const metadata = { "upload-metadata": `filename ${btoa("../../evil.html")},contentType ${btoa("text/html")}` };
    const headers = { "upload-length": String(bytes.length), ...metadata };
    if (!withBody) return call(who, "/files", { method: "POST", headers });
    return call(who, "/files", { method: "POST", headers: { ...headers, "content-type": tusType }, body: bytes });
  }

  async function startUpload(who: Uploader, bytes: Uint8Array): Promise<{ at: string }> {
    const answer = await create(who, bytes);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("upload-expires")).toBeTruthy();
    return { at: answer.headers.get("location") ?? "" };
  }

  function patch(
    who: Uploader,
    at: string,
    { offset, bytes }: { offset: number; bytes: Uint8Array },
  ): Promise<Response> {
    const headers = { "content-type": tusType, "upload-offset": String(offset) };
    return call(who, at, { method: "PATCH", headers, body: bytes });
  }

  function leftOf(address: string): string[] {
    return readdirSync(institute.uploadFolder).filter((name) => name.startsWith(idOf(address)));
  }

  async function sizeOf(address: string) {
    const bytes = await (await institute.app.request(address)).arrayBuffer();
    const { format, width, height } = await sharp(Buffer.from(bytes)).metadata();
    return { format, width, height };
  }

  return { proveNumber, signIn, call, create, startUpload, patch, leftOf, sizeOf };
}

export function patchHead(
  { authorization }: Uploader,
  at: string,
  { offset, length }: { offset: number; length: number },
) {
  return `PATCH ${at} HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\nauthorization: ${authorization}\r\ncontent-type: ${tusType}\r\nupload-offset: ${offset}\r\ncontent-length: ${length}\r\n\r\n`;
}

export async function bodyOf(answer: Response): Promise<{ profilePicture: string; code: string }> {
  return (await answer.json()) as { profilePicture: string; code: string };
}

export function idOf(address: string): string {
  return /[0-9a-f-]{36}/.exec(address)?.[0] ?? "";
}

export function noise({ width, height }: { width: number; height: number }) {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: "#888", noise } });
}
