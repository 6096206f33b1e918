// Speaks to Chromium directly. Playwright switches on `Runtime`, and then every `Error` that React makes while its file is loaded costs
// another parse of that file: 120 ms at a quarter of the speed, which no visitor ever feels.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "./product.mjs";

type Message = { id?: number; method?: string; sessionId?: string; params?: never; result?: never };
type Send = <Result = unknown>(method: string, params?: object, sessionId?: string) => Promise<Result>;
type Listen = (sessionId: string, method: string, heard: (params: never) => void) => void;

export type Browser = { send: Send; listen: Listen; close(): Promise<void> };

export async function startBrowser(executable: string, more: string[] = []): Promise<Browser> {
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"];
  const child = spawn(executable, [...flags, ...more, `--user-data-dir=${temporaryFolder()}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const [writing, reading] = child.stdio.slice(3) as unknown as [Writable, Readable];
  const waiting = new Map<number, (result: never) => void>();
  const listeners: { sessionId: string; method: string; heard(params: never): void }[] = [];
  let [lastId, rest] = [0, ""];
  reading.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\0");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const message = JSON.parse(part) as Message;
      if (message.id) waiting.get(message.id)?.(message.result as never);
      for (const { sessionId, method, heard } of listeners)
        if (sessionId === message.sessionId && method === message.method) heard(message.params as never);
    }
  });
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((answer) => {
        waiting.set(++lastId, answer);
        writing.write(`${JSON.stringify({ id: lastId, method, params, ...(sessionId && { sessionId }) })}\0`);
      }),
    listen: (sessionId, method, heard) => listeners.push({ sessionId, method, heard }),
    async close() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** 1.6 Mbps, 150 ms. */
export const slowNetwork = { offline: false, latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000 };

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/** A tab of a slow phone with nothing cached. Without a `network` it is as quick as this machine's. */
export async function openPhone({ send, listen }: Browser, baseUrl: string, network: object | null = slowNetwork) {
  const { browserContextId } = await send<{ browserContextId: string }>("Target.createBrowserContext");
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
    browserContextId,
  });
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const ask: Send = (method, params) => send(method, params, sessionId);
  const weight = { bytes: 0, requests: 0 };
  listen(sessionId, "Network.loadingFinished", ({ encodedDataLength }: { encodedDataLength: number }) => {
    weight.bytes += encodedDataLength;
    weight.requests++;
  });
  await ask("Page.enable");
  await ask("Network.enable");
  // The enquiry popup would be in the way of a tap.
  await ask("Network.setCookie", { name: "isAlert", value: "1", url: baseUrl });
  const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
  await ask("Emulation.setDeviceMetricsOverride", screen);
  await ask("Emulation.setTouchEmulationEnabled", { enabled: true });
  if (network) await ask("Network.emulateNetworkConditions", network);
  await ask("Emulation.setCPUThrottlingRate", { rate: 4 });

  async function evaluate<Value>(expression: string): Promise<Value> {
    const answer = await ask<{ result?: { value: Value } }>("Runtime.evaluate", { expression, returnByValue: true });
    return answer?.result?.value as Value;
  }
  return {
    weight,
    ask,
    listen: (method: string, heard: (params: never) => void) => listen(sessionId, method, heard),
    evaluate,
    runBefore: (source: string) => ask("Page.addScriptToEvaluateOnNewDocument", { source }),
    go: (url: string) => ask("Page.navigate", { url }),
    async waitFor(expression: string, withinMs: number): Promise<boolean> {
      for (const end = Date.now() + withinMs; Date.now() < end; await sleep(30))
        if (await evaluate(expression)) return true;
      return false;
    },
    async touch(point: { x: number; y: number }) {
      await ask("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
      await ask("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
    close: () => send("Target.disposeBrowserContext", { browserContextId }),
  };
}
