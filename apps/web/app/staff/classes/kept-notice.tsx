import { Notice } from "../../ui/message.tsx";
import { StaffIcon } from "../icon.tsx";
import { keptText } from "./class-words.ts";
import { isLasting } from "./kept-marks.ts";
import { useKeptMarks } from "./use-marks.ts";

/** Marks of all classes that wait on this phone until they are sent. */
export function KeptMarks({ staffId }: { staffId: string }) {
  const count = useKeptMarks(staffId).length;
  return <KeptNotice count={count} />;
}

export function KeptNotice({ count }: { count: number }) {
  return (
    <div role="status">
      {count > 0 ? (
        <Notice look="waiting">
          <StaffIcon name="clock" />
          <p>
            <b>{keptText(count)}.</b>{" "}
            {isLasting()
              ? "They will be sent automatically when the network is back."
              : "This browser keeps nothing: leave the page open until they are stored."}
          </p>
        </Notice>
      ) : null}
    </div>
  );
}
