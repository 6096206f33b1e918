import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Brand, Institute } from "@shoreline/contract";
import { withConfig } from "../command.ts";
import { type ContentFolder, describeMistake, openFolder, shippedFolder } from "../content/folder.ts";
import { mails } from "../house.ts";
import { samplePage } from "../http/mail-pages.ts";
import { StartError } from "../start-error.ts";
import { drawMailLogo, type MailLogo, type MailPicture } from "./logo.ts";
import { writeSamples } from "./samples.ts";

/** `npm run mails`: writes every kind of mail with sample data into a folder, for the institute of CONTENT_DIR or the demo. */
export async function runCommand([folder = "mails", ...more]: string[]): Promise<void> {
  await withConfig(async ({ publicUrl, contentDir }) => {
    if (more.length > 0) throw new StartError("Usage: npm run mails [-- FOLDER]");
    const files = openFolder(contentDir ?? shippedFolder);
    const institute = files.readFile("institute.yaml", Institute);
    if (!institute)
      throw new StartError(files.mistakes.map(describeMistake).join("\n") || "There is no institute.yaml.");
    const place = path.resolve(folder);
    mkdirSync(place, { recursive: true });
    const logo = await writeLogo(place, { files, brand: institute.brand });
    const samples = writeSamples(mails, { institute, publicUrl, logo });
    for (const { name, html, text } of samples) {
      writeFileSync(path.join(place, `${name}.html`), html);
      writeFileSync(path.join(place, `${name}.txt`), text);
    }
    const page = path.join(place, "index.html");
    writeFileSync(page, String(await samplePage(samples)));
    console.log(`${samples.length} mails are written. Open ${pathToFileURL(page)}`);
  });
}

type Source = { files: ContentFolder; brand: Brand };

/** The mails of a folder find the logo beside them. */
export async function writeLogo(place: string, { files, brand: { logo, colours } }: Source): Promise<MailLogo | null> {
  const write = async (address: string, isDark: boolean): Promise<MailPicture | null> => {
    const source = files.readBytes(address) ?? openFolder(shippedFolder).readBytes(address);
    if (!source) return null;
    const { png, width, height } = await drawMailLogo(source, { colours, isDark });
    const file = isDark ? "logo-dark.png" : "logo.png";
    writeFileSync(path.join(place, file), png);
    return { url: file, width, height };
  };
  const light = logo && (await write(logo.light, false));
  return light && { light, dark: logo.dark ? await write(logo.dark, true) : null };
}
