import type { CorrectedRow, CorrectedTitle, Kind, TitleKind } from "@daybook/core/listening"
import { withoutMarks } from "@daybook/core/shared"
import { Effect } from "effect"
import { boolean, nullable, number, text } from "../../kit/columns.js"
import { sql } from "../../kit/sql.js"
import { table } from "../../kit/table.js"
import { matchesFilter } from "../rows.js"
import { forgetDetails } from "./forgetDetails.js"
import type { StoredArtist, StoredTitle } from "./reported.js"

const artistRows = table("listening_artists", {
  id: number,
  standIn: nullable(number),
  givenName: nullable(text),
  givenSortName: nullable(text),
  givenMbid: nullable(text),
  concealed: boolean
})
const titleRows = table("listening_tracks", {
  id: number,
  artistId: number,
  standIn: nullable(number),
  name: text,
  sortName: text,
  reportedName: nullable(text),
  givenMbid: nullable(text),
  concealed: boolean
})

/** Writes what corrections make of artists. Returns the ids of those that changed; their names follow later. */
export const writeArtists = Effect.fn("listening.writeArtists")(function* (
  existing: ReadonlyArray<StoredArtist>,
  corrected: ReadonlyArray<CorrectedRow>
) {
  const before = new Map(existing.map((row) => [row.id, row]))
  const changed = corrected.filter((row) => {
    const old = before.get(row.id)!
    return (
      old.concealed !== row.concealed ||
      old.givenName !== row.givenName ||
      old.givenMbid !== row.givenMbid ||
      old.standIn !== row.standIn
    )
  })
  yield* artistRows.update(
    changed.map((row) => ({ ...row, givenSortName: row.givenName === null ? null : withoutMarks(row.givenName) })),
    { key: ["id"], returning: {} }
  )
  yield* forgetDetails("artist", identified(before, changed))
  return changed.map(({ id }) => id)
})

/** The rows to which the owner gave another MusicBrainz id, or none any more. */
const identified = (
  before: ReadonlyMap<number, Pick<CorrectedRow, "givenMbid">>,
  changed: ReadonlyArray<Pick<CorrectedRow, "givenMbid" | "id">>
) => changed.flatMap(({ givenMbid, id }) => (before.get(id)!.givenMbid === givenMbid ? [] : [id]))

/** Writes what corrections make of albums or tracks. Returns the ids of those that changed. */
export const writeTitles = Effect.fn("listening.writeTitles")(function* (
  kind: TitleKind,
  existing: ReadonlyArray<StoredTitle>,
  corrected: ReadonlyArray<CorrectedTitle>
) {
  const before = new Map(existing.map((row) => [row.id, row]))
  const changed = corrected.flatMap(({ givenName, ...row }) => {
    const old = before.get(row.id)!
    const reported = old.reportedName ?? old.name
    const name = givenName ?? reported
    const reportedName = givenName === null ? null : reported
    const isSame =
      old.artistId === row.artistId &&
      old.standIn === row.standIn &&
      old.concealed === row.concealed &&
      old.givenMbid === row.givenMbid &&
      old.name === name &&
      old.reportedName === reportedName
    return isSame ? [] : [{ ...row, name, sortName: withoutMarks(name), reportedName }]
  })
  if (changed.length > 0)
    yield* sql`
      UPDATE ${sql(`listening_${kind}s`)} AS title SET artist_id = row.artist_id, stand_in = row.stand_in,
        name = row.name, sort_name = row.sort_name, reported_name = row.reported_name, given_mbid = row.given_mbid, concealed = row.concealed
      FROM ${titleRows.valuesOf(changed, "row")} WHERE title.id = row.id`
  yield* forgetDetails(kind, identified(before, changed))
  return changed.map(({ id }) => id)
})

const names: Readonly<Record<Kind, { readonly artist?: string; readonly album?: string; readonly track?: string }>> = {
  artist: { artist: "named.name" },
  album: { album: "named.name" },
  track: { artist: "(SELECT name FROM listening_artists WHERE id = named.artist_id)", track: "named.name" }
}

/** Computes again whether filters and corrections hide these rows. Returns the ids of those that changed. */
export const rehide = (kind: Kind, ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number })`
          UPDATE ${sql(`listening_${kind}s`)} AS named SET hidden = NOT hidden
          WHERE id = ANY(${ids}::int[]) AND hidden <> (concealed OR ${matchesFilter(kind, names[kind])}) RETURNING id`,
        (rows) => rows.map(({ id }) => id)
      )
