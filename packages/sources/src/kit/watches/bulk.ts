/** So many titles that are marked in one second were marked at once. */
const minTitles = 5
/** Seconds that are compared. Nobody marks films on so many; only a file that is no export has more. */
const maxSeconds = 500_000

/**
 * Finds bulk marks: nobody watches five titles in one second. Memory grows with the number of seconds, not of rows. All
 * rows are added before the first question, so the order of rows does not matter.
 */
export const makeBulkMarks = () => {
  const seconds = new Map<number, Set<string> | null>()
  return {
    /** `at` is epoch milliseconds; `title` names the film or episode. */
    add: (at: number, title: string): void => {
      const second = Math.floor(at / 1_000)
      const titles = seconds.get(second)
      if (titles === null) return
      if (titles === undefined) {
        if (seconds.size < maxSeconds) seconds.set(second, new Set([title]))
      } else if (titles.add(title).size >= minTitles) seconds.set(second, null)
    },
    isBulk: (at: number): boolean => seconds.get(Math.floor(at / 1_000)) === null
  }
}

export type BulkMarks = ReturnType<typeof makeBulkMarks>
