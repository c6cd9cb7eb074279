import type { SourceFailure } from "@daybook/core/sync"
import { Stream } from "effect"
import { csvRecords } from "../exportFile/csvRecords.js"
import type { Member } from "../exportFile/members.js"
import { jsonRows } from "../exportFile/members.js"
import { type Fields, fieldsOf, listOf } from "../jsonValues.js"
import type { PlacedSave, SaveRow, SaveTally } from "./saveFile.js"

/** The saves in a CSV file. Columns are in small letters. */
export const csvSaves = (
  member: Member,
  tally: SaveTally,
  options: { readonly source: string; readonly needed: ReadonlyArray<string> },
  read: (value: (column: string) => string) => SaveRow
): Stream.Stream<PlacedSave, SourceFailure> =>
  Stream.map(
    csvRecords(member, {
      source: options.source,
      needed: options.needed.map((name) => [name]),
      cutShort: tally.cutShort
    }),
    ({ place, value }) => ({ place, row: value === null ? null : read(value) })
  )

/** The saves in the first list of a JSON file. `maxLength` is the longest one in characters, 1 MB if left out. */
export const jsonSaves = (
  member: Member,
  tally: SaveTally,
  read: (fields: Fields) => SaveRow,
  maxLength?: number
): Stream.Stream<PlacedSave, SourceFailure> =>
  Stream.map(jsonRows(member, tally.cutShort, undefined, maxLength), ({ place, value }) => {
    const fields = fieldsOf(value)
    return { place, row: fields === null ? null : read(fields) }
  })

/** Names that are texts, or objects with a name in one of these members. */
export const namesIn = (value: unknown, ...members: ReadonlyArray<string>): ReadonlyArray<string> =>
  listOf(value).flatMap((one) => {
    const fields = fieldsOf(one)
    const names = fields === null ? [one] : members.map((member) => fields[member])
    return names.find((name) => typeof name === "string") ?? []
  }) as ReadonlyArray<string>

/** Whether a value says yes: `true`, 1, `"1"`, `"yes"`. */
export const isYes = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === "string" && /^(?:1|true|yes)$/i.test(value.trim()))
