import type { Draw } from "../../ports.ts";
import type { CertificateInput } from "./drawing-parts.ts";
import type { PictureSize } from "./picture-sizes.ts";

const sample: CertificateInput & { as: PictureSize } = {
  as: "small",
  certificateId: "X00000",
  studentName: "Asha Rao",
  studentId: "X2026",
  courseCompleted: "A course",
  hours: 1,
  institute: "The institute",
  city: "India",
  signatory: { name: "Ravi Kumar", designation: "Director" },
  earnedOn: "1 January 2026",
  earnedAt: "2026-01-01T00:00:00.000Z",
  url: "https://institute.invalid",
  isRevoked: false,
};

/** Draws a picture for nobody, so that the first who asks for a document does not wait until the libraries are loaded. */
export async function warmDrawing(draw: Draw): Promise<void> {
  await draw(new URL("./certificate-thread.ts", import.meta.url), sample);
}
