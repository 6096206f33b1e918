import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { MessageRefused } from "../ports.ts";
import { type Answer, answerJson, startStandIn } from "../test/stand-in.ts";
import { smsGateway } from "./sms-gateway.ts";

const sms = {
  to: "+919876543210",
  template: "sign-in-code",
  text: "Your code is 482913.",
  values: { code: "482913" },
  registered: { id: "1107160000000012345", entityId: "1101500000000012345", sender: "SHRLNE" },
};
const secrets = /9876543210|482913|s3cret/;

test("a text message is posted as JSON with the key as bearer token", async () => {
  const { url, requests } = await open();
  await smsGateway({ url, key: "s3cret" }).send(sms);
  expect(requests).toMatchObject([
    { method: "POST", headers: { authorization: "Bearer s3cret", "content-type": "application/json" } },
  ]);
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ to: sms.to, text: sms.text });
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

/** Text that breaks out of a body or an address if it is not escaped. */
const hostile = 'quotes " and \\ {key} &key=x#y%\n","to":"+910000000000';

test("a gateway gets headers, body and id of the template as configured", async () => {
  const { url, requests } = await open((_, response) => answerJson(response, 200, { data: [{ id: 4711 }] }));
  const sender = smsGateway({
    url: `${url}/send?v=2`,
    key: "s3cret",
    headers: { "X-Api-Key": "{key}" },
    body: '{"mobile":"{digits}","msg":"{text}","peid":"{entity}","tid":"{template}","from":"{sender}"}',
    idPath: "data.0.id",
  });
  expect(await sender.send({ ...sms, text: hostile })).toEqual({ providerId: "4711" });
  expect(requests[0]).toMatchObject({ path: "/send?v=2", headers: { "x-api-key": "s3cret" } });
  expect(requests[0]?.headers.authorization).toBeUndefined();
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
    mobile: "919876543210",
    msg: hostile,
    peid: "1101500000000012345",
    tid: "1107160000000012345",
    from: "SHRLNE",
  });
});

test("a gateway that takes forms gets one, with everything encoded", async () => {
  const { url, requests } = await open();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = "to={to}&text={text}&key={key}";
  await smsGateway({ url, key: "s3c&ret", headers, body }).send({ ...sms, text: hostile });
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
    to: sms.to,
    text: hostile,
    key: "s3c&ret",
  });
});

test("a gateway that takes addresses gets the values there, and no body", async () => {
  const { url, requests } = await open();
  const address = `${url}/send/{digits}?text={text}&key={key}`;
  await smsGateway({ url: address, key: "s3c&ret", method: "GET" }).send({ ...sms, text: hostile });
  const { pathname, searchParams } = new URL(requests[0]?.path ?? "", url);
  expect(requests[0]).toMatchObject({ method: "GET", body: "" });
  expect(pathname).toBe("/send/919876543210");
  expect(Object.fromEntries(searchParams)).toEqual({ text: hostile, key: "s3c&ret" });
});

test.each([{ error: "no credit" }, { data: [] }, { data: [{ id: null }] }, { data: [{ id: { a: 1 } }] }])(
  "an answer without the id of the message is a refusal: %j",
  async (answer) => {
    const { url } = await open((_, response) => answerJson(response, 200, answer));
    const error = await failure(smsGateway({ url, key: "s3cret", idPath: "data.0.id" }).send(sms));
    expect(error).toBeInstanceOf(MessageRefused);
  },
);

test.each([
  [400, true],
  [401, true],
  [429, false],
  [408, false],
  [500, false],
])("after an answer of %i another try is pointless: %s", async (status, isFinal) => {
  const { url } = await open((_, response) => response.writeHead(status).end());
  const error = await failure(smsGateway({ url, key: "s3cret" }).send(sms));
  expect(error instanceof MessageRefused).toBe(isFinal);
});

test("an endless answer is cut off", async () => {
  const { url } = await open((_, response) => {
    response.writeHead(200);
    const writing = setInterval(() => response.write("x".repeat(50_000)), 1);
    response.on("close", () => clearInterval(writing));
  });
  expect(await smsGateway({ url, key: "s3cret" }).send(sms)).toEqual({ providerId: null });
});

async function open(answer?: Answer) {
  const gateway = await startStandIn(answer);
  onTestFinished(gateway.close);
  return gateway;
}

async function failure(sending: Promise<unknown>): Promise<Error> {
  const error = await sending.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error;
}
