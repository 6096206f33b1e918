import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { QuizLanguage } from "@shoreline/domain/quiz";
import pg from "pg";

/** `problem` is what a program that failed had to say; empty for one that ended well. */
export type Ran = { output: string; problem: string };
export type Program = { code: string; setup: string };

type Runner = {
  name: string;
  /** What is missing on this machine, in words; null where all is there. */
  missing: string | null;
  run(programs: Program[], database: pg.ClientConfig): Promise<Ran[]>;
};

/** The languages that can be tried on this machine, or why not. */
export const runners: Partial<Record<QuizLanguage, Runner>> = {
  python: { name: "Python", missing: lacks("python3", "3.10"), run: eachByItself("py", runPython) },
  javascript: { name: "JavaScript", missing: null, run: eachByItself("cjs", runJavaScript) },
  c: { name: "C", missing: lacks("gcc", "9.0"), run: eachByItself("c", runC) },
  java: { name: "Java", missing: lacks("javac", "17.0"), run: runJava },
  sql: { name: "SQL", missing: null, run: runSql },
};

function lacks(tool: "python3" | "gcc" | "javac", atLeast: string): string | null {
  const { stdout, error } = spawnSync(tool, ["--version"], { encoding: "utf8" });
  const version = /(\d+\.\d+)/.exec(stdout ?? "")?.[1] ?? "0";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = atLeast.split(".").map(Number);
  const isNewEnough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return error || !isNewEnough ? `no ${tool} ${atLeast} here` : null;
}

function runPython(file: string): Promise<Ran> {
  return execute("python3", [file]);
}

function runJavaScript(file: string): Promise<Ran> {
  return execute(process.execPath, [file]);
}

async function runC(file: string): Promise<Ran> {
  const compiled = await execute("gcc", ["-std=c17", "-O0", "-w", "-o", `${file}.out`, file, "-lm"]);
  return compiled.problem ? compiled : execute(`${file}.out`, []);
}

/** Two at a time: the machines that run our tests have two cores. */
function eachByItself(ending: string, run: (file: string) => Promise<Ran>) {
  return (programs: Program[]) =>
    inFolder(async (folder) => {
      const ran: Ran[] = [];
      const queue = [...programs.entries()];
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [n, { code }] = next;
          const file = path.join(folder, `program-${n}.${ending}`);
          writeFileSync(file, code);
          ran[n] = await run(file);
        }
      };
      await Promise.all([work(), work()]);
      return ran;
    });
}

/** Statements alone are put into a class; all of them run in one virtual machine. */
function runJava(programs: Program[]): Promise<Ran[]> {
  return inFolder(async (folder) => {
    const places = programs.map(({ code }, n) => {
      const place = path.join(folder, String(n).padStart(4, "0"));
      mkdirSync(place);
      writeFileSync(path.join(place, "Main.java"), /\bclass Main\b/.test(code) ? code : inClass(code));
      return place;
    });
    const all = [path.join(import.meta.dirname, "run-java.java"), folder];
    const { problem } = await execute("java", all, { timeout: 100_000 });
    if (problem) throw new Error(problem);
    const read = (place: string, name: string) => readFileSync(path.join(place, name), "utf8");
    return places.map((place) => ({ output: tidy(read(place, "out")), problem: read(place, "problem") }));
  });
}

function inClass(statements: string): string {
  const imports = ["java.util", "java.util.stream", "java.util.function"].map((name) => `import ${name}.*;`).join(" ");
  return `${imports} public class Main { public static void main(String[] args) {\n${statements}\n} }`;
}

/** Each query finds the tables of its topic, and nothing that another left behind. */
async function runSql(programs: Program[], database: pg.ClientConfig): Promise<Ran[]> {
  // As PostgreSQL writes it, not as JavaScript would.
  const types = { getTypeParser: () => (text: unknown) => text } as unknown as pg.ClientConfig["types"];
  const client = new pg.Client({ ...database, types });
  await client.connect();
  const ran: Ran[] = [];
  for (const { setup, code } of programs) {
    await client.query("begin; create schema tried; set local search_path to tried");
    try {
      if (setup) await client.query(setup);
      const answers = [await client.query({ text: code, rowMode: "array" })].flat() as unknown as pg.QueryArrayResult[];
      ran.push({ output: rowsOf(answers.filter(({ fields }) => fields.length > 0).at(-1)), problem: "" });
    } catch (error) {
      ran.push({ output: "", problem: String(error) });
    }
    await client.query("rollback; drop schema if exists tried cascade");
  }
  await client.end();
  return ran;
}

const booleanType = 16;

function rowsOf(answer: pg.QueryArrayResult | undefined): string {
  const cell = (value: unknown, type: number | undefined) => {
    if (value === null) return "NULL";
    return type === booleanType ? String(value === "t") : String(value);
  };
  const rows = (answer?.rows ?? []) as unknown[][];
  return rows.map((row) => row.map((value, n) => cell(value, answer?.fields[n]?.dataTypeID)).join(" | ")).join(" / ");
}

/** A program that never ends is stopped. */
function execute(file: string, args: string[], { timeout = 20_000 } = {}): Promise<Ran> {
  return new Promise((done) => {
    // Compilers speak the language of the machine, unless they are told otherwise.
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    execFile(file, args, { timeout, encoding: "utf8", env }, (error, stdout, stderr) =>
      done({ output: tidy(stdout), problem: error ? stderr || String(error) : "" }),
    );
  });
}

/** Several lines are written as one in an answer. */
function tidy(output: string): string {
  return output
    .trim()
    .split("\n")
    .map((line) => line.trimEnd())
    .join(" / ");
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "programs-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
