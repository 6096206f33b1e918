import { answerInThread } from "../../pdf/in-thread.ts";
import { drawCard } from "./share-card-drawing.ts";

await answerInThread(drawCard);
