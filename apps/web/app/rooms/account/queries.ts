import { useQuery } from "@tanstack/react-query";
import { learnerClient } from "../../lib/learner.ts";

export function useProfile() {
  return useQuery({ queryKey: ["profile"], queryFn: ({ signal }) => learnerClient.account.read({}, { signal }) });
}

export function useGuardian() {
  return useQuery({ queryKey: ["guardian"], queryFn: ({ signal }) => learnerClient.account.guardian({}, { signal }) });
}

export function usePasskeys() {
  return useQuery({ queryKey: ["passkeys"], queryFn: ({ signal }) => learnerClient.account.passkeys({}, { signal }) });
}

export function useSessions() {
  return useQuery({ queryKey: ["sessions"], queryFn: ({ signal }) => learnerClient.account.sessions({}, { signal }) });
}

export function useChannels() {
  return useQuery({ queryKey: ["channels"], queryFn: ({ signal }) => learnerClient.account.channels({}, { signal }) });
}
