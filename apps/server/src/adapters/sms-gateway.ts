import type { SmsSender } from "../ports.ts";

type Gateway = { url: string; key: string; timeoutInMs?: number };

export function smsGateway({ url, key, timeoutInMs = 10_000 }: Gateway): SmsSender {
  return {
    async send({ to, text }) {
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ to, text }),
        // Following a redirect would send number, text and key to another server.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutInMs),
      }).catch((error) => {
        throw new Error(`SMS not sent: no answer from the gateway (${reason(error)})`);
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`SMS not sent: the gateway answered ${response.status}`);
    },
  };
}

/** Only the code: messages of fetch may quote headers, and with them the key. */
function reason(error: { name: string; cause?: { code?: string } }): string {
  return error.cause?.code ?? error.name;
}
