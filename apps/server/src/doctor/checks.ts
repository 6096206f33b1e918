import { checkConnections, checkReplication, checkTransactions } from "./activity.ts";
import { checkBackups } from "./backups.ts";
import { checkCertificates, checkSigningKeys } from "./certificates.ts";
import type { Check } from "./check.ts";
import { checkClock, checkClockOfProviders } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkIndexes, checkRights, checkSchema, checkServer, checkSize } from "./database.ts";
import { checkDisk } from "./disk.ts";
import { checkJobs } from "./jobs.ts";
import { checkMail } from "./mail.ts";
import { checkPayments } from "./payment.ts";
import { checkProduct } from "./product.ts";
import { checkSms, checkSmsIds } from "./sms.ts";
import { checkStaff } from "./staff.ts";
import { checkStore } from "./store.ts";
import { checkVersions } from "./versions.ts";

/** All checks, in the order of the report. None of them changes anything; those with `ask` need the database. */
export const checks: Check[] = [
  { area: "configuration", look: checkConfiguration },
  { area: "database", ask: checkServer },
  { area: "database", ask: checkSchema },
  { area: "database", ask: checkRights },
  { area: "database", ask: checkConnections },
  { area: "database", ask: checkReplication },
  { area: "database", ask: checkTransactions },
  { area: "database", ask: checkIndexes },
  { area: "database", ask: checkSize },
  { area: "disk", look: checkDisk },
  { area: "clock", ask: checkClock },
  { area: "clock", look: checkClockOfProviders },
  { area: "mail", look: checkMail },
  { area: "sms", look: checkSms },
  { area: "sms", ask: checkSmsIds },
  { area: "payment", look: checkPayments },
  { area: "object store", look: checkStore },
  { area: "certificates", ask: checkSigningKeys },
  { area: "certificates", look: checkCertificates },
  { area: "backups", look: checkBackups },
  { area: "jobs", ask: checkJobs },
  { area: "product", look: checkProduct },
  { area: "versions", look: checkVersions },
  { area: "staff", ask: checkStaff },
];
