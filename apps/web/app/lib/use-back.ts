import { useNavigate } from "react-router";

/** Goes to the previous screen, or to My Courses when there is none. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate("/dashboard/mycourses");
  };
}
