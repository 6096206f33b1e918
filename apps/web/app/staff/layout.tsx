import type { StaffMe } from "@shoreline/contract";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { pageProblem } from "../lib/problem.ts";
import { ProblemPage } from "../ui/problem-page.tsx";
import type { Route } from "./+types/layout";
import { forgetKept } from "./classes/kept-page.ts";
import { keepSending } from "./classes/send-marks.ts";
import { createStaffQueries, isRefused, onSignedOut } from "./client.ts";
import { ClientOnly } from "./client-only.tsx";
import { LoadProblem } from "./load-problem.tsx";
import { Loading } from "./loading.tsx";
import { ProveDialog } from "./prove.tsx";
import { may, meKey, readMe } from "./queries.ts";
import { RefusedRoom } from "./refused-room.tsx";
import { roomAt } from "./rooms.ts";
import { Shell } from "./shell.tsx";
import { ToastHost } from "./toast.tsx";

export const meta = () => [{ title: "Staff" }, { name: "robots", content: "noindex" }];

export default function StaffLayout() {
  return (
    <ClientOnly
      fallback={
        <Shell>
          <Loading />
        </Shell>
      }
    >
      <Console />
    </ClientOnly>
  );
}

function Console() {
  const [queries] = useState(createStaffQueries);
  return (
    <QueryClientProvider client={queries}>
      <Guarded />
    </QueryClientProvider>
  );
}

function Guarded() {
  useWayToSignIn();
  const me = useQuery({ queryKey: meKey, queryFn: readMe, networkMode: "always" });
  const sender = me.data && may(me.data, "teach classes") ? me.data.staffId : "";
  useEffect(() => (sender ? keepSending(sender) : undefined), [sender]);
  if (me.data)
    return (
      <Shell me={me.data}>
        <ToastHost>
          <Room me={me.data} />
        </ToastHost>
        <ProveDialog />
      </Shell>
    );
  return (
    <Shell>
      {me.error && !isRefused(me.error, "STAFF_ONLY") ? (
        <LoadProblem what="The console" error={me.error} onRetry={me.refetch} />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

function useWayToSignIn(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onSignedOut(() => {
        void forgetKept();
        navigate(`/staff/sign-in?next=${encodeURIComponent(pathname + search)}`, { replace: true });
      }),
    [navigate, pathname, search],
  );
}

function Room({ me }: { me: StaffMe }) {
  const room = roomAt(useLocation().pathname);
  return room && !may(me, room.permission) ? <RefusedRoom room={room} me={me} /> : <Outlet context={me} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ProblemPage {...pageProblem(error)} />
    </Shell>
  );
}
