import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, startGateway } from "../test/sms-gateway.ts";
import { smsGateway } from "./sms-gateway.ts";

const sms = { to: "+919876543210", text: "Your code is 482913." };
const secrets = /9876543210|482913|s3cret/;

test("a text message is posted as JSON with the key as bearer token", async () => {
  const { url, requests } = await open();
  await smsGateway({ url, key: "s3cret" }).send(sms);
  expect(requests).toMatchObject([
    { method: "POST", headers: { authorization: "Bearer s3cret", "content-type": "application/json" }, sms },
  ]);
});

test.each([400, 401, 429, 500, 503])(
  "an answer of %i is an error with the status, without number and text",
  async (status) => {
    const { url } = await open((_, response) => response.writeHead(status).end(JSON.stringify(sms)));
    const error = await failure(smsGateway({ url, key: "s3cret" }).send(sms));
    expect(error.message).toContain(String(status));
    expect(inspect(error, { depth: 9 })).not.toMatch(secrets);
  },
);

test.each([301, 302, 307, 308])("a redirect (%i) is an error and is not followed", async (status) => {
  const elsewhere = await open();
  const { url } = await open((_, response) => response.writeHead(status, { location: elsewhere.url }).end());
  await expect(smsGateway({ url, key: "s3cret" }).send(sms)).rejects.toThrow(String(status));
  expect(elsewhere.requests).toEqual([]);
});

test("a gateway that does not answer is an error after the time-out", async () => {
  const { url } = await open(() => {});
  const error = await failure(smsGateway({ url, key: "s3cret", timeoutInMs: 100 }).send(sms));
  expect(error.message).toContain("TimeoutError");
});

test("an unreachable gateway is an error without number, text or key", async () => {
  const { url, close } = await open();
  await close();
  const error = await failure(smsGateway({ url, key: "s3cret" }).send(sms));
  expect(error.message).toContain("ECONNREFUSED");
  expect(inspect(error, { depth: 9 })).not.toMatch(secrets);
});

test("a key that is not a valid header is not quoted in the error", async () => {
  const { url } = await open();
  const error = await failure(smsGateway({ url, key: "s3cret\nx" }).send(sms));
  expect(inspect(error, { depth: 9 })).not.toMatch(secrets);
});

async function open(answer?: Answer) {
  const gateway = await startGateway(answer);
  onTestFinished(gateway.close);
  return gateway;
}

async function failure(sending: Promise<void>): Promise<Error> {
  const error = await sending.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error;
}
