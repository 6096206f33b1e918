import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { smsGateway } from "../adapters/sms-gateway.ts";
import { jobs } from "../house.ts";
import { builtSite } from "../http/pages.ts";
import { runDueJobs } from "../jobs/worker.ts";
import { type ExportedSpan, startCollector } from "../test/collector.ts";
import { testInstitute } from "../test/institute.ts";
import { newNumber, ticketFor } from "../test/learner.ts";
import { startReceiver } from "../test/receiver.ts";
import { nameOf } from "./queries.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";
const traceparent = `00-${traceId}-${spanId}-01`;

function find(spans: ExportedSpan[], name: string): ExportedSpan {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`No span ${name} in ${[...new Set(spans.map((span) => span.name))].join(", ")}`);
  return found;
}

const isBelow = (parent: ExportedSpan) => (span: ExportedSpan) => span.parentSpanId === parent.spanId;

test("a request is one trace with its queries, and log lines carry the trace and its request id", async () => {
  const { traces, finish, receiver } = await startCollector();
  const institute = await testInstitute({ traces });
  const response = await institute.visitor().request("/api/webinar/now?mobile=9876501234");
  const spans = await finish();
  const request = find(spans, "GET /api/webinar/now");
  expect(request).toMatchObject({
    kind: 2,
    attributes: {
      "http.request.method": "GET",
      "http.route": "/api/webinar/now",
      "http.response.status_code": 200,
      "shoreline.request_id": response.headers.get("x-request-id"),
    },
  });
  expect(request.parentSpanId).toBeUndefined();
  expect(spans.filter(isBelow(request)).map((span) => span.attributes["db.system.name"])).toContain("postgresql");
  expect(institute.logged.find(({ msg }) => msg === "request")).toMatchObject({ traceId: request.traceId });
  expect(receiver.received[0]).toMatchObject({ path: "/v1/traces", headers: { "api-key": "secret" } });
  expect(receiver.received[0]?.body).toContain('"institute"');
});

test("a page has its rendering below it, by its pattern, and below that the calls that it makes", async () => {
  const { traces, finish } = await startCollector();
  const institute = await testInstitute({ traces, site: await builtSite() });
  await institute.visitor().request("/onlinecourses?q=9876501234");
  const spans = await finish();
  const page = find(spans, "GET page");
  const render = find(spans, "render");
  expect(page.attributes["shoreline.cache"]).toBe("bypass");
  expect(render).toMatchObject({ parentSpanId: page.spanId, attributes: { "http.route": "/onlinecourses" } });
  const calls = spans.filter(isBelow(render)).filter(({ name }) => name.startsWith("GET /api/"));
  expect(calls.length).toBeGreaterThan(0);
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(1);
});

test("no number, address, name, code or query of a sign-in and an enquiry is in anything that is exported", async () => {
  const { traces, finish, receiver } = await startCollector();
  const institute = await testInstitute({ traces });
  const provider = await startReceiver();
  const url = `${provider.url}?to={to}&key={key}`;
  const real = { sms: smsGateway({ url, key: "gateway-key" }), mailer: traces.aroundMailer(institute.deps.mailer) };
  const mobileNumber = newNumber();
  const visitor = institute.visitor({ address: "203.0.113.77" });
  await ticketFor(institute, mobileNumber);
  await visitor.lead.contact({
    enquiryFor: "Recognisable course",
    fullName: "Kurinji Recognisable",
    mobileNumber: "9876501234",
    email: "kurinji@recognisable.example",
    query: "A recognisable question",
    page: "/contactus?who=kurinji",
    attemptId: crypto.randomUUID(),
  });
  await visitor.account.sendCode({ mobileNumber: "9876501235" }).catch(() => {});
  await runDueJobs({ ...institute.deps, ...real }, jobs);
  await visitor.request("/api/account/profile?token=recognisable-token");
  await visitor.request("/files/kurinji-recognisable.pdf");
  const spans = await finish();
  // Without times and random ids, which may look like a number.
  const exported = receiver.received
    .map(({ body }) => body.replace(/"(?:\w+TimeUnixNano|traceId|spanId|parentSpanId)":"\w+"/g, ""))
    .join("\n")
    .toLowerCase();
  expect(exported).toContain("/api/");
  for (const personal of [
    mobileNumber,
    "9876501234",
    "9876501235",
    "kurinji",
    "recognisable",
    "gateway-key",
    "203.0.113",
  ])
    expect(exported).not.toContain(personal);
  expect(spans.length).toBeGreaterThan(10);

  const mail = find(spans, "send mail");
  expect(mail.attributes).toEqual({ "server.address": "mail.example.com" });
  const job = spans.find(({ spanId }) => spanId === mail.parentSpanId);
  expect(job).toMatchObject({ kind: 5, attributes: { "shoreline.try": 1 } });
  const enquiry = find(spans, "POST /api/contact");
  expect(job).toMatchObject({ traceId: enquiry.traceId });
});

