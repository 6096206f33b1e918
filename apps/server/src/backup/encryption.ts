import fs from "node:fs";
import { ReadableStream as WebStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { StartError } from "../start-error.ts";

const firstBytes = "age-encryption.org/v1\n";

/** Encrypts as the bytes come: a backup may be larger than the memory. */
export async function* encrypt(bytes: AsyncIterable<Uint8Array>, recipient: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(toWeb(bytes));
}

export function isEncrypted(file: string): boolean {
  const opened = fs.openSync(file, "r");
  try {
    const start = Buffer.alloc(firstBytes.length);
    fs.readSync(opened, start, 0, start.length, 0);
    return start.toString("latin1") === firstBytes;
  } finally {
    fs.closeSync(opened);
  }
}

/** The identity of the wrong key pair is told apart from a damaged file. */
export class WrongIdentity extends Error {}

export async function decrypt(
  encrypted: AsyncIterable<Uint8Array>,
  identities: string[],
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(toWeb(encrypted));
  } catch (error) {
    throw (error as Error).message.startsWith("no identity matched") ? new WrongIdentity() : error;
  }
}

/** Reads the file as `age-keygen` writes it: one key per line, with comments. */
export async function readIdentities(file: string): Promise<string[]> {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new StartError(`BACKUP_IDENTITY_FILE cannot be read: ${(error as Error).message}. Nothing was changed.`);
  }
  const lines = text.split("\n").map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const areValid = await Promise.all(identities.map(identityToRecipient)).then(
    (recipients) => recipients.length > 0,
    () => false,
  );
  if (!areValid)
    throw new StartError(
      `BACKUP_IDENTITY_FILE must name a file with a line AGE-SECRET-KEY-1…; ${file} has none that is valid. Nothing was changed.`,
    );
  return identities;
}

/** Writes a new identity, and returns the recipient that belongs to it. */
export async function makeKeys({ file, now }: { file: string; now: Date }): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  try {
    fs.writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "EEXIST"
        ? `${file} exists already and was not overwritten: it may hold the only key to your backups.`
        : `The key cannot be written: ${message}`,
    );
  }
  return recipient;
}

/** The same class under two names: the types of Node and of the browser differ. */
function toWeb(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return WebStream.from(bytes) as ReadableStream<Uint8Array>;
}
