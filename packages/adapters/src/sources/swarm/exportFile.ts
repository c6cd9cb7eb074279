import type { Checkin } from "@daybook/core/places"
import type { FileSample, ImportFile } from "@daybook/core/sync"
import { Stream } from "effect"

import { baseName } from "../kit/exportFile/members.js"
import { recordPages, type RecordRow } from "../kit/exportFile/recordFile.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { degreesOf } from "../kit/values.js"

const isMember = (name: string): boolean => /^checkins\d*\.json$/.test(name)

/** Whether a file is an export of Swarm, or a file of check-ins from one. */
export const recogniseSwarm = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isMember(baseName(name))) ||
  (/^\ufeff?\s*[[{]/.test(text) && text.includes('"createdAt"') && /"type"\s*:\s*"checkin"/.test(text))

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

/** The check-ins of `checkins1.json`, `checkins2.json` and so on. */
export const exportFile = (file: ImportFile) =>
  recordPages(file, {
    source: "swarm",
    record: "checkin",
    title: "an export of Swarm",
    expected: "give the zip archive that Foursquare sent, or a checkins file of it",
    recognise: recogniseSwarm,
    isMember,
    rows: (member, cutShort) =>
      Stream.map(jsonRows(member, cutShort), ({ place, value }) => ({ place, row: readCheckin(value) }))
  })
