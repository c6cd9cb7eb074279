const sorted = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)

/** The middle one; of an even number the mean of the two. NaN for none. */
export const median = (values: ReadonlyArray<number>): number => {
  const all = sorted(values)
  const middle = Math.floor(all.length / 2)
  return all.length % 2 === 1 ? all[middle]! : (all[middle - 1]! + all[middle]!) / 2
}

/** The value below which a share of all lie. NaN for none. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
}
