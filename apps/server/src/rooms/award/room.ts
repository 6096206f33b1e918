import { defineRoom } from "../../room.ts";
import { listCertificates } from "./certificates.ts";
import { reissue, revoke } from "./change.ts";
import { awardDemo } from "./demo.ts";
import { previewDesign, saveDesign, showDesign } from "./design.ts";
import { issueBelowRule, issueToMany } from "./issue.ts";
import { listLearners } from "./learners.ts";
import { previewFor, readNames } from "./preview.ts";
import { readRules, saveAutomatic, saveRule } from "./rules.ts";

export const award = defineRoom({
  name: "award",
  demo: awardDemo,
  handlers: {
    learners: listLearners,
    list: listCertificates,
    names: readNames,
    preview: previewFor,
    issue: issueToMany,
    issueBelow: issueBelowRule,
    revoke,
    reissue,
    rules: readRules,
    saveRule,
    saveAutomatic,
    design: showDesign,
    previewDesign,
    saveDesign,
  },
});
