/**
 * An account export: everything that the provider held at one time. Exports arrive in any order, so each record stores
 * the time of the newest listing that had it:
 *
 * - A listing older than the stored record does not change it (`isOutdated`).
 * - A record missing from a listing at least as new as the record is missing (`isMissing`).
 * - A record found only in a listing older than the newest one was deleted since (`isDeletedSince`).
 *
 * Any order of listings leads to the same records, and importing a listing twice changes nothing.
 */
export interface FullListing {
  /** When the provider made the listing, epoch milliseconds. */
  readonly asOf: number
  /** Names of the record lists that are complete: what they lack is missing. Empty for a damaged file. */
  readonly completeLists: ReadonlyArray<string>
  /** Natural keys of all records, if they arrive in several pages. */
  readonly keys?: ReadonlyArray<string>
  /** Natural keys that the listing reports as deleted. */
  readonly deleted?: ReadonlyArray<string>
  /** The listing comes from the provider's API, so no listing is newer. */
  readonly isLive?: boolean
}

/** Epoch milliseconds; null for records stored before listings had a time. */
type AsOf = number | null

/** Whether the stored record is newer than the listing. */
export const isOutdated = (listedAt: AsOf, storedAsOf: AsOf): boolean =>
  listedAt !== null && storedAsOf !== null && listedAt < storedAsOf

/** Whether a record is deleted that a full listing lacks. */
export const isMissing = (storedAsOf: AsOf, listedAt: number): boolean => storedAsOf === null || storedAsOf <= listedAt

/** Whether a record that only an older listing has was deleted before the newest listing. */
export const isDeletedSince = (listedAt: AsOf, newest: AsOf): boolean =>
  listedAt !== null && newest !== null && listedAt < newest
