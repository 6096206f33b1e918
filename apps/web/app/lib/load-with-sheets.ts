/**
 * The build calls this where a part brings its own sheets (`vite-styles.ts`). The part is there only once they are, so it never shows
 * without them.
 */
export async function __vitePreload<Part>(load: () => Promise<Part>, sheets: string[]): Promise<Part> {
  const [part] = await Promise.all([load(), ...sheets.map(linkOnce)]);
  return part;
}

const linked = new Map<string, Promise<void>>();

function linkOnce(file: string): Promise<void> | undefined {
  const href = `/${file}`;
  const known = linked.get(href);
  // A link of the page itself may be switched off, because its rules are in the page.
  if (known || document.querySelector(`link[href^="${href}"]`)) return known;
  const fresh = linkSheet(href);
  linked.set(href, fresh);
  fresh.catch(() => linked.delete(href));
  return fresh;
}

/** A link that failed is taken away, so that the next try loads it again. */
function linkSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} did not load`));
    };
    document.head.append(link);
  });
}
