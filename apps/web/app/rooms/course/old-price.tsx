/** Struck through beside the price that holds now. */
export function OldPrice({ listPrice }: { listPrice: string }) {
  return (
    <s className="mr-auto text-l text-ink-2">
      <span className="sr-only">List price </span>
      {listPrice}
    </s>
  );
}
