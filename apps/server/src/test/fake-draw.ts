import type { Draw } from "../ports.ts";

/** Stands for a drawn document: it begins like a PDF and says what it was drawn from. A real one takes a second of CPU. */
export const fakeDraw: Draw = async (module, input) => {
  const name = module.pathname.split("/").at(-1);
  return Buffer.from(`%PDF-1.7 fake ${name} ${JSON.stringify(input)}`);
};