test("a call to a provider is a span with host and status, and tells the provider nothing of the trace", async () => {
  const { traces, finish } = await startCollector();
  const provider = await startReceiver();
  provider.answerStatus(202);
  const sms = smsGateway({ url: provider.url, key: "k" });
  const draw = traces.aroundDraw(async () => {
    await sms.send({ to: "+919876501234", template: "code", text: "123456", values: {}, registered: {} });
    return new Uint8Array();
  });
  await draw(new URL("file:///a/receipt-pdf.ts"), {});
  const spans = await finish();
  const drawing = find(spans, "draw");
  expect(drawing.attributes).toEqual({ "shoreline.drawing": "receipt-pdf.ts" });
  const call = find(spans, "call localhost");
  expect(call).toMatchObject({ kind: 3, parentSpanId: drawing.spanId });
  expect(call.attributes).toEqual({ "server.address": "localhost", "http.response.status_code": 202 });
  expect(Object.keys(provider.received[0]?.headers ?? {}).filter((name) => /trace|baggage/.test(name))).toEqual([]);
  expect(spans).toHaveLength(2);
});

test.each([
  { who: "this machine", address: "127.0.0.1", headers: { host: "localhost:3000" }, joins: true },
  { who: "a proxy that we trust", address: "192.0.2.7", headers: { host: "www.example.com" }, joins: true },
  { who: "a stranger", address: "198.51.100.9", headers: { host: "www.example.com" }, joins: false },
  {
    who: "a stranger through a proxy on this machine that nobody named",
    address: "127.0.0.1",
    headers: { host: "localhost:3000", "x-forwarded-for": "198.51.100.9" },
    joins: false,
  },
])("traceparent of $who goes on: $joins", async ({ address, headers, joins }) => {
  const { traces, finish } = await startCollector();
  const institute = await testInstitute({ traces, trustProxy: "192.0.2.0/24" });
  const socket = { remoteAddress: address };
  const incoming = { socket, connection: socket, headers } as unknown as IncomingMessage;
  await institute.app.request("http://localhost:3000/healthz", { headers: { ...headers, traceparent } }, { incoming });
  const [request] = await finish();
  expect(request?.traceId === traceId).toBe(joins);
  expect(request?.parentSpanId).toBe(joins ? spanId : undefined);
});

test("a share of 0 exports nothing but what a trusted caller has begun to record", async () => {
  const { traces, finish } = await startCollector({ share: 0 });
  const institute = await testInstitute({ traces });
  const local = { host: "localhost:3000" };
  for (const headers of [local, local, { ...local, traceparent }])
    await institute.app.request("http://localhost:3000/api/webinar/now", { headers });
  const spans = await finish();
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(1);
});

test("a collector that is away breaks no request, holds little and is worth one line", async () => {
  const { traces, finish, receiver, warned } = await startCollector();
  receiver.answerStatus(400);
  const institute = await testInstitute({ traces });
  for (let round = 0; round < 1200; round++) {
    const response = await institute.app.request("http://localhost:3000/healthz");
    expect(response.status).toBe(200);
  }
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
  await finish();
  expect(warned).toHaveLength(1);
});

test("a collector that never answers does not hold up the end", async () => {
  const { traces, receiver } = await startCollector();
  receiver.answerWith(() => {});
  const institute = await testInstitute({ traces });
  await institute.app.request("http://localhost:3000/healthz");
  await traces.stop();
  expect(receiver.received.length).toBeLessThanOrEqual(1);
});

test.each([
  [{ name: "course_list", text: 'select 1 from "course"' }, "course_list"],
  [{ text: 'select "id" from "learner" where "mobile" = \'9876501234\'' }, "select learner"],
  ["begin", "begin"],
  ["9876501234", "query"],
  ["kurinji select", "query"],
])("the span of %j is called %s", (query, name) => {
  expect(nameOf(query)).toBe(name);
});
