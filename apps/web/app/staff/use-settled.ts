import { useEffect, useState } from "react";

const pauseMs = 150;
/** A search for one letter would find everybody. */
export const fewestLetters = 2;

/** The words once nobody has typed for a moment. */
export function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
