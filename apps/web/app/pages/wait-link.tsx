import { ButtonLink } from "../ui/button.tsx";

/** The portal has the waiting list: who is not signed in signs in first. */
export default function WaitLink({ courseId }: { courseId: string }) {
  return (
    <ButtonLink look="line" className="mt-2" to={`/dashboard/viewdetails/${encodeURIComponent(courseId)}`}>
      Join the waiting list
    </ButtonLink>
  );
}
