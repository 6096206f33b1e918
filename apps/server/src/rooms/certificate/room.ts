import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { certificateDemo } from "./demo.ts";
import { attachCertificate, findCertificateFile, removeFiles, removePersonFile, tidyPictures } from "./files.ts";
import { certificateHandlers } from "./handlers.ts";
import { issueEarned } from "./issue.ts";
import { awardCertificates, publishCertificate, removeCertificateFiles, removePersonPicture } from "./jobs.ts";
import { certificateIssued, certificateReissued, certificateRevoked } from "./mails.ts";
import { publish } from "./publish.ts";
import { certificatePlace } from "./revoke.ts";
import { certificateCheck } from "./shapes.ts";
import { certificateCards } from "./share.ts";
import { warmDrawing } from "./warm.ts";

export const certificate = defineRoom({
  name: "certificate",
  handlers: certificateHandlers,
  demo: certificateDemo,
  records: [certificateCheck],
  mails: [certificateIssued, certificateReissued, certificateRevoked],
  attachments: { certificate: attachCertificate },
  drawings: [certificateCards],
  media: { folder: "certificate", find: findCertificateFile, isImmutable: false },
  jobs: [
    handles(awardCertificates, issueEarned),
    handles(publishCertificate, (ctx, { id }) => publish(ctx, id)),
    handles(removeCertificateFiles, (ctx, { id }) => removeFiles(ctx, id)),
    handles(removePersonPicture, (ctx, { id }) => removePersonFile(ctx, id)),
  ],
  cron: [{ job: awardCertificates, at: "7 * * * *" }],
  personal: [certificatePlace],
  warm: ({ draw }) => warmDrawing(draw),
  tidy: tidyPictures,
});
