import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

export const meta = () => [{ title: "Live class" }, { name: "robots", content: "noindex" }];

export default function Meeting() {
  return (
    <>
      <h1>Live class</h1>
      <Empty title="No class was opened">
        <p className="text-ink-2">Join a class from its schedule, and it opens here.</p>
        <ButtonLink to="/dashboard/mycourses">Back</ButtonLink>
      </Empty>
    </>
  );
}
