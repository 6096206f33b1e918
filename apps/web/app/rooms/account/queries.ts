import { useQuery } from "@tanstack/react-query";
import { readPart } from "../../lib/classroom-parts.ts";

export function useProfile() {
  return useQuery({ queryKey: ["profile"], queryFn: () => readPart("profile") });
}

export function useGuardian() {
  return useQuery({ queryKey: ["guardian"], queryFn: () => readPart("guardian") });
}

export function usePasskeys() {
  return useQuery({ queryKey: ["passkeys"], queryFn: () => readPart("passkeys") });
}

export function useSessions() {
  return useQuery({ queryKey: ["sessions"], queryFn: () => readPart("sessions") });
}

export function useChannels() {
  return useQuery({ queryKey: ["channels"], queryFn: () => readPart("channels") });
}
