import { spawn } from "node:child_process";
import type { Scan } from "../ports.ts";

const timeout = 1_800_000;
const longestOutput = 1000;

/** A command of the operator that gets the path of a file: it ends with 0 for a clean file, and with 1 for one that is refused. */
export function scanCommand(command: string): Scan {
  return (path) =>
    new Promise((done, fail) => {
      // By the shell, so that the command may have options. The path is an argument and never part of its text.
      const child = spawn("/bin/sh", ["-c", `${command} "$1"`, "scan", path], {
        stdio: ["ignore", "pipe", "ignore"],
        timeout,
      });
      let said = "";
      child.stdout.on("data", (part: Buffer) => {
        if (said.length < longestOutput) said += part;
      });
      child.once("error", fail);
      child.once("close", (code, signal) => {
        if (code === 0) done(null);
        else if (code === 1) done(said.slice(0, longestOutput));
        else fail(new Error(`SCAN_COMMAND ended with ${signal ?? code}, so nobody knows whether a file is clean.`));
      });
    });
}
