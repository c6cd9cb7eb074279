import { declaredWriter } from "@daybook/core/domain"
import { type Checkin, places } from "@daybook/core/places"
import { eachFile } from "../kit/exportFile/Format.js"
import { isJsonWith, jsonRows } from "../kit/exportFile/formats.js"
import { type RecordRow, recordPages } from "../kit/exportFile/recordFile.js"
import { fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { degreesOf } from "../kit/values.js"

/** `2025-01-15 10:00:00.000000` in UTC, or the epoch seconds of the API. */
const instantOf = (value: unknown): number | null => {
  const seconds = typeof value === "number" ? value : null
  if (seconds !== null) return Number.isFinite(seconds) ? Math.floor(seconds * 1_000) : null
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*Z?$/.exec(textOf(value)?.trim() ?? "") ?? []
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(at) ? null : at
}

const filled = (value: unknown): string | null => textOf(value)?.trim() || null

/**
 * A check-in. `venue` is absent when Foursquare deleted it:
 *
 *   {"id":"65a5…","createdAt":"2025-01-15 10:00:00.000000","type":"checkin","timeZoneOffset":0,
 *    "venue":{"id":"4b00…","name":"Harbour Cafe"},"shout":"hi","lat":38.71,"lng":-9.14}
 */
const readCheckin = (value: unknown): RecordRow => {
  const row = fieldsOf(value)
  if (row === null) return null
  const type = textOf(row["type"]) ?? "checkin"
  if (type !== "checkin") return `of type ${type}`
  const id = filled(row["id"])
  const at = instantOf(row["createdAt"])
  if (id === null || at === null) return null
  const venue = fieldsOf(row["venue"]) ?? {}
  const location = fieldsOf(venue["location"]) ?? {}
  const values: Checkin = {
    checkin: id,
    venue: filled(venue["name"]),
    venue_id: filled(venue["id"]),
    comment: filled(row["shout"]),
    ...degreesOf(numberOf(row["lat"] ?? location["lat"]), numberOf(row["lng"] ?? location["lng"])),
    checked_in_at: at
  }
  return { values, at }
}

/** Check-ins from the export of Swarm: `checkins1.json`, `checkins2.json` and so on. */
export const swarm = fileSource({
  id: "swarm",
  about: { title: "Swarm", brings: "Check-ins, from the export of Swarm." },
  writer: declaredWriter(places),
  syncType: "checkins",
  toPages: recordPages("checkin"),
  format: eachFile({
    ...jsonRows({ member: /^checkins\d*\.json$/, has: [] }).each,
    begins: ({ text }) => isJsonWith(text, "createdAt") && /"type"\s*:\s*"checkin"/.test(text)
  }),
  read: readCheckin,
  expected: "give the zip archive that Foursquare sent, or a checkins file of it"
})
