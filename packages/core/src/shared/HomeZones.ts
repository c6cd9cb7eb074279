import type { LocalDate } from "./LocalDate.js"

/** The owner lives in a zone from a day on. The first period also covers everything before it; null says so. */
export interface ZonePeriod {
  readonly from: LocalDate | null
  readonly zone: string
}

/** A stay elsewhere; both days are included. */
export interface ZoneTrip {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly zone: string
}

/** Where the owner lived and travelled, each list in the order of its days. Trips go before periods. */
export interface ZoneHistory {
  readonly periods: ReadonlyArray<ZonePeriod>
  readonly trips: ReadonlyArray<ZoneTrip>
}

/** The home time zone of today, which is that of the last period, and the history. */
export interface HomeZones {
  readonly zone: string
  readonly history: ZoneHistory
}
