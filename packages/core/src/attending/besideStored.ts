import type { Mention } from "./records.js"

/** Says no more than that something is off. */
const isBare = ({ at, date, orders, state, title }: Mention): boolean => state === "cancelled" && date === null && at === null && title === null && orders.length === 0

/**
 * What a mention says once it is put beside what its source said before. Of a bare cancellation all else stands as it was
 * told; null where nothing was, for then nobody can tell what is off.
 */
export const besideStored = (given: Mention, stored: Mention | undefined): Mention | null => {
  if (!isBare(given)) return given
  return stored === undefined ? null : { ...stored, state: "cancelled", saidAt: Math.max(stored.saidAt, given.saidAt) }
}
