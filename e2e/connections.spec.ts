import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

const unique = () => crypto.randomUUID().slice(0, 8);

test("an owner makes a key, a lead sent with it appears in Leads, and a revoked key is refused", async ({
  page,
  request,
}) => {
  const keyName = `Landing page ${unique()}`;
  const name = `Ravi ${unique()}`;
  await enterAs(page, "owner");
  await page.goto("/staff/connections");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(keyName);
  await dialog.getByRole("button", { name: "Make the key" }).click();
  const key = await dialog.getByText(/^key_[\w-]{43}$/).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();

  const send = () =>
    request.post("/api/staff/leads", {
      headers: { authorization: `Bearer ${key}` },
      data: { name, email: `${name.replace(" ", ".")}@example.com`, interest: "Python", text: "Please call" },
    });
  expect(await (await send()).json()).toMatchObject({ isNew: true });
  expect(await (await send()).json()).toMatchObject({ isNew: false });
  await page.goto(`/staff/leads?words=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  const lead = page.getByRole("complementary", { name });
  await expect(lead).toContainText("Please call");
  await expect(lead).toContainText(keyName);

  await page.goto("/staff/connections");
  const row = page.getByRole("row").filter({ hasText: keyName });
  await expect(row).toContainText("Today");
  await row.getByRole("button", { name: `More for ${keyName}` }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await dialog.getByRole("button", { name: "Revoke the key" }).click();
  await expect(row).toContainText("Revoked");
  expect((await send()).status()).toBe(401);
});

type Received = { headers: IncomingHttpHeaders; body: string };

/** Another program on this machine. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const part of incoming.setEncoding("utf8")) body += part;
    received.push({ headers: incoming.headers, body });
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

test("an owner adds a webhook, and its receiver gets a signed test", async ({ page }) => {
  const { received, url, close } = await startReceiver();
  await enterAs(page, "owner");
  await page.goto("/staff/connections");
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByRole("button", { name: "Save the webhook" }).click();
  const panel = page.getByRole("complementary", { name: "Webhook" });
  await expect(panel.getByText(/^whsec_/)).toHaveCount(0);
  await panel.getByRole("button", { name: "Show the secret" }).click();
  const secret = await panel.getByText(/^whsec_/).innerText();
  await panel.getByRole("button", { name: "Send a test" }).click();
  await expect(panel.getByText("The test was delivered.")).toBeVisible();
  await expect(panel).toContainText("1 try, answer 204");

  expect(received).toHaveLength(1);
  const { headers, body } = received[0] as Received;
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  expect(JSON.parse(body)).toMatchObject({ type: "test" });

  await page.getByRole("button", { name: /^More for 127/ }).click();
  await page.getByRole("button", { name: "Remove the webhook" }).click();
  await dialog.getByRole("button", { name: "Remove the webhook" }).click();
  await expect(page.getByText("No webhook yet.")).toBeVisible();
  close();
});
