/** The `ref` of the current tab: on a phone the row scrolls until the tab is in its middle. */
export function scrollToTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
