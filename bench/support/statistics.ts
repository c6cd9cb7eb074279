const sorted = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)

/** The median; the mean of the two middle values for an even number. NaN for an empty list. */
export const median = (values: ReadonlyArray<number>): number => {
  const all = sorted(values)
  const middle = Math.floor(all.length / 2)
  return all.length % 2 === 1 ? all[middle]! : (all[middle - 1]! + all[middle]!) / 2
}

/** The percentile for a share from 0 to 1. NaN for an empty list. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
}
