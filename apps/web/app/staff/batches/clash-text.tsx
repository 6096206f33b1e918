import { Notice } from "../../ui/message.tsx";
import { StaffIcon } from "../icon.tsx";

/** What the server says about classes of a trainer or in a room at the same time. */
export function ClashText({ clash }: { clash: string | undefined }) {
  if (!clash) return null;
  return (
    <Notice look="wrong" role="alert">
      <StaffIcon name="warn" />
      <p>{clash}</p>
    </Notice>
  );
}
