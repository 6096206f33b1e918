declare global {
  interface Window {
    /** Defined by the page from the server (http/first-load.ts): loads the scripts with `bring`, and React takes the page over. */
    takeOver?(bring: (addresses: string[]) => Promise<void>): Promise<void>;
    /** React has taken the page over, and its effects have run. */
    isTakenOver?: boolean;
    /** The page from the server has nothing to show yet: its scripts come first, and faces with the next page. */
    isBare?: boolean;
  }
}

/**
 * Decides when a page from the server becomes React's: when somebody is about to use it, when it has long been idle, or at once
 * if it has nothing to show yet. Until then links, folds, menus and fields work by themselves, and what needs React waits for it:
 * the press is repeated then. It runs inside the page as text, so it may use nothing from outside.
 */
export function wake(): void {
  const idleMs = 6000;
  const longestWaitMs = 30_000;
  const restMs = 400;
  const longestRestMs = 8000;
  /** `repeat` tells whether React has heard it. */
  type Press = { shown: Element; repeat(): boolean; until: number };
  const presses = new Map<HTMLElement, Press>();
  const failed = Object.assign(document.createElement("p"), { id: "scripts-failed", role: "alert" });
  let [isStarted, hasFailed, notices, timer, quietTurns, lastUse] = [false, false, 0, 0, 0, 0];

  const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps"));

  const isInUse = (element: Element) => window.isTakenOver && isReacts(element);

  /** Older browsers do not know these. */
  const opensByItself = (button: HTMLButtonElement) =>
    ("commandForElement" in button && button.matches("[commandfor]")) ||
    ("popoverTargetElement" in button && button.matches("[popovertarget]"));

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    failed.remove();
    window.takeOver?.(bring).catch((error) => {
      console.warn(error);
      isStarted = false;
      hasFailed = true;
      for (const element of [...presses.keys()]) giveUp(element);
    });
  }

  /** Each file is run in a task of its own, between two touches if nobody waits for it. */
  async function bring(addresses: string[]): Promise<void> {
    if (!hasFailed)
      for (const href of addresses)
        document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const until = Date.now() + longestRestMs;
    for (const address of addresses.slice(0, -1)) {
      while (presses.size === 0 && Date.now() < Math.min(until, lastUse + restMs)) await sleep(100);
      await import(/* @vite-ignore */ address);
      await nextTask();
    }
  }

  function sleep(ms: number): Promise<unknown> {
    return new Promise((done) => setTimeout(done, ms));
  }

  function nextTask(): Promise<unknown> {
    const { port1, port2 } = new MessageChannel();
    return new Promise((next) => {
      port1.onmessage = next;
      port2.postMessage(null);
    });
  }

  function wait(event: Event, element: HTMLElement, { shown, repeat }: Omit<Press, "until">): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    failed.remove();
    shown.setAttribute("aria-busy", "true");
    shown.setAttribute("data-waits", "");
    presses.set(element, { shown, repeat, until: Date.now() + longestWaitMs });
    timer ||= window.setInterval(repeatPresses, 50);
    start();
  }

  function repeatPresses(): void {
    // What the effects have changed is drawn by the next turn: a form that was filled early knows its values then.
    if (window.isTakenOver) quietTurns++;
    for (const [element, { repeat, until }] of [...presses]) {
      const replaced = element.isConnected ? undefined : findReplaced(element);
      if (quietTurns > 1 && isReacts(element) && repeat()) {
        forget(element);
      } else if (quietTurns > 1 && replaced) {
        forget(element);
        replaced.click();
      } else if (Date.now() > until) giveUp(element);
    }
  }

  /** React marks a form before it listens to it. A click makes it hurry, and what it passes over is sent again later. */
  function sendAgain(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
    let isHeard = true;
    const onPassed = (event: Event) => {
      isHeard = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener("submit", onPassed);
    if (submitter) submitter.click();
    else form.requestSubmit();
    removeEventListener("submit", onPassed);
    return isHeard;
  }

  /** React may have replaced the button: finds the one with the same name. */
  function findReplaced(element: HTMLElement): HTMLElement | undefined {
    const nameOf = (button: HTMLElement) => button.ariaLabel ?? button.textContent;
    return [...document.querySelectorAll("button")].find((one) => isReacts(one) && nameOf(one) === nameOf(element));
  }

  function forget(element: HTMLElement): void {
    for (const mark of ["aria-busy", "data-waits"]) presses.get(element)?.shown.removeAttribute(mark);
    presses.delete(element);
    if (presses.size > 0) return;
    clearInterval(timer);
    timer = 0;
  }

  /** A form that has an address of its own is sent there. Otherwise the next press tries again. */
  function giveUp(element: HTMLElement): void {
    forget(element);
    if (element instanceof HTMLFormElement && element.hasAttribute("action")) element.submit();
    else tellFailure();
  }

  function tellFailure(): void {
    // Some browsers remember that a script failed, until the page is loaded again.
    const advice =
      ++notices < 2
        ? "Nothing that you entered is lost. Please press again."
        : "Please copy what you have written, and load the page again.";
    failed.textContent = `A part of this page did not load. ${advice}`;
    document.body.append(failed);
  }

  addEventListener(
    "click",
    (event) => {
      const button = (event.target as Element).closest("button");
      if (!button || isInUse(button) || button.type === "submit" || opensByItself(button)) return;
      const repeat = () => {
        button.click();
        return true;
      };
      wait(event, button, { shown: button, repeat });
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      const { submitter } = event;
      if (isInUse(form) || form.matches("[data-native]")) return;
      wait(event, form, { shown: submitter ?? form, repeat: () => sendAgain(form, submitter) });
    },
    true,
  );
  addEventListener(
    "change",
    (event) => {
      const field = event.target as HTMLInputElement;
      if (field.type !== "file" || isInUse(field)) return;
      // Its part reads what was chosen as soon as it is React's.
      wait(event, field, { shown: field.closest("label") ?? field, repeat: () => true });
    },
    true,
  );
  // Who comes back to the page does not expect it to go on with an old press.
  addEventListener("pagehide", () => [...presses.keys()].forEach(forget));

  const use = ({ type }: Event) => {
    // A mouse on its way asks for nothing yet.
    if (type !== "pointermove") lastUse = Date.now();
    if (!hasFailed) start();
  };
  // Not focus, which a page gives to a field by itself. What a browser fills in is an input.
  for (const sign of ["pointerdown", "keydown", "input"]) addEventListener(sign, use, { passive: true, capture: true });
  // One of these would make React take everything over at once, which blocks a slow phone. It goes on in small steps, and nothing
  // is lost: links, folds and fields need no React, a button waits for it, and a form reads what is in its fields by then.
  const hold = (event: Event) => {
    if (isStarted && !window.isTakenOver) event.stopPropagation();
  };
  const hurrying =
    "pointerdown pointerup mousedown mouseup touchstart touchend click keydown keypress keyup input change";
  for (const name of hurrying.split(" ")) addEventListener(name, hold, { passive: true, capture: true });
  // A browser also reports a mouse that rests.
  addEventListener("pointermove", (move) => (move.movementX || move.movementY) && use(move), { passive: true });
  addEventListener("load", () => setTimeout(start, idleMs));
  if (document.querySelector("[data-loading]")) {
    window.isBare = true;
    start();
  }
}
