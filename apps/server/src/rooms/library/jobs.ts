import { defineJob } from "../../jobs/job.ts";

/** Watching counts as attending from now on: what was watched before is counted too. */
export const countWatched = defineJob("library.count-watched", {});
