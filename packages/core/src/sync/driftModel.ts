/** A provider's own number of records, and how many of them Daybook leaves out on purpose, by reason. */
export interface ProviderCount {
  /** What is counted, such as `plays`. */
  readonly unit: string
  readonly total: number
  readonly excluded?: Readonly<Record<string, number>>
}

/** The newest comparison of a provider's number of records with the stored one. Times are epoch milliseconds. */
export interface Drift {
  readonly unit: string
  readonly provider: number
  readonly stored: number
  /** Records of the provider that are not stored for a known reason, by reason. */
  readonly explained: Readonly<Record<string, number>>
  readonly checkedAt: number
  /** The first check in a row whose difference was too large; null if the newest difference is not. */
  readonly suspectedAt: number | null
  /** When the difference was confirmed by a later check; null if it was not. */
  readonly since: number | null
}
