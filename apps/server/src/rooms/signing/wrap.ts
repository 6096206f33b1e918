import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

type Wrapping = { secret: string; multikey: string };

/** Encrypts a private key with KEY_SECRET. The text opens only for the key of this multikey. */
export async function wrapKey(bytes: Uint8Array, { secret, multikey }: Wrapping): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", await derive(secret, salt, 32), iv).setAAD(Buffer.from(multikey));
  const data = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return ["v1", ...[salt, iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"))].join(".");
}

/** Null when the secret is another one, or the text was changed. */
export async function unwrapKey(text: string, { secret, multikey }: Wrapping): Promise<Uint8Array | null> {
  const [version, ...parts] = text.split(".");
  const [salt, iv, tag, data] = parts.map((part) => Buffer.from(part, "base64url"));
  if (version !== "v1" || !salt || !iv || tag?.length !== 16 || !data) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", await derive(secret, salt, 32), iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(multikey)).setAuthTag(tag);
    return new Uint8Array(Buffer.concat([decipher.update(data), decipher.final()]));
  } catch {
    return null;
  }
}
