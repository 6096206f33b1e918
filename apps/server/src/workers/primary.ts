import { type Config, readEnvFile } from "../config.ts";
import { type Progress, provideDatabase } from "../db/provide.ts";
import { createLog } from "../http/log.ts";
import { type Closer, stopAll, stopOnSignal, stopsWithinMs } from "../stopping.ts";
import { shareConnections } from "./connections.ts";
import { startCrew, WorkerRefused } from "./crew.ts";
import { forker } from "./fork.ts";

const progress: Progress = (step, detail) => console.log(`  ${step.padEnd(10)} ${detail}`);

/** The process that serves nothing itself: it holds the database and the port, and keeps the workers running. */
export async function runPrimary(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel });
  const closers: Closer[] = [];
  const withinMs = stopsWithinMs(config);
  stopOnSignal(closers, { withinMs: withinMs + 5000 });
  try {
    const database = await provideDatabase(config, progress, (lastWords) =>
      log.error({ lastWords }, "PostgreSQL ended and is started again"),
    );
    closers.unshift(() => database.close());
    database.ended.then((lastWords) => {
      log.fatal({ lastWords }, "PostgreSQL ended");
      process.exit(1); // the workers end with us
    });
    const connections = await shareConnections(database.connection, config.workers);
    progress("workers", `${config.workers}, each with up to ${connections} connections to the database in its pool`);
    // A worker that starts later must not find other settings than its colleagues.
    const env = { ...readEnvFile(".env"), ...process.env };
    const { hire, greeting } = forker({ env, connections, wanted: config.workers });
    const crew = startCrew({ count: config.workers, hire, log });
    closers.unshift(() => crew.stop({ withinMs }));
    await crew.ready;
    console.log(await greeting);
  } catch (error) {
    await stopAll(closers);
    if (error instanceof WorkerRefused) process.exit(1);
    throw error;
  }
}
