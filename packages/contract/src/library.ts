import { uploadCalls } from "./upload-shapes.ts";

export const library = { ...uploadCalls };
