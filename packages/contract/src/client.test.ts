import { expect, test } from "vitest";
import { ApiError, createClient, NetworkError } from "./client.ts";
import { routes } from "./routes.ts";

type Sent = { path: string; method: string | undefined; body: unknown };

function fakeServer(answer: () => Response) {
  const sent: Sent[] = [];
  const client = createClient(async (path, init) => {
    sent.push({ path, method: init.method, body: init.body ? JSON.parse(String(init.body)) : undefined });
    return answer();
  }, routes);
  return { client, sent };
}

test("a path parameter is escaped and sent in the path only", async () => {
  const { client, sent } = fakeServer(() => Response.json({}));
  await client.course.read({ courseId: "c/cpp & more" });
  expect(sent).toEqual([{ path: "/api/course/c%2Fcpp%20%26%20more", method: "GET", body: undefined }]);
});

test("the input of a POST is sent in the body", async () => {
  const { client, sent } = fakeServer(() => Response.json({ message: "ok" }));
  await client.lead.subscribe({ email: "asha@example.com" });
  expect(sent).toEqual([{ path: "/api/subscribed/user/add", method: "POST", body: { email: "asha@example.com" } }]);
});

test("an error reply becomes an ApiError with code, fields and request id", async () => {
  const body = { error: "No.", code: "INVALID_INPUT", fields: { email: "Invalid Email" } };
  const headers = { "x-request-id": "r1", "retry-after": "7" };
  const { client } = fakeServer(() => Response.json(body, { status: 400, headers }));
  const error = await client.lead.subscribe({ email: "x" }).catch((e) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: "No.",
    status: 400,
    requestId: "r1",
    retryAfterSeconds: 7,
    fields: body.fields,
  });
});

test("no reply, or the reply of a proxy, becomes NetworkError", async () => {
  const offline = fakeServer(() => {
    throw new TypeError("fetch failed");
  });
  await expect(offline.client.course.list({})).rejects.toBeInstanceOf(NetworkError);
  const proxy = fakeServer(() => new Response("<h1>502 Bad Gateway</h1>", { status: 502 }));
  await expect(proxy.client.course.list({})).rejects.toBeInstanceOf(NetworkError);
});
