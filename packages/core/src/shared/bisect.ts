/**
 * The number of the first places that satisfy a condition, of `count` places in which all that do stand before all that
 * do not. It asks for a place per doubling of the count.
 */
export const countBefore = (count: number, isBefore: (index: number) => boolean): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
