import { declaredWriter } from "@daybook/core/domain"
import { type Drink, places } from "@daybook/core/places"
import { mapRows } from "../kit/exportFile/Format.js"
import { type Cells, jsonRows } from "../kit/exportFile/formats.js"
import { tables } from "../kit/exportFile/csvTables.js"
import { recordPages } from "../kit/exportFile/recordFile.js"
import { numberOf, wordOf } from "../kit/jsonValues.js"
import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { degreesOf, filled } from "../kit/values.js"

const within = (value: number | null, max: number) => (value === null || value < 0 || value > max ? null : value)

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

const json = mapRows(jsonRows({ candidate: /\.json$/, has: ["beer_name", "checkin_id"] }), (row) =>
  readDrink((column) => wordOf(row[column]) ?? "")
)

const csv = tables<Drink>([
  {
    name: "Untappd",
    columns: ["beer_name", "brewery_name", "created_at", "checkin_id"],
    days: ["created_at"],
    numbers: ["beer_abv", "beer_ibu", "rating_score", "venue_lat", "venue_lng"],
    read: readDrink
  }
])

/** Drinks from the history of Untappd, as CSV or JSON. */
export const untappd = fileSource({
  id: "untappd",
  about: { title: "Untappd", brings: "Drinks, from the history of Untappd." },
  writer: declaredWriter(places),
  syncType: "drinks",
  toPages: recordPages("drink"),
  format: {
    recognise: (sample) => json.recognise(sample) || csv.recognise(sample),
    rows: (open) => (json.recognise(open.sample) ? json.rows(open) : csv.rows(open))
  },
  read: (row: Drink | string) => (typeof row === "string" ? row : { values: row, at: row.drunk_at }),
  expected: "give the file of your history from Untappd"
})
