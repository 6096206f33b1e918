import { answerInThread } from "../../pdf/in-thread.ts";
import { drawCertificate } from "./certificate-pdf.ts";
import { pictureCertificate } from "./certificate-picture.ts";
import type { CertificateInput } from "./drawing.ts";

await answerInThread(({ as, ...certificate }: CertificateInput & { as: "pdf" | "picture" }) =>
  as === "pdf" ? drawCertificate(certificate) : pictureCertificate(certificate),
);
