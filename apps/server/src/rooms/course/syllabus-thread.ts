export { drawSyllabus as draw } from "./syllabus-pdf.ts";
