import type { Draw } from "../ports.ts";

/** A fake document: it starts like a PDF and contains its input. A real one takes a second of CPU. */
export const fakeDraw: Draw = async (module, input) => {
  const name = module.pathname.split("/").at(-1);
  return Buffer.from(`%PDF-1.7 fake ${name} ${JSON.stringify(input)}`);
};
