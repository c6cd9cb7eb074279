/** Words a minute (contract §6). */
const pace = 238

/** Minutes, rounded up. */
export const readMinutes = (words: number | null): number | null => words === null ? null : Math.ceil(words / pace)
