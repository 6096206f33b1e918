import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { QuizLanguage } from "@shoreline/domain/quiz";
import pg from "pg";

/** `problem` is the error output of a program that failed; it is empty for a program that succeeded. */
type RunResult = { output: string; problem: string };
type Program = { code: string; setup: string };

type Runner = {
  name: string;
  /** The tool that this machine lacks, in words; null when nothing is missing. */
  missing: string | null;
  run(programs: Program[], database: pg.ClientConfig): Promise<RunResult[]>;
};

/** How to run each language on this machine, or which tool is missing. */
export const runners: Partial<Record<QuizLanguage, Runner>> = {
  python: { name: "Python", missing: missingTool("python3", "3.10"), run: runEach("py", runPython) },
  javascript: { name: "JavaScript", missing: null, run: runEach("cjs", runJavaScript) },
  c: { name: "C", missing: missingTool("gcc", "9.0"), run: runEach("c", runC) },
  java: { name: "Java", missing: missingTool("javac", "17.0"), run: runJava },
  sql: { name: "SQL", missing: null, run: runSql },
};

function missingTool(tool: "python3" | "gcc" | "javac", atLeast: string): string | null {
  const { stdout, error } = spawnSync(tool, ["--version"], { encoding: "utf8" });
  const version = /(\d+\.\d+)/.exec(stdout ?? "")?.[1] ?? "0";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = atLeast.split(".").map(Number);
  const isNewEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return error || !isNewEnough ? `no ${tool} ${atLeast} here` : null;
}

function runPython(file: string): Promise<RunResult> {
  return execute("python3", [file]);
}

function runJavaScript(file: string): Promise<RunResult> {
  return execute(process.execPath, [file]);
}

async function runC(file: string): Promise<RunResult> {
  const compiled = await execute("gcc", ["-std=c17", "-O0", "-w", "-o", `${file}.out`, file, "-lm"]);
  return compiled.problem ? compiled : execute(`${file}.out`, []);
}

/** Runs one process per program, two at a time: our test machines have two cores. */
function runEach(ending: string, run: (file: string) => Promise<RunResult>) {
  return (programs: Program[]) =>
    inFolder(async (folder) => {
      const results: RunResult[] = [];
      const queue = [...programs.entries()];
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [n, { code }] = next;
          const file = path.join(folder, `program-${n}.${ending}`);
          writeFileSync(file, code);
          results[n] = await run(file);
        }
      };
      await Promise.all([work(), work()]);
      return results;
    });
}

/** Puts plain statements into a class, and runs all programs in one virtual machine. */
function runJava(programs: Program[]): Promise<RunResult[]> {
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

/** Runs each query in a fresh schema with the tables of its topic. */
async function runSql(programs: Program[], database: pg.ClientConfig): Promise<RunResult[]> {
  // Values stay as PostgreSQL writes them.
  const types = { getTypeParser: () => (text: unknown) => text } as unknown as pg.ClientConfig["types"];
  const client = new pg.Client({ ...database, types });
  await client.connect();
  const results: RunResult[] = [];
  for (const { setup, code } of programs) {
    await client.query("begin; create schema tried; set local search_path to tried");
    try {
      if (setup) await client.query(setup);
      const answers = [await client.query({ text: code, rowMode: "array" })].flat() as unknown as pg.QueryArrayResult[];
      results.push({ output: rowsOf(answers.filter(({ fields }) => fields.length > 0).at(-1)), problem: "" });
    } catch (error) {
      results.push({ output: "", problem: String(error) });
    }
    await client.query("rollback; drop schema if exists tried cascade");
  }
  await client.end();
  return results;
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
function execute(file: string, args: string[], { timeout = 20_000 } = {}): Promise<RunResult> {
  return new Promise((done) => {
    // Compilers would otherwise report errors in the language of the machine.
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    execFile(file, args, { timeout, encoding: "utf8", env }, (error, stdout, stderr) =>
      done({ output: tidy(stdout), problem: error ? stderr || String(error) : "" }),
    );
  });
}

/** Joins the lines as the answers in the content do. */
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
