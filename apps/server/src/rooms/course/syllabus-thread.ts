import { answerInThread } from "../../pdf/in-thread.ts";
import { drawSyllabus } from "./syllabus-pdf.ts";

await answerInThread(drawSyllabus);
