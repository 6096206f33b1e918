import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

export const meta = () => [{ title: "Certification" }, { name: "robots", content: "noindex" }];

export default function Certificates() {
  return (
    <>
      <h1>Certification</h1>
      <Empty title="No certificate yet">
        <p className="max-w-prose text-ink-2">
          When the classes of a course are over and you were there for them, your certificate appears here.
        </p>
        <ButtonLink to="/dashboard/mycourses">My Courses</ButtonLink>
      </Empty>
    </>
  );
}
