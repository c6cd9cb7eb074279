/** For which days series are told, epoch milliseconds: events of other days may be left out. */
export interface Span {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Steps that all series of the calendar take together, 10 µs each. */
  readonly steps?: number | undefined
}
