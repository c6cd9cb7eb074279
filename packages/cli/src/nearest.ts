import { distance } from "fastest-levenshtein"

/** ` (did you mean …?)` where one of the known words is at most two letters away, else nothing. */
export const suggestion = (given: string, known: ReadonlyArray<string>): string => {
  const [nearest] = known
    .map((word) => ({ word, distance: distance(given.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= 2 ? ` (did you mean ${nearest.word}?)` : ""
}
