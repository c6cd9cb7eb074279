/** How much less a lower place counts (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion, SIGIR 2009). */
const k = 60

/** How many of each list are fused, for pages of `limit` (contract §9): the same on every page, and so is the total. */
export const poolOf = (limit: number): number => Math.min(50, Math.max(2 * limit, 20))

/** Names in any of the lists by the sum of 1 / (60 + place), best first; equals in the order of the lists. */
export const fused = (lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<{ readonly name: string; readonly score: number }> => {
  const scores = new Map<string, number>()
  for (const list of lists) list.forEach((name, index) => scores.set(name, (scores.get(name) ?? 0) + 1 / (k + index + 1)))
  return Array.from(scores, ([name, score]) => ({ name, score })).sort((a, b) => b.score - a.score)
}
