import type { Flight } from "@daybook/core/places"
import type { Cells } from "../kit/exportFile/csvTables.js"
import { clockSeconds, clockText } from "../kit/exportFile/writtenTimes.js"
import { departureDay, flightTables, numberOf } from "../kit/flights.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { filled } from "../kit/values.js"

/** `Lisbon / Humberto Delgado (LIS/LPPT)`: the IATA code, or the ICAO code of an airport without one. */
const airportOf = (text: string): string | null => {
  const [, iata = "", icao = ""] = /\(([A-Z0-9]*)\/([A-Z0-9]*)\)\s*$/.exec(text) ?? []
  return filled(iata) ?? filled(icao)
}

/** `TAP (TP/TAP)`, `TAP (TP/)`, `Airbus A320 (A320)`: the last code, else the text before the brackets. */
const codeOf = (text: string): string | null => {
  const codes = /\(([A-Z0-9]*)(?:\/([A-Z0-9]*))?\)\s*$/.exec(text)
  const [, first = "", last = ""] = codes ?? []
  return filled(last) ?? filled(first) ?? filled(text.slice(0, codes?.index))
}

/** Midnight stands for a time that nobody entered. */
const clockOf = (text: string): string | null => {
  const seconds = clockSeconds(text)
  return seconds === null || seconds < 60 ? null : clockText(seconds).slice(0, 5)
}

const minutesOf = (text: string): number | null => {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(text.trim()) ?? []
  const sum = Number(hours) * 60 + Number(minutes)
  return Number.isNaN(sum) || sum === 0 ? null : sum
}

/** The site writes codes. 0 stands for nothing. */
const coded = <Value>(values: ReadonlyArray<Value>, text: string): Value | null =>
  values[Number(text.trim()) - 1] ?? null

const readFlight = (cell: Cells): Flight | null => {
  const days = departureDay(cell("date"))
  const [origin, destination] = [airportOf(cell("from")), airportOf(cell("to"))]
  if (days === null || origin === null || destination === null) return null
  const clock = clockOf(cell("dep time"))
  return {
    ...days,
    origin,
    destination,
    number: numberOf(cell("flight number")),
    airline: codeOf(cell("airline")),
    departed: clock === null || days.flown_on === null ? null : `${days.flown_on}T${clock}`,
    arrived: null,
    duration_min: minutesOf(cell("duration")),
    diverted_to: null,
    aircraft: codeOf(cell("aircraft")),
    registration: filled(cell("registration")),
    seat: filled(cell("seat number")),
    seat_type: coded(["window", "middle", "aisle"] as const, cell("seat type")),
    cabin: coded(["economy", "business", "first", "premium", "private"] as const, cell("flight class")),
    reason: coded(["leisure", "business", "crew", "other"] as const, cell("flight reason")),
    comment: filled(cell("note"))
  }
}

/** Earlier exports have no columns with ids. */
const columns = ["date", "flight number", "from", "to", "dep time", "registration", "flight class"]

/** Flights from the export of myFlightradar24. */
export const myFlightradar24 = fileSource({
  id: "myflightradar24",
  about: { title: "myFlightradar24", brings: "Flights, from the export of myFlightradar24." },
  ...flightTables({ name: "myFlightradar24", columns, days: ["date"], read: readFlight }),
  expected: "give the CSV file from the settings of myFlightradar24"
})
