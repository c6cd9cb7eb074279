/** Whole units of a currency, out of cents. */
export const money = (cents: number | null): number | null => cents === null ? null : cents / 100

/** Part of a whole, 0 to 1; 0 of nothing. */
export const rate = (part: number, all: number): number => all === 0 ? 0 : part / all
