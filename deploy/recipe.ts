import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Reads a recipe with other ports and folders. Each text must be there: a recipe that changed is not tested as it was. */
export function readRecipe(file: string, replaced: [text: string, by: string][]): string {
  let recipe = readFileSync(path.join(import.meta.dirname, file), "utf8");
  for (const [text, by] of replaced) {
    if (!recipe.includes(text)) throw new Error(`deploy/${file} does not say: ${text}`);
    recipe = recipe.replaceAll(text, by);
  }
  return recipe;
}

/** A certificate of our own making, where certbot would put it. */
export function makeCertificate(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [path.join(folder, "privkey.pem"), path.join(folder, "fullchain.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  const names = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const { status, stderr } = spawnSync(
    "openssl",
    ["req", "-x509", ...kind, ...names, "-keyout", key, "-out", certificate],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}

export const institute = "academy.example.com";
