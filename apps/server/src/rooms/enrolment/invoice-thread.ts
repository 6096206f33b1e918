import { answerInThread } from "../../pdf/in-thread.ts";
import { drawInvoice } from "./invoice-pdf.ts";

await answerInThread(drawInvoice);
