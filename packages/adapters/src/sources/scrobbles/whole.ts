/** The largest whole number that a column takes. */
const largest = 2_147_483_647

/** A number to the nearest whole one; null for none, or one that cannot be stored. */
export const whole = (given: number | null | undefined): number | null => {
  const rounded = Math.round(given ?? Number.NaN)
  return Math.abs(rounded) <= largest ? rounded : null
}
