import { s3Store } from "../backup/s3-store.ts";
import { StartError } from "../start-error.ts";
import { type Exam, type Finding, fault, ok } from "./check.ts";

export async function checkStore({ config: { s3 } }: Exam): Promise<Finding[]> {
  if (!s3) return [ok("Files are in DATA_DIR.")];
  try {
    for await (const _ of s3Store(s3, { prefix: "" }).list()) break;
    return [ok(`The bucket ${s3.bucket} answers, and may be listed.`)];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const todo = "Check the S3_… settings. The account must be allowed to list, read, write and delete in this bucket.";
    return [fault(error.message, todo)];
  }
}
