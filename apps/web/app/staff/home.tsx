import { useEffect } from "react";
import { useNavigate } from "react-router";
import { Loading } from "./loading.tsx";
import { may, useMe } from "./queries.ts";
import { staffRooms } from "./rooms.ts";

/** Leads to the first room of this person. Everybody has an account. */
export default function StaffHome() {
  const me = useMe();
  const navigate = useNavigate();
  const to = staffRooms.find(({ permission }) => may(me, permission))?.to ?? "/staff/account";
  // `<Navigate>` of the router would be added to the file that every public page loads.
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return <Loading />;
}
