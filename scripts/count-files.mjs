/** A reporter for knip: says how many files it read, since a tool that reads none finds nothing wrong. */
export default function countFiles({ counters }) {
  if (counters.processed === 0) throw new Error("knip read no file, so nothing was checked");
  console.log(`${counters.processed} files`);
}
