import { useEffect, useRef } from "react";
import { panel } from "../../ui/floating-panel.module.css";
import { IconButton } from "../../ui/icon-button.tsx";
import { EnquiryFields } from "./enquiry-fields.tsx";
import { enquiry } from "./enquiry-form.module.css";

type Props = { courses: string[]; isClosing: boolean; onClose(): void; onSent(): void };

export function EnquiryForm({ courses, isClosing, onClose, onSent }: Props) {
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) =>
      event.key === "Escape" && !document.querySelector("dialog[open], #chatbot") && close.current();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <section
      role="dialog"
      className={`${panel} ${enquiry}`}
      data-closing={isClosing}
      inert={isClosing}
      aria-labelledby="enquiry-title"
    >
      <div className="flex items-center justify-between">
        <h2 id="enquiry-title" className="text-xl">
          Course Enquiry
        </h2>
        <IconButton icon="x" label="Close the enquiry" onClick={onClose} />
      </div>
      <EnquiryFields courses={courses} onSent={onSent} />
    </section>
  );
}
