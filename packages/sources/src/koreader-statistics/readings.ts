/** The time that a reader spent on a page. */
export interface Visit {
  /** Epoch seconds, by the device's clock. */
  readonly at: number
  /** From 1. Its number depends on font and screen. */
  readonly page: number
  /** Number of pages of the book with that font and screen. */
  readonly of: number
  readonly seconds: number
}

/** Percent of the pages that make a finish: the rest are covers, blank pages and advertisements. */
const finishedPercent = 95

/** Longer books than any. Bounds the memory of a book with a wrong number of pages. */
const maxPages = 1_000_000

/**
 * The first time at which a book with `pages` pages was read to 95 %; null if it never was. Visits come in the order of
 * their time. Those with another font count as the same part of the book.
 */
export const finishOf = (pages: number, visits: ReadonlyArray<Visit>): number | null => {
  if (!Number.isInteger(pages) || pages < 1 || pages > maxPages) return null
  // Each page leads to the next one that was not read, so that every page is passed once.
  const next = Int32Array.from({ length: pages + 2 }, (_, page) => page)
  const unreadFrom = (page: number): number => {
    let at = page
    while (next[at] !== at) at = next[at] = next[next[at]!]!
    return at
  }
  let unread = pages
  for (const { at, of, page } of visits) {
    const first = Math.floor(((page - 1) * pages) / of) + 1
    const last = Math.max(first, Math.floor((page * pages) / of))
    for (let one = unreadFrom(first); one <= Math.min(last, pages); one = unreadFrom(one)) {
      next[one] = one + 1
      unread -= 1
    }
    if ((pages - unread) * 100 >= pages * finishedPercent) return at
  }
  return null
}
