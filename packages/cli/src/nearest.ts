/** ` (did you mean …?)` where one of the known words is at most two letters away, else nothing. */
export const suggestion = (given: string, known: ReadonlyArray<string>): string => {
  const [nearest] = known
    .map((word) => ({ word, distance: editDistance(given.toLowerCase(), word) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= 2 ? ` (did you mean ${nearest.word}?)` : ""
}

const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of Array.from(a).entries()) {
    const current = [row + 1]
    for (const [column, other] of Array.from(b).entries()) {
      current.push(Math.min(previous[column + 1]! + 1, current[column]! + 1, previous[column]! + (letter === other ? 0 : 1)))
    }
    previous = current
  }
  return previous[b.length]!
}
