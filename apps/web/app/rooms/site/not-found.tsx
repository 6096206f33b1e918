import { data } from "react-router";
import { ProblemPage } from "../../ui/problem-page.tsx";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = () => [{ title: "404 Page Not Found" }, { name: "robots", content: "noindex" }];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <div className="wrap">
      <ProblemPage kind="missing" requestId={null} />
    </div>
  );
}
