/** `<form onFocus={prefill}>`: for a learner who is signed in, the first focus fills the fields that are still empty. */
export function prefill({ currentTarget: form }: { currentTarget: HTMLFormElement }): void {
  if ("signedIn" in document.documentElement.dataset && !form.dataset.filled)
    import("./fill-form.ts").then(({ fillForm }) => fillForm(form)).catch(() => {});
}
