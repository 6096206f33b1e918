import { defaultKeepFiles, type KeepFiles } from "./file-retention.ts";
import { defaultStorageSettings, type StorageSettings } from "./lesson-file.ts";
import { type BehindRule, defaultBehindRule } from "./progress.ts";
import { defaultRecordingRules, type RecordingRules } from "./watching.ts";

/** What the institute decides about classes and places. Owners change it in the console. */
export type ClassSettings = StorageSettings &
  RecordingRules & {
    /** Learners may ask for another batch until this class of theirs has begun. */
    changeUntilClass: number;
    /** How often a learner may change the batch of one purchase without staff. */
    mostChanges: number;
    /** False: a request that keeps the rules is accepted at once. */
    changesNeedApproval: boolean;
    /** How long the next in line has for an offered place. */
    offerHours: number;
    /** Learners pause at most so long. */
    pauseMostDays: number;
    /** Certificates are issued as soon as they are earned; otherwise staff issue them. */
    issuesAutomatically: boolean;
    /** When a learner of a batch falls behind. */
    behind: BehindRule;
    /** How long things of a batch stay after its end. */
    keepFiles: KeepFiles;
  };

export const defaultClassSettings: ClassSettings = {
  changeUntilClass: 5,
  mostChanges: 2,
  changesNeedApproval: true,
  offerHours: 24,
  pauseMostDays: 180,
  issuesAutomatically: true,
  behind: defaultBehindRule,
  keepFiles: defaultKeepFiles,
  ...defaultStorageSettings,
  ...defaultRecordingRules,
};
