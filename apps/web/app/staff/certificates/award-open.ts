import type { AwardLearner, StaffCertificate } from "@shoreline/contract";

/** The dialog that is open, and what it is about. */
export type Open =
  | { dialog: "issue"; purchaseIds: string[] }
  | { dialog: "preview"; learner: AwardLearner }
  | { dialog: "below"; learner: AwardLearner }
  | { dialog: "revoke"; certificate: StaffCertificate }
  | { dialog: "reissue"; certificate: StaffCertificate };
