/**
 * What an account's export is: a full list of what the provider held at one time. Exports come in any order, so each
 * record carries the time at which its source last listed it, and the newest word stands:
 *
 * - a record is stored or changed only by a list that is not older than what is stored (`isOutdated`);
 * - a record that was last listed no later than a full list, and is not in it, is missing (`isMissing`);
 * - what only an older list than the newest full one has, is gone since (`isGoneSince`).
 *
 * Any order of lists comes to the same records, and a list that comes twice changes nothing.
 */
export interface FullList {
  /** When the provider made it, epoch milliseconds. */
  readonly asOf: number
  /** Names of the record lists that it holds whole; what they lack is missing. A damaged file has none. */
  readonly whole: ReadonlyArray<string>
  /** Natural keys of all its records, where they came in several pages. */
  readonly holds?: ReadonlyArray<string>
  /** Natural keys of which it says that they were deleted. */
  readonly deleted?: ReadonlyArray<string>
  /** The provider itself was asked at that time, so that no list is newer. */
  readonly isLive?: boolean
}

/** Times are epoch milliseconds; null where a record was stored before lists had a time. */
type AsOf = number | null

/** Whether what is stored is newer than what a list says of the same record. */
export const isOutdated = (given: AsOf, stored: AsOf): boolean => given !== null && stored !== null && given < stored

/** Whether a full list that does not hold a record says that it is gone. */
export const isMissing = (stored: AsOf, list: number): boolean => stored === null || stored <= list

/** Whether a record that only this list has is gone since, as a newer full list of the same kind did not have it. */
export const isGoneSince = (given: AsOf, newest: AsOf): boolean => given !== null && newest !== null && given < newest
