import { recordPage } from "@daybook/core/domain"
import type { Drink } from "@daybook/core/places"
import type { FileSample, ImportFile } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type Cells, type CsvFormat, readTables } from "../kit/exportFile/csvTables.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { sampleOf } from "../kit/exportFile/sample.js"
import { recordPages } from "../kit/exportFile/recordFile.js"
import { fieldsOf, numberOf } from "../kit/jsonValues.js"
import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { degreesOf, filled } from "../kit/values.js"

const source = "untappd"

const within = (value: number | null, most: number) => (value === null || value < 0 || value > most ? null : value)

/** Untappd writes UTC. */
const readDrink = (cell: Cells): Drink | null => {
  const at = wallTimeOf(cell("created_at"))
  const [id, beer] = [filled(cell("checkin_id")), filled(cell("beer_name"))]
  if (at === null || id === null || beer === null) return null
  return {
    checkin: id,
    beer,
    brewery: filled(cell("brewery_name")),
    style: filled(cell("beer_type")),
    abv: within(numberOf(cell("beer_abv")), 100),
    ibu: within(numberOf(cell("beer_ibu")), 10_000),
    // A check-in without a rating has 0 or nothing.
    rating: within(numberOf(cell("rating_score")) || null, 5),
    serving: filled(cell("serving_type")),
    comment: filled(cell("comment")),
    venue: filled(cell("venue_name")),
    city: filled(cell("venue_city")),
    country: filled(cell("venue_country")),
    ...degreesOf(numberOf(cell("venue_lat")), numberOf(cell("venue_lng"))),
    drunk_at: at
  }
}

export const formats: ReadonlyArray<CsvFormat<Drink>> = [
  {
    name: "Untappd",
    columns: ["beer_name", "brewery_name", "created_at", "checkin_id"],
    days: ["created_at"],
    numbers: ["beer_abv", "beer_ibu", "rating_score", "venue_lat", "venue_lng"],
    read: readDrink
  }
]

const isJson = ({ text }: FileSample) =>
  /^\ufeff?\s*\[/.test(text) && text.includes('"beer_name"') && text.includes('"checkin_id"')

const cellsOf = (value: unknown): Cells => {
  const row = fieldsOf(value) ?? {}
  return (column) => {
    const cell = row[column]
    return typeof cell === "string" ? cell : typeof cell === "number" ? String(cell) : ""
  }
}

const jsonPages = (file: ImportFile) =>
  recordPages(file, {
    source,
    record: "drink",
    title: "an export of Untappd",
    expected: "give the file of your history from Untappd",
    recognise: isJson,
    isMember: (name) => name.endsWith(".json"),
    rows: (member, cutShort) =>
      Stream.map(jsonRows(member, cutShort), ({ place, value }) => {
        const values = readDrink(cellsOf(value))
        return { place, row: values === null ? null : { values, at: values.drunk_at } }
      })
  })

/** The check-ins of a history from Untappd, as CSV or JSON. */
export const exportFile = (file: ImportFile) =>
  Stream.unwrap(
    Effect.map(sampleOf(file, source), (sample) =>
      isJson(sample)
        ? jsonPages(file)
        : Stream.fromEffect(
            Effect.map(readTables(file, source, formats), (rows) => recordPage({ record: "drink", rows }))
          )
    )
  )

export const recogniseJson = isJson
