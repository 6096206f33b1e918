import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** What a browser keeps and what it hands out when it subscribes. */
function newBrowserKeys() {
  const keys = createECDH("prime256v1");
  return { keys, auth: randomBytes(16), publicKey: keys.generateKeys() };
}

/** A subscription at an address that nobody answers. */
export function newSubscription(endpoint = `https://push.example.com/${randomBytes(12).toString("hex")}`) {
  const { publicKey, auth } = newBrowserKeys();
  return { endpoint, p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") };
}

type Pushed = { headers: IncomingHttpHeaders; payload: unknown };

/** A push service with one browser, which decrypts what comes as RFC 8291 says. */
export async function startPushService() {
  const { keys, auth, publicKey } = newBrowserKeys();
  const pushed: Pushed[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (status === 201) pushed.push({ headers: request.headers, payload: decrypt(Buffer.concat(parts)) });
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  function decrypt(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const shared = keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
    const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
    const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
    const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
    const sealed = body.subarray(21 + keyLength);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with a 2, perhaps with zeros after it.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
  }

  return {
    pushed,
    subscription: {
      endpoint: `http://127.0.0.1:${port}/push/${randomBytes(12).toString("hex")}`,
      p256dh: publicKey.toString("base64url"),
      auth: auth.toString("base64url"),
    },
    answerWith: (next: number) => {
      status = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
