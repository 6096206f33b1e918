import type { Site } from "@shoreline/contract";
import { partsOf } from "../lib/parts.ts";

/** What the frame shows of the institute. */
export type FrameData = ReturnType<typeof frameData>;

export function frameData(site: Site) {
  const { name, phone, landline, email, address, social, whatsapp } = site.institute;
  const { codeEditorUrl, placementUrl, jobPortalUrl, enquiryCourses, brand } = site.institute;
  const contact = { name, phone, landline, email, address, social, whatsapp };
  return {
    institute: { ...contact, codeEditorUrl, placementUrl, jobPortalUrl, enquiryCourses },
    parts: partsOf(site),
    year: new Date().getFullYear(),
    hasSea: brand.scene === "coast",
    isDemo: site.isDemo,
  };
}
