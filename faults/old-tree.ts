import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { atEnd, repository, temporaryFolder } from "./children.ts";

/** Checks another revision out into a folder of its own and builds its site, with the packages of the present one. */
export function checkOut(revision: string): string {
  const root = path.join(temporaryFolder(), "tree");
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: repository, stdio: ["ignore", "ignore", "pipe"] });
  git("worktree", "add", "--detach", root, revision);
  atEnd(() => git("worktree", "remove", "--force", root));
  for (const folder of [".", "apps/server", "apps/web"]) linkPackages(root, folder);
  const build = `import(${JSON.stringify(path.join(root, "scripts/build.mjs"))}).then((m) => m.buildSite())`;
  execFileSync(process.execPath, ["-e", build], { cwd: root, stdio: "inherit" });
  return root;
}

/** Every package is a link, but our own ones lead to the other tree. */
function linkPackages(root: string, folder: string): void {
  const [from, to] = [repository, root].map((tree) => path.join(tree, folder, "node_modules")) as [string, string];
  mkdirSync(to, { recursive: true });
  for (const name of namesIn(from)) {
    if (name !== "@shoreline") symlinkSync(path.join(from, name), path.join(to, name));
  }
  if (folder !== ".") return;
  mkdirSync(path.join(to, "@shoreline"));
  for (const [name, place] of Object.entries(own))
    symlinkSync(path.join(root, place), path.join(to, "@shoreline", name));
}

const own = { domain: "packages/domain", contract: "packages/contract", server: "apps/server", web: "apps/web" };

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
