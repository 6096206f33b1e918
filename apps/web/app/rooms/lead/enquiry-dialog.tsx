import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/message.tsx";
import { EnquiryFields } from "./enquiry-fields.tsx";

type Props = { courses: string[]; course: string; onClose(): void };

/** The enquiry of the popup, for somebody who asks about the course of this page. */
export default function EnquiryDialog({ courses, course, onClose }: Props) {
  const [isSent, setSent] = useState(false);
  return (
    <Dialog title="Course Enquiry" onClose={onClose}>
      {isSent ? (
        <div className="grid gap-4">
          <Notice look="done" role="status">
            <Icon name="check" />
            <span className="grow">Your enquiry has been sent. We will call you.</span>
          </Notice>
          <Button onClick={onClose}>Close</Button>
        </div>
      ) : (
        <EnquiryFields courses={courses} course={course} onSent={() => setSent(true)} />
      )}
    </Dialog>
  );
}
