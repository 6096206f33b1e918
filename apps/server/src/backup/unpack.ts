import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as tar from "tar";
import { migrations } from "../db/migrate.ts";
import { StartError } from "../start-error.ts";
import { blobName } from "./blobs.ts";
import { decrypt, isEncrypted, readIdentities, WrongIdentity } from "./encryption.ts";
import { type Hashed, hashFile, hashInto } from "./hash.ts";
import { FirstManifest, Manifest, type PackedFile } from "./manifest.ts";
import type { Store } from "./store.ts";

/** A backup that lies on this machine, and the place of the files that are not in it. */
export type Source = {
  file: string;
  store: Store;
  /** Where the work folder is made: on this machine, as it holds the content in the clear. */
  workIn: string;
  /** The file with the key, for a backup that is encrypted. */
  identityFile: string | undefined;
};

export type Unpacked = {
  manifest: Manifest;
  /** The hash of the manifest. */
  sha256: string;
  /** Made by a version that did not hash files. */
  isFirstFormat: boolean;
};

type Options = Omit<Source, "workIn"> & {
  folder: string;
  /** Whether files beside the archive are copied to the folder, or only compared with their hashes. */
  isFetching: boolean;
};

/** Unpacks a backup into a folder and compares every hash. Throws one line if anything is missing, changed or additional. */
export async function unpack({ file, store, folder, identityFile, isFetching }: Options): Promise<Unpacked> {
  const name = path.basename(file);
  const broken = (why: string) => new StartError(`${name} is not a complete backup: ${why}. Nothing was changed.`);
  const isSecret = isEncrypted(file);
  if (isSecret && !identityFile)
    throw new StartError(
      `${name} is encrypted. Set BACKUP_IDENTITY_FILE to the file with its AGE-SECRET-KEY. Nothing was changed.`,
    );
  const identities = isSecret && identityFile ? await readIdentities(identityFile) : [];
  const open = (bytes: AsyncIterable<Uint8Array>) =>
    decrypt(bytes, identities).catch((error) => {
      throw error instanceof WrongIdentity
        ? new StartError(`${name} is encrypted for another key than the one in ${identityFile}. Nothing was changed.`)
        : error;
    });
  const archive = isSecret ? path.join(folder, "decrypted") : file;
  if (isSecret)
    await open(fs.createReadStream(file))
      .then((bytes) => hashInto(bytes, archive))
      .catch((error) => {
        throw error instanceof StartError || error.code ? error : broken("it is damaged or was cut off");
      });
  const content = path.join(folder, "content");
  fs.mkdirSync(content);
  extract(archive, content, broken);
  if (isSecret) fs.rmSync(archive);

  const found = new Set(listFiles(content));
  const unpacked = await readManifest(content, found, broken);
  refuseNewer(unpacked.manifest);
  for (const { file: table, sha256 } of unpacked.manifest.tables) await compare(table, { sha256 });
  for (const { key, ...expected } of unpacked.manifest.files ?? []) await compareFile(key, expected);
  found.delete("manifest.json");
  found.delete("manifest.sha256");
  const [additional] = found;
  if (additional !== undefined) throw broken(`${additional} is not in its manifest.json`);
  return unpacked;

  async function compare(entry: string, expected: { sha256: string }) {
    if (!found.delete(entry)) throw broken(`${entry} is missing`);
    const { sha256 } = await hashFile(path.join(content, entry));
    if (sha256 !== expected.sha256) throw broken(`${entry} was changed`);
  }

  async function compareFile(key: string, expected: Hashed) {
    const { blobEnding } = unpacked.manifest;
    if (blobEnding === null) return compare(`files/${key}`, expected);
    const blob = blobName(expected.sha256, blobEnding);
    const stored = await store.read(blob);
    if (!stored) throw broken(`${blob} is missing in ${store.place}`);
    const copy = path.join(content, "files", key);
    if (isFetching) fs.mkdirSync(path.dirname(copy), { recursive: true });
    const read = blobEnding === "" ? Promise.resolve(stored) : open(stored);
    const { sha256 } = await read
      .then((bytes) => hashInto(bytes, isFetching ? copy : undefined))
      .catch((error) => {
        throw error instanceof StartError || error.code ? error : broken(`${blob} is damaged or was cut off`);
      });
    if (sha256 !== expected.sha256) throw broken(`${blob} was changed`);
  }
}

function extract(file: string, cwd: string, broken: (why: string) => Error): void {
  // A link could lead out of the folder. We pack none.
  const refuseLinks = (name: string, entry: { type?: string } | fs.Stats) => {
    if ("type" in entry && !["File", "OldFile", "Directory"].includes(String(entry.type)))
      throw new Error(`${name} is neither a file nor a folder`);
    return true;
  };
  try {
    // The asynchronous form keeps writing for a while after it has failed. Tables can be packed very tightly.
    tar.extract({ file, cwd, strict: true, sync: true, filter: refuseLinks, maxDecompressionRatio: Infinity });
  } catch (error) {
    throw broken((error as Error).message);
  }
}

function listFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function readManifest(folder: string, found: Set<string>, broken: (why: string) => Error): Promise<Unpacked> {
  if (!found.has("manifest.json")) throw broken("it has no manifest.json");
  const text = fs.readFileSync(path.join(folder, "manifest.json"), "utf8");
  const json = parseJson(text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  const first = FirstManifest.safeParse(json);
  if (first.success) {
    const files = first.data.files === null ? null : await hashAll(folder, found);
    if (files && files.length !== first.data.files) throw broken(`it has ${files.length} of ${first.data.files} files`);
    return { manifest: { ...first.data, format: 2, files, blobEnding: null }, sha256, isFirstFormat: true };
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw broken("its manifest.json is not valid");
  const noted = found.has("manifest.sha256") && fs.readFileSync(path.join(folder, "manifest.sha256"), "utf8").trim();
  if (noted !== sha256) throw broken("its manifest.json was changed");
  return { manifest: parsed.data, sha256, isFirstFormat: false };
}

async function hashAll(folder: string, found: Set<string>): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  for (const name of found)
    if (name.startsWith("files/"))
      files.push({ key: name.slice("files/".length), ...(await hashFile(path.join(folder, name))) });
  return files;
}

function refuseNewer(manifest: Manifest): void {
  const known = new Set(migrations().map((migration) => migration.tag));
  const unknown = manifest.migrations.find((tag) => !known.has(tag));
  if (unknown)
    throw new StartError(
      `This backup was made by a newer version of the product (it has migration ${unknown}). Update the product first. Nothing was changed.`,
    );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
