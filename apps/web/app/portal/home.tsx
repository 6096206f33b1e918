import { redirect } from "react-router";

/** The portal starts with the courses. */
export function loader() {
  return redirect("/dashboard/mycourses");
}

export default function PortalHome() {
  return null;
}
