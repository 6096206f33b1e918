/**
 * Settings that only take effect at the start of a process (docs/reliability.md has the figures). Node would let garbage pile up
 * to hundreds of megabytes before it looks, and the C library would give every thread a heap of its own.
 */
export const memoryFlags = ["--max-old-space-size=384", "--max-semi-space-size=8"];
export const memoryEnv = { MALLOC_ARENA_MAX: "2" };
