import { useEffect } from "react";
import { useNavigate } from "react-router";
import { Loading } from "./loading.tsx";

/** Leads to Today, which everybody may see. */
export default function StaffHome() {
  const navigate = useNavigate();
  // `<Navigate>` of the router would be added to the file that every public page loads.
  useEffect(() => void navigate("/staff/today", { replace: true }), [navigate]);
  return <Loading />;
}
