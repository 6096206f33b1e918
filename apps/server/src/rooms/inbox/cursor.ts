import { Refusal } from "@shoreline/contract";
import { z } from "zod";

/** Where a page of a list ends: the value that it is sorted by, and the id. */
type Cursor = { key: string; id: string };

export const notAnEnd = "This is not the end of a page";

/** PostgreSQL cannot compare with the others. */
const isText = (key: string) => key.isWellFormed() && !key.includes("\0");
const Written = z.tuple([z.string().max(400).refine(isText), z.uuid()]);

export function writeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

export function readCursor(text: string): Cursor {
  try {
    const [key, id] = Written.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { key, id };
  } catch {
    throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
  }
}
