import { defineJob } from "../../jobs/job.ts";

export const notifyOfWebinars = defineJob("webinar.remind", {});
