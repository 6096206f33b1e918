import { useQuery } from "@tanstack/react-query";
import { booksClient } from "../client.ts";

const booksKey = ["books"];

export function useBookMonths() {
  return useQuery({ queryKey: [...booksKey, "months"], queryFn: () => booksClient.months({}) });
}

export function useBookMonth(month: string) {
  return useQuery({ queryKey: [...booksKey, "month", month], queryFn: () => booksClient.month({ month }) });
}

/** The list belongs to one month: `key` of its part of the page. */
export function useBookDocuments(month: string, after: string | null) {
  return useQuery({
    queryKey: [...booksKey, "documents", month, after],
    queryFn: () => booksClient.documents({ month, ...(after ? { after } : {}) }),
    // Another page: the list stays until the new one is here.
    placeholderData: (previous) => previous,
  });
}

export const settlementsKey = [...booksKey, "settlements"];

export function useSettlements(month: string) {
  return useQuery({ queryKey: [...settlementsKey, month], queryFn: () => booksClient.settlements({ month }) });
}
