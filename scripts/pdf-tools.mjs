import { installTools } from "./debian-tools.mjs";

/** Installs the programs that judge our PDF signatures, where we may. Without them these tests skip by name. */
export function installPdfTools() {
  installTools({ pdfsig: "poppler-utils", qpdf: "qpdf" });
}
