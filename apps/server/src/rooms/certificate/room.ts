import { handles } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { defineRoom } from "../../room.ts";
import { certificateDemo } from "./demo.ts";
import { findCertificateFile, removeFiles, removePersonFile, tidyPictures } from "./files.ts";
import { certificateHandlers } from "./handlers.ts";
import { issueEarned } from "./issue.ts";
import {
  awardCertificates,
  publishCertificate,
  removeCertificateFiles,
  removePersonPicture,
  removeSignedFiles,
  signDueCertificates,
} from "./jobs.ts";
import { certificateIssued, certificateReissued, certificateRevoked, certificateSignedAgain } from "./mails.ts";
import { publish } from "./publish.ts";
import { certificatePlace } from "./revoke.ts";
import { certificateCheck } from "./shapes.ts";
import { certificateCards } from "./share.ts";
import { forgetMailHashes, signDue } from "./sign-due.ts";
import { attachCertificate, removeSigned } from "./signed-files.ts";
import { warmDrawing } from "./warm.ts";

export const certificate = defineRoom({
  name: "certificate",
  handlers: certificateHandlers,
  demo: certificateDemo,
  records: [certificateCheck],
  mails: [certificateIssued, certificateReissued, certificateSignedAgain, certificateRevoked],
  attachments: { certificate: attachCertificate },
  drawings: [certificateCards],
  media: { folder: "certificate", find: findCertificateFile, isImmutable: false },
  jobs: [
    handles(awardCertificates, issueEarned),
    handles(publishCertificate, (ctx, { id }) => publish(ctx, id)),
    handles(removeCertificateFiles, async (ctx, { id, signed }) => {
      await removeFiles(ctx, id);
      if (signed) await removeSigned(ctx, { id, signed });
    }),
    handles(removeSignedFiles, removeSigned),
    handles(signDueCertificates, signDue),
    handles(removePersonPicture, (ctx, { id }) => removePersonFile(ctx, id)),
  ],
  cron: [
    { job: awardCertificates, at: "7 * * * *" },
    { job: signDueCertificates, at: "*/10 * * * *", isAlone: true },
  ],
  personal: [certificatePlace],
  async warm({ db, draw }) {
    // After an update there may be many that no release has signed yet.
    await enqueue(db, signDueCertificates, {}, { key: "certificate.sign-due" });
    await warmDrawing(draw);
  },
  async tidy(deps) {
    await tidyPictures(deps);
    await forgetMailHashes(deps);
  },
});
