import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { withConfig } from "../command.ts";
import { StartError } from "../start-error.ts";
import { type Answers, questions } from "./institute-questions.ts";
import { refuseFolder, writeInstitute } from "./new-institute.ts";

const flagLines = questions.map(({ name, text }) => `  --${name.padEnd(14)} ${text}`);
const usage = `Usage:
  npm run institute -- new FOLDER [flags]

Makes the content of an institute of your own. What no flag says is asked; with --yes the usual answers are taken.
${flagLines.join("\n")}`;

/** `npm run institute` */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig(async () => {
    const { folder, given, isAsking } = readFlags(args);
    refuseFolder(folder);
    const answers = await complete(given, isAsking && process.stdin.isTTY ? askPerson : null);
    const files = writeInstitute(folder, answers);
    console.log(
      [
        `${answers.name} has a folder of its own now, with ${files.join(", ")}.`,
        "",
        "Next:",
        `  1. Read and complete the files in ${folder}; they say what else is possible.`,
        "     Visitors read our usual terms and privacy policy, which say that fees are final, until you write your own.",
        `  2. npm run content -- check ${folder}`,
        `  3. Set CONTENT_DIR=${folder} in the file .env, with a DATA_DIR that does not hold the demo.`,
        "  4. npm start",
      ].join("\n"),
    );
  });
}

function readFlags(args: string[]) {
  const names = questions.map(({ name }) => name);
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, yes: { type: "boolean" } },
      allowPositionals: true,
    });
    const [verb, folder, ...rest] = positionals;
    if (verb !== "new" || !folder || rest.length > 0) throw new StartError(usage);
    const { yes, ...given } = values as Partial<Answers> & { yes?: boolean };
    return { folder, given: given as Partial<Answers>, isAsking: !yes };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${(error as Error).message}\n\n${usage}`);
  }
}

type Ask = (text: string, usual: string | undefined) => Promise<string>;

export async function complete(given: Partial<Answers>, ask: Ask | null): Promise<Answers> {
  const answers: Partial<Answers> = {};
  for (const { name, text, usual, whyNot, tidy } of questions) {
    const proposal = usual?.(answers);
    let answer = (given[name] ?? (ask ? await ask(text, proposal) : proposal))?.trim();
    while (ask && given[name] === undefined && whyNot(answer ?? "") !== null)
      answer = (await ask(`${text} (${whyNot(answer ?? "")})`, proposal)).trim();
    if (answer === undefined) throw new StartError(`--${name} is missing: ${text}.`);
    const reason = whyNot(answer);
    if (reason) throw new StartError(`--${name} is not possible: ${reason}, not ${JSON.stringify(answer)}.`);
    answers[name] = tidy?.(answer) ?? answer;
  }
  return answers as Answers;
}

const askPerson: Ask = async (text, usual) => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${text}${usual ? ` [${usual}]` : ""}: `)).trim() || (usual ?? "");
  } finally {
    terminal.close();
  }
};
