import type { Config } from "../config.ts";
import type { Files } from "../ports.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

export function fileStore({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Files {
  return s3 ? s3Files(s3) : folderFiles(`${dataDir}/files`);
}
