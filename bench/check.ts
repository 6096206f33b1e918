// What the check of a file brings to the page where it is dropped, by kind of file. The certificates are those of the demo.
import { type Browser, chromium } from "@playwright/test";
import { get } from "./get.mjs";
import { readLaunchOptions } from "./launch-options.ts";
import { startProduct, stopAll } from "./product.mjs";

const id = "OCNST00001";
const paths = { json: `${id}/credential`, pdf: `pdf/${id}`, png: `png/${id}`, svg: `svg/${id}` };

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { url } = await startProduct();
  const browser = await chromium.launch(await readLaunchOptions());
  console.log("\n| file | scripts and styles, KB with gzip (br) | requests |\n| --- | ---: | ---: |");
  for (const [kind, path] of Object.entries(paths)) {
    const file = await download(`${url}/api/certificate/${path}`);
    await print(`${kind}, genuine`, await drop(browser, { url, file }));
    if (kind === "json") {
      file.write("M", file.indexOf("Nithya"));
      await print(`${kind}, changed`, await drop(browser, { url, file }));
    }
  }
  await print("a photo", await drop(browser, { url, file: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]) }));
  await browser.close();
}

/** It is signed by a job, soon after the first start. */
async function download(address: string): Promise<Buffer> {
  for (;;) {
    const { status, body } = await get(address, {});
    if (status === 200) return body;
    await new Promise((wait) => setTimeout(wait, 500));
  }
}

/** The addresses of scripts and styles that come after the drop. */
async function drop(browser: Browser, { url, file }: { url: string; file: Buffer }): Promise<string[]> {
  const page = await browser.newPage();
  // A demonstration says more than a certificate of an institute does.
  await page.route("**/api/keys", async (route) => {
    const keys = await (await route.fetch()).json();
    await route.fulfill({ json: { ...keys, isDemonstration: false } });
  });
  await page.goto(`${url}/verify/e_certificate`);
  await page.dispatchEvent("html", "pointerdown");
  await page.waitForFunction(() => Object.keys(document.querySelector("main") ?? {}).length > 0);
  await page.waitForLoadState("networkidle");
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(request.url()));
  await page
    .getByLabel(/Choose a file/)
    .setInputFiles({ name: "mine", mimeType: "application/octet-stream", buffer: file });
  await page.getByRole("article").waitFor();
  await page.waitForLoadState("networkidle");
  await page.close();
  // Others come now too, because somebody uses the page.
  return [...asked].filter((address) => /assets\/(file-check|check-|verdict)/.test(address));
}

async function print(title: string, addresses: string[]) {
  const weigh = async (encoding: string) => {
    const files = await Promise.all(addresses.map((address) => get(address, { "accept-encoding": encoding })));
    return (files.reduce((sum, { body }) => sum + body.length, 0) / 1024).toFixed(1);
  };
  console.log(`| ${title} | ${await weigh("gzip")} (${await weigh("br")}) | ${addresses.length} |`);
}
