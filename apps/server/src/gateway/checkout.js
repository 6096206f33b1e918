// The checkout of the local test gateway. It has the same options, callbacks and events as the provider's own script.
(() => {
  const home = new URL(".", document.currentScript?.src ?? new URL("/dev/gateway/", location.href));

  const methods = [
    {
      id: "upi",
      label: "UPI",
      fields: [
        {
          name: "vpa",
          label: "UPI ID",
          value: "success@upi",
          pattern: "[\\w.\\-]+@[\\w.\\-]+",
          hint: "Use failure@upi for a payment that fails.",
        },
      ],
    },
    {
      id: "card",
      label: "Card",
      fields: [
        { label: "Card number", value: "4111 1111 1111 1111", inputMode: "numeric" },
        { label: "Expiry", value: "12/34", isHalf: true },
        { label: "CVV", value: "123", inputMode: "numeric", isHalf: true },
      ],
    },
    {
      id: "netbanking",
      label: "Netbanking",
      fields: [
        {
          name: "bank",
          label: "Bank",
          choices: { HDFC: "HDFC Bank", ICIC: "ICICI Bank", SBIN: "State Bank of India" },
        },
      ],
    },
    {
      id: "wallet",
      label: "Wallet",
      fields: [
        {
          name: "wallet",
          label: "Wallet",
          choices: { mobikwik: "MobiKwik", olamoney: "Ola Money", airtelmoney: "Airtel Money" },
        },
      ],
    },
  ];

  const failures = [
    { id: "payment_failed", label: "Bank could not complete the payment" },
    { id: "payment_cancelled", label: "Cancelled by the payer" },
    { id: "insufficient_funds", label: "Insufficient funds" },
    { id: "payment_timed_out", label: "UPI request timed out", method: "upi" },
    { id: "card_declined", label: "Card declined", method: "card" },
    { id: "authentication_failed", label: "Authentication failed" },
  ];

  window.Razorpay = class Razorpay {
    #options;
    #listeners = [];
    #checkout = null;

    constructor(options) {
      if (!options?.key) throw new Error("No key passed");
      if (!options.order_id) throw new Error("The local gateway accepts payments for an order only: pass order_id");
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.push({ event, listener });
      return this;
    }

    open() {
      if (this.#checkout) return;
      const { handler, modal } = this.#options;
      const emit = (event, detail) => {
        for (const one of this.#listeners) if (one.event === event) one.listener(detail);
      };
      this.#checkout = openCheckout(this.#options, {
        onClosed: () => {
          this.#checkout = null;
        },
        onPaid: (proof) => handler?.(proof),
        onFailed: (error) => emit("payment.failed", { error }),
        onDismissed: () => modal?.ondismiss?.(),
      });
    }

    close() {
      this.#checkout?.close();
    }
  };

  function openCheckout(options, { onClosed, onPaid, onFailed, onDismissed }) {
    const { modal = {} } = options;
    const view = drawCheckout(options);
    const { host, dialog, form } = view;
    let isBusy = false;
    let isOver = false;
    let failuresLeft = triesAfterFailure(options.retry);

    const { overflow } = document.documentElement.style;
    const close = () => {
      if (isOver) return;
      isOver = true;
      if (dialog.open) dialog.close();
      host.remove();
      document.documentElement.style.overflow = overflow;
      onClosed();
    };
    const dismiss = () => {
      if (isBusy || isOver) return;
      if (modal.confirm_close && !view.isAsking()) return view.ask(true);
      close();
      onDismissed();
    };
    const setBusy = (busy) => {
      isBusy = busy;
      view.showBusy(busy);
    };

    /** `isLost`: the page never gets the answer; after a while it only sees that the window has closed. */
    const pay = async ({ outcome, method, isLost = false }) => {
      if (isBusy || isOver) return;
      setBusy(true);
      const answer = await send(options, { ...view.readForm(method), outcome });
      setBusy(false);
      if (isOver) return;
      if (!answer) return view.showError("The gateway did not answer. Please try again.");
      if (answer.error) {
        view.showError(answer.error.description);
        onFailed({ ...answer.error, metadata: { order_id: options.order_id, ...answer.error.metadata } });
        if (failuresLeft-- > 0 || isOver) return;
        close();
        return onDismissed();
      }
      close();
      if (!isLost) return onPaid(answer);
      setTimeout(onDismissed, 3000);
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      pay({ outcome: "captured" });
    });
    for (const { button, id, method } of view.failureButtons)
      button.addEventListener("click", () => pay({ outcome: id, method }));
    view.loseButton.addEventListener("click", () => pay({ outcome: "captured", isLost: true }));
    view.closeButton.addEventListener("click", dismiss);
    view.leaveButton.addEventListener("click", dismiss);
    view.stayButton.addEventListener("click", () => view.ask(false));
    const onEscape = (event) => {
      event.preventDefault();
      if (view.isAsking()) view.ask(false);
      else if (modal.escape !== false) dismiss();
    };
    // Listens to the key too: a browser lets a page refuse `cancel` only once in a row.
    dialog.addEventListener("keydown", (event) => event.key === "Escape" && onEscape(event));
    dialog.addEventListener("cancel", (event) => event.target === dialog && onEscape(event));
    dialog.addEventListener("mousedown", (event) => {
      if (event.target === dialog && modal.backdropclose) dismiss();
    });

    document.documentElement.style.overflow = "hidden";
    document.body.append(host);
    view.whenStyled(() => {
      if (!isOver) dialog.showModal();
    });
    return { close };
  }

  function triesAfterFailure(retry) {
    if (retry === false || retry?.enabled === false) return 0;
    return retry?.max_count ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the gateway's answer, or undefined when there was none. */
  async function send({ key, amount, order_id }, attempt) {
    try {
      const response = await fetch(new URL(`checkout/${encodeURIComponent(order_id)}/pay`, home), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key, ...(amount === undefined ? {} : { amount: Number(amount) }), ...attempt }),
        signal: AbortSignal.timeout(20_000),
      });
      const answer = await response.json();
      return answer.error || answer.razorpay_payment_id ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  function drawCheckout({ name, description, amount, currency = "INR", prefill = {}, order_id }) {
    const price = amount === undefined ? "" : formatMoney(Number(amount), currency);
    const closeButton = draw("button", { type: "button", className: "close", ariaLabel: "Close" }, "×");
    const alert = draw("p", { className: "alert", role: "alert" });
    const status = draw("p", { className: "status", role: "status" });
    const panels = methods.map(drawPanel);
    const payButton = draw("button", { className: "pay" }, `Pay ${price}`.trim());
    const form = draw("form", {}, drawMethods(), ...panels.map(({ panel }) => panel), payButton, status);
    const failureButtons = failures.map((failure) => ({
      ...failure,
      button: draw("button", { type: "button" }, failure.label),
    }));
    const loseButton = draw("button", { type: "button", className: "lose" }, "Pay, then lose the connection");
    const simulate = draw(
      "section",
      { className: "simulate" },
      draw("h3", {}, "Simulate a failure"),
      draw("ul", { ariaLabel: "Simulate a failure" }, ...failureButtons.map(({ button }) => draw("li", {}, button))),
      loseButton,
      draw("p", { className: "hint" }, "The payment succeeds, but this page does not get the answer."),
    );
    const payer = [prefill.name, prefill.contact, prefill.email].filter(Boolean).join(" · ");
    const main = draw(
      "div",
      { className: "main" },
      alert,
      payer && draw("p", { className: "payer" }, `Paying as ${payer}`),
      form,
      simulate,
    );
    const stayButton = draw("button", { type: "button", className: "pay" }, "Continue paying");
    const leaveButton = draw("button", { type: "button" }, "Leave without paying");
    const question = draw(
      "div",
      { className: "main question", hidden: true },
      draw("h3", {}, "Leave without paying?"),
      stayButton,
      leaveButton,
    );
    const dialog = draw(
      "dialog",
      { ariaLabel: `Payment to ${name ?? "the merchant"}` },
      draw(
        "div",
        { className: "head" },
        draw(
          "div",
          { className: "what" },
          draw("h2", {}, name ?? "Payment"),
          description && draw("p", {}, description),
        ),
        price && draw("p", { className: "price" }, price),
        closeButton,
      ),
      draw("p", { className: "notice" }, draw("strong", {}, "Local test gateway."), " No money moves."),
      main,
      question,
      draw("p", { className: "foot" }, order_id),
    );
    const sheet = draw("link", { rel: "stylesheet", href: new URL("checkout.css", home).href });
    const host = document.createElement("div");
    host.dataset.gateway = "checkout";
    host.attachShadow({ mode: "open" }).append(sheet, dialog);

    const chosen = () => form.elements.method.value;
    const showPanel = () => {
      for (const { panel, id } of panels) panel.hidden = panel.disabled = id !== chosen();
    };
    form.addEventListener("change", showPanel);
    showPanel();

    return {
      host,
      dialog,
      form,
      closeButton,
      failureButtons,
      loseButton,
      stayButton,
      leaveButton,
      readForm(method = chosen()) {
        const fields = panels.find(({ id }) => id === method).inputs.filter((input) => input.name);
        return { method, ...Object.fromEntries(fields.map((input) => [input.name, input.value.trim()])) };
      },
      showError(text) {
        alert.textContent = text;
        alert.scrollIntoView({ block: "nearest" });
      },
      /** `disabled` would take the focus away. */
      showBusy(isBusy) {
        dialog.ariaBusy = String(isBusy);
        for (const button of dialog.querySelectorAll("button")) button.ariaDisabled = String(isBusy);
        status.textContent = isBusy ? "Paying…" : "";
        if (isBusy) alert.textContent = "";
      },
      isAsking: () => !question.hidden,
      ask(isAsking) {
        question.hidden = !isAsking;
        main.hidden = isAsking;
        (isAsking ? stayButton : closeButton).focus();
      },
      whenStyled(show) {
        sheet.addEventListener("load", show, { once: true });
        sheet.addEventListener("error", show, { once: true });
      },
    };
  }

  function drawMethods() {
    const choices = methods.map(({ id, label }, at) =>
      draw(
        "label",
        {},
        draw("input", { type: "radio", name: "method", value: id, checked: at === 0, autofocus: at === 0 }),
        draw("span", {}, label),
      ),
    );
    return draw("fieldset", { className: "methods" }, draw("legend", {}, "Pay with"), ...choices);
  }

  function drawPanel({ id, label, fields }) {
    const inputs = [];
    const rows = fields.map(
      ({ name = "", label: text, value, hint, choices, inputMode = "text", pattern = ".+", isHalf = false }) => {
        const input = choices
          ? draw(
              "select",
              { name },
              ...Object.entries(choices).map(([code, bank]) => draw("option", { value: code }, bank)),
            )
          : draw("input", { name, value, inputMode, pattern, required: true, autocomplete: "off", spellcheck: false });
        inputs.push(input);
        const hintText = hint && draw("span", { className: "hint" }, hint);
        return draw("label", { className: isHalf ? "half" : "" }, draw("span", {}, text), input, hintText);
      },
    );
    const panel = draw("fieldset", { className: "panel", ariaLabel: label }, ...rows);
    return { id, panel, inputs };
  }

  function draw(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children.filter(Boolean));
    return element;
  }

  function formatMoney(amountInPaise, currency) {
    const format = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" };
    return new Intl.NumberFormat("en-IN", format).format(amountInPaise / 100);
  }
})();
