import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { loadDemo } from "../content/demo.ts";
import { openDatabase } from "../db/connect.ts";
import { makeSocketFolder } from "../db/data-folder.ts";
import { startPostgres } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { appRole, grantRights, makeAppRole } from "../db/roles.ts";
import { contentKinds, demoMakers } from "../house.ts";
import { memoryFiles } from "./memory-files.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; user: string };
  }
}

export const templateName = "institute_template";
/** The clock of every test institute starts here: noon in India on a Sunday in November. */
export const testDay = new Date("2026-11-15T06:30:00Z");

const noFiles = memoryFiles(new Map());

/** Starts one PostgreSQL for the whole run, with a template database that every test file copies. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "shoreline-test-"));
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  const postgres = await startPostgres({ folder: `${dataDir}/pg`, socketFolder: makeSocketFolder(dataDir), settings });
  const { host, user } = postgres;
  await makeTemplate({ host, user });
  project.provide("postgres", { host, user });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The database that every institute of a test is a copy of. */
export async function makeTemplate({ host, user }: { host: string; user: string }): Promise<void> {
  await makeAppRole({ host, user, database: "postgres" });
  const admin = openDatabase({ host, user, database: "postgres" });
  await admin.pool.query(`create database ${templateName}`);
  await admin.pool.end();
  const template = openDatabase({ host, user, database: templateName });
  await migrate(template.pool);
  await grantRights(template.pool, appRole);
  await loadDemo({ db: template.db, files: noFiles, now: testDay, kinds: contentKinds, makers: demoMakers });
  await template.pool.end();
}
