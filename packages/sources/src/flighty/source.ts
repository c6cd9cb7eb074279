import type { Flight } from "@daybook/core/places"
import { type Cells, LeftOutRow } from "../kit/exportFile/csvTables.js"
import { departureDay, flightTables, lowerChoice, numberOf } from "../kit/flights.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { filled } from "../kit/values.js"

/** The first of the columns with a time. Flighty writes the wall clock at the airport, to the minute. */
const firstTime = (cell: Cells, columns: ReadonlyArray<string>): string | null => {
  for (const column of columns) {
    const [time] = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.exec(cell(column).trim()) ?? []
    if (time !== undefined) return time.replace(" ", "T")
  }
  return null
}

const departures = [
  "gate departure (actual)",
  "take off (actual)",
  "gate departure (scheduled)",
  "take off (scheduled)"
]
const arrivals = ["gate arrival (actual)", "landing (actual)", "gate arrival (scheduled)", "landing (scheduled)"]

const isTrue = (text: string) => /^(?:true|yes|1)$/i.test(text.trim())

const cabins = {
  economy: "economy",
  premium_economy: "premium",
  premium: "premium",
  business: "business",
  first: "first",
  private: "private"
} as const

/** A flight, unless it never left. */
const readFlight = (cell: Cells): Flight | LeftOutRow | null => {
  const days = departureDay(cell("date"))
  const [origin, destination] = [filled(cell("from")), filled(cell("to"))]
  if (days === null || origin === null || destination === null) return null
  if (isTrue(cell("canceled"))) return new LeftOutRow({ reason: "canceled" })
  const cabin = lowerChoice(Object.keys(cabins) as Array<keyof typeof cabins>, cell("cabin class"))
  return {
    ...days,
    origin: origin.toUpperCase(),
    destination: destination.toUpperCase(),
    number: numberOf(cell("flight")),
    airline: filled(cell("airline"))?.toUpperCase() ?? null,
    departed: firstTime(cell, departures),
    arrived: firstTime(cell, arrivals),
    duration_min: null,
    diverted_to: filled(cell("diverted to"))?.toUpperCase() ?? null,
    aircraft: filled(cell("aircraft type name")),
    registration: filled(cell("tail number")),
    seat: filled(cell("seat")),
    seat_type: lowerChoice(["window", "middle", "aisle"], cell("seat type")),
    cabin: cabin === null ? null : cabins[cabin],
    reason: lowerChoice(["leisure", "business", "crew", "other"], cell("flight reason")),
    comment: filled(cell("notes"))
  }
}

/** Flights from the export of Flighty. */
export const flighty = fileSource({
  id: "flighty",
  about: { title: "Flighty", brings: "Flights, from the export of Flighty." },
  ...flightTables({
    name: "Flighty",
    columns: ["date", "airline", "flight", "from", "to", "flight flighty id"],
    days: ["date", ...departures, ...arrivals],
    read: readFlight
  }),
  expected: "give the CSV file from Flighty's settings"
})
