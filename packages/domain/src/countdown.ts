export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** What a countdown shows; null once the start has passed. */
export function timeLeft({ startsAt, now }: { startsAt: Date; now: Date }): TimeLeft | null {
  const seconds = Math.floor((startsAt.getTime() - now.getTime()) / 1000);
  if (seconds < 0) return null;
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
