export { drawCard as draw } from "./share-card-drawing.ts";
