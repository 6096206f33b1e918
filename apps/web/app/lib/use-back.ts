import { useNavigate } from "react-router";

/** To the screen before this one; whoever came here first has none, and goes to their courses. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate("/dashboard/mycourses");
  };
}
