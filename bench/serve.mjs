// Compares the CPU cost of answers with bare node:http and with nginx, for the same bytes and in one run. OLD_TREE=folder adds the product
// of another checkout, and LOOPS="new search" measures only answers with this in their name.
import { once } from "node:events";
import path from "node:path";
import { ready } from "../scripts/ready.mjs";

await ready(import.meta.url);
const { get } = await import("./get.mjs");
const { load } = await import("./load.mjs");
const { start, startProduct, startTree, stopAll } = await import("./product.mjs");
const { startNginx } = await import("./nginx.mjs");

const rounds = 5;
const seconds = 2;

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const settings = () => ({ TRUST_PROXY: "127.0.0.1" });
  const product = { name: "product", ...(await startProduct(settings)), ask: (loop) => loop };
  const { OLD_TREE: folder, LOOPS: wanted = "" } = process.env;
  const old = folder && { name: "old", ...(await startTree(folder, settings)), ask: (loop) => loop };
  const loops = (await listLoops(product.url)).filter(({ name }) => name.includes(wanted));
  const bare = await startBare();
  const nginx = await startNginxFor(loops);
  if (!nginx) console.log("nginx is not installed, and only root can install it: it is left out.");
  const targets = [product, ...(old ? [old] : []), bare, ...(nginx ? [nginx] : [])];

  console.log(`\nMedians of ${rounds} rounds of ${seconds} s; µs is CPU time of the serving process per request.\n`);
  const names = targets.map(({ name }) => name);
  const others = names.slice(1);
  const units = ["req/s", "µs"];
  printRow(
    "answer",
    "bytes",
    units.map((unit) => [names.map((n) => `${n} ${unit}`), others.map((n) => `÷ ${n}`)]),
  );
  printRow(Array(4 * targets.length).fill("---"));
  let closing;
  for (const loop of loops) {
    await bare.answerWith(loop.answer);
    const measured = await measure({ loop, targets });
    const [ours, ...theirs] = measured;
    const [speed, cost] = ["speed", "cpu"].map((key) => theirs.map((one) => (ours[key] / one[key]).toFixed(2)));
    const [speeds, cpus] = ["speed", "cpu"].map((key) => measured.map((one) => Math.round(one[key])));
    printRow(loop.name, loop.answer.body.length, speeds, speed, cpus, cost);
    closing ??= `A ${loop.name} takes ${others.map((n, at) => `${cost[at]} times the CPU of ${n}`).join(" and ")}.`;
  }
  console.log(`\n${closing}`);
}

/** The requests, each with the product's answer. */
async function listLoops(url) {
  const identity = { "accept-encoding": "identity" };
  const gzip = { "accept-encoding": "gzip" };
  const page = await get(`${url}/`, identity);
  const [stylesheet] = String(page.body).match(/\/assets\/[^"]+\.css/) ?? [];
  const words = ["react", "python", "data", "web"];
  let fresh = 0;
  const nextWord = () => words[++fresh % words.length];
  const loops = [
    { name: "cached page", path: "/", headers: identity },
    { name: "cached page, gzip", path: "/", headers: gzip },
    { name: "not modified", path: "/", headers: { "if-none-match": new Map(page.headers).get("etag") } },
    { name: "API list, gzip", path: "/api/course", headers: gzip },
    { name: "static file, gzip", path: stylesheet, headers: gzip },
    { name: "search page again, gzip", path: "/onlinecourses", query: () => `?q=${nextWord()}`, headers: gzip },
    // The second word is not read, but makes the address new.
    {
      name: "new search page, gzip",
      path: "/onlinecourses",
      query: () => `?q=${nextWord()}&q=${fresh}`,
      headers: gzip,
    },
  ];
  for (const loop of loops) {
    loop.answer = await get(`${url}${loop.path}`, loop.headers);
    if (loop.answer.status >= 400) throw new Error(`${loop.path} answers ${loop.answer.status}`);
  }
  return loops;
}

async function startBare() {
  const args = (port) => [path.join(import.meta.dirname, "bare-server.mjs"), String(port)];
  const { child, ...started } = await start({ command: process.execPath, args, upAt: "/", ipc: ["ipc"] });
  const answerWith = ({ status, headers, body }) => {
    child.send({ status, headers: headers.flat(), body });
    return once(child, "message");
  };
  return { name: "bare", ...started, ask: (loop) => loop, answerWith };
}

/** nginx has a file for each loop and makes its own ETags. */
async function startNginxFor(loops) {
  const nameOf = ({ name }) => name.replace(/\W+/g, "-");
  const fileOf = ({ answer }) => (answer.status === 304 ? loops[0].answer : answer);
  const nginx = await startNginx(loops.map((loop) => ({ ...fileOf(loop), name: nameOf(loop) })));
  if (!nginx) return undefined;
  const asked = new Map();
  for (const loop of loops) {
    const { headers, body } = await get(`${nginx.url}/${nameOf(loop)}`, loop.headers);
    if (!body.equals(fileOf(loop).body)) throw new Error(`nginx does not send the same bytes: ${loop.name}`);
    const tag = loop.answer.status === 304 ? { "if-none-match": new Map(headers).get("etag") } : {};
    asked.set(loop, { ...loop, path: `/${nameOf(loop)}`, headers: { ...loop.headers, ...tag } });
  }
  return { name: "nginx", ...nginx, ask: (loop) => asked.get(loop) };
}

/** Takes turns, so that other load on this machine affects all targets equally. */
async function measure({ loop, targets }) {
  const run = ({ url, pid, ask }, duration) => load({ url, pid, ...ask(loop), status: loop.answer.status, duration });
  for (const target of targets) await run(target, 1);
  const results = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, target] of targets.entries()) results[at].push(await run(target, seconds));
  }
  const median = (all, key) => all.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
  return results.map((all) => ({ speed: median(all, "speed"), cpu: median(all, "cpu") }));
}

function printRow(...cells) {
  console.log(`| ${cells.flat(3).join(" | ")} |`);
}
