/** Keys 1 to 4 choose an option of the focused question if it is visible, else of the one being read. */
export function chooseByKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return;
  if (document.querySelector("dialog[open]")) return;
  if (target.matches("textarea, select, input:not([type=radio])")) return;
  const section = (isInView(target) && target.closest("[data-question]")) || questionInView();
  const option = section?.querySelectorAll("input")[Number(key) - 1];
  option?.focus();
  option?.click();
}

/** The header covers the top 72 px. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 72 && top < window.innerHeight;
}

/** The question at the upper middle of the window. */
function questionInView(): Element | undefined {
  const sections = [...document.querySelectorAll("[data-question]")];
  return sections.find((section) => section.getBoundingClientRect().bottom > window.innerHeight * 0.4);
}
