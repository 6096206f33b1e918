declare global {
  interface Window {
    /** Shows all our faces, once they are here. */
    showFaces?(): void;
  }
}

export type Face = { family: string; weight: string; url: string; isForHeadings?: boolean; unicodeRange?: string };

/**
 * On a first visit our faces come after everything else: text and pictures do not wait for them. Where that was quick, headings
 * get theirs at once, if no line breaks elsewhere then; on a slow phone it would block the page. All text gets them on the next
 * page, where nothing is in view yet, and later visits have them from the start. Runs inside the page as text, so it may use
 * nothing from outside.
 */
export function bringFaces(all: Face[]): void {
  const key = "faces";
  const quickMs = 700;
  // A release may bring other files.
  const names = all.map(({ url }) => url).join(" ");
  const faces = all.map(({ family, url, isForHeadings, ...face }) => ({
    isForHeadings,
    face: new FontFace(family, `url(${url})`, { ...face, display: "optional" }),
  }));
  const heads = faces.filter(({ isForHeadings }) => isForHeadings);
  const show = (some: typeof faces) => {
    for (const { face } of some) document.fonts.add(face);
  };
  /** Of everything in view. */
  const heights = () =>
    [...document.querySelectorAll("main *")].map((part) => {
      const { top, height } = part.getBoundingClientRect();
      return top < innerHeight ? Math.round(height) : 0;
    });

  function showHeadsIfNothingMoves(): void {
    const before = heights();
    show(heads);
    if (heights().every((height, n) => height === before[n])) return;
    for (const { face } of heads) document.fonts.delete(face);
  }

  async function bring(): Promise<void> {
    const isQuick = performance.now() < quickMs;
    await Promise.all(faces.map(({ face }) => face.load()));
    window.showFaces = () => show(faces);
    if (isQuick) showHeadsIfNothingMoves();
    localStorage.setItem(key, names);
  }

  /** Storage may be blocked; then every page is a first visit. */
  function areHere(): boolean {
    try {
      return localStorage.getItem(key) === names;
    } catch {
      return false;
    }
  }

  // The browser holds the first paint for a moment for faces that are loaded now; those that come too late wait for the next page.
  if (areHere()) {
    show(faces);
    for (const { face } of faces) face.load().catch(console.warn);
  } else {
    const start = () => bring().catch(console.warn);
    // A screen of the portal or the console first needs what it shows.
    addEventListener("load", () => (window.isBare ? setTimeout(start, 3000) : start()), { once: true });
  }
}

/**
 * The console draws nothing before its scripts have come, so its faces come at the same time. Runs inside the page as text, so it
 * may use nothing from outside.
 */
export function bringFacesAtOnce(all: Face[]): void {
  const loaded = all.map(({ family, url, isForHeadings, ...face }) => {
    const one = new FontFace(family, `url(${url})`, { ...face, display: "swap" });
    document.fonts.add(one);
    return one.load();
  });
  // The public pages know then that they are here.
  const keep = () => localStorage.setItem("faces", all.map(({ url }) => url).join(" "));
  Promise.all(loaded).then(keep).catch(console.warn);
}
