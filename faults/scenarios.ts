import type { Options, Result } from "./round.ts";
import { clock } from "./scenarios/clock.ts";
import { cut } from "./scenarios/cut.ts";
import { diskFull } from "./scenarios/disk-full.ts";
import { failover } from "./scenarios/failover.ts";
import { halfOpen } from "./scenarios/half-open.ts";
import { kill } from "./scenarios/kill.ts";
import { killDatabase } from "./scenarios/kill-database.ts";
import { killEmbedded } from "./scenarios/kill-embedded.ts";
import { mail } from "./scenarios/mail.ts";
import { provider } from "./scenarios/provider.ts";
import { recording } from "./scenarios/recording.ts";
import { rolling } from "./scenarios/rolling.ts";

export const scenarios: Record<string, (options: Options) => AsyncGenerator<Result>> = {
  kill,
  "kill-database": killDatabase,
  "kill-embedded": killEmbedded,
  cut,
  failover,
  "half-open": halfOpen,
  "disk-full": diskFull,
  clock,
  provider,
  mail,
  rolling,
  recording,
};
