import { Array } from "effect"

/** Groups instants by UTC month, from their ISO text. */
export const monthsOf = (instants: ReadonlyArray<number>) => {
  const months = Array.groupBy(
    [...instants].sort((a, b) => a - b),
    (at) => new Date(at).toISOString().slice(0, 7)
  )
  return Object.entries(months).map(([month, those]) => ({
    from: Date.parse(`${month}-01T00:00:00Z`),
    plays: those.length
  }))
}
