import { feedItemType, logChanges } from "@daybook/core/changes"
import {
  type Discovery,
  type ListeningChanges,
  type Named,
  type Play,
  betterSpelling,
  foldOf
} from "@daybook/core/listening"
import { withoutMarks } from "@daybook/core/shared"
import { Effect } from "effect"
import { instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { combine } from "./artists.js"
import type { Ids } from "./names.js"

type TitleKind = "album" | "track"

const renamedTitles = table("listening_tracks", { id: number, name: text, sortName: text })
const spelledColumns = { id: number, name: text, fold: text, artist: text }
const discoveryColumns = {
  id: number,
  name: text,
  before: text,
  artist: text,
  mbid: nullable(text),
  givenMbid: nullable(text),
  url: nullable(text),
  firstPlayedAt: nullable(instant)
}

const kinds: ReadonlyArray<{
  readonly kind: TitleKind
  readonly named: (play: Play) => Named | null
  readonly stored: (ids: Ids) => { readonly id: number | null; readonly name: string | null }
}> = [
  {
    kind: "track",
    named: (play) => play.track,
    stored: ({ trackId, trackName }) => ({ id: trackId, name: trackName })
  },
  { kind: "album", named: (play) => play.album, stored: ({ albumId, albumName }) => ({ id: albumId, name: albumName }) }
]

/**
 * Names titles by the best of their reported spellings, in any order of the reports. `divided` are the names of artists
 * that MBIDs divide: a title of such artists has the best spelling that any of them reported, because later reports may
 * join or divide them. Renamed titles count as appeared in the library.
 */
export const nameTitles = Effect.fn("listening.nameTitles")(function* (
  plays: ReadonlyArray<Play>,
  existing: ReadonlyArray<Ids>,
  divided: ReadonlySet<string>,
  changes: ListeningChanges
) {
  let all = changes
  for (const { kind, named, stored } of kinds) {
    const better = new Map<number, string>()
    const folds = new Set<string>()
    plays.forEach((play, place) => {
      const title = named(play)
      if (title === null) return
      if (divided.size > 0 && divided.has(foldOf(play.artist.name))) folds.add(foldOf(title.name))
      const { id, name } = stored(existing[place]!)
      if (id === null || name === null || name === title.name) return
      const best = betterSpelling(better.get(id) ?? name, title.name)
      if (best !== name) better.set(id, best)
    })
    const renamed = yield* rename(kind, better)
    const shared = folds.size === 0 ? [] : yield* rename(kind, yield* sharedSpellings(kind, divided, folds))
    if (renamed.length + shared.length > 0) all = combine(all, { upserted: [...renamed, ...shared], deleted: [] })
  }
  return all
})

/** The titles of divided artists that one of the others spells better. */
const sharedSpellings = (kind: TitleKind, artists: ReadonlySet<string>, folds: ReadonlySet<string>) =>
  Effect.map(
    sql(spelledColumns)`
      SELECT DISTINCT title.id, coalesce(title.reported_name, title.name) AS name, title.fold, spelling.fold AS artist
      FROM listening_spellings AS spelling
      JOIN ${sql(`listening_${kind}s`)} AS title ON title.reported_artist_id = spelling.artist_id
      WHERE spelling.fold = ANY(${[...artists]}::text[]) AND title.fold = ANY(${[...folds]}::text[])`,
    (rows) => {
      const best = new Map<string, string>()
      const keyOf = ({ artist, fold }: { readonly artist: string; readonly fold: string }) => `${artist}\n${fold}`
      for (const row of rows) best.set(keyOf(row), betterSpelling(best.get(keyOf(row)) ?? row.name, row.name))
      return new Map(
        rows.flatMap((row): ReadonlyArray<readonly [number, string]> => {
          const name = best.get(keyOf(row))!
          return name === row.name ? [] : [[row.id, name]]
        })
      )
    }
  )

/** Renames titles, and their feed entries. Returns those in the library. */
const rename = Effect.fn(function* (kind: TitleKind, names: ReadonlyMap<number, string>) {
  if (names.size === 0) return []
  const rows = yield* sql(discoveryColumns)`
    UPDATE ${sql(`listening_${kind}s`)} AS title SET
      name = CASE WHEN title.reported_name IS NULL THEN renamed.name ELSE title.name END,
      sort_name = CASE WHEN title.reported_name IS NULL THEN renamed.sort_name ELSE title.sort_name END,
      reported_name = CASE WHEN title.reported_name IS NOT NULL THEN renamed.name END
    FROM ${renamedTitles.valuesOf(
      Array.from(names, ([id, name]) => ({ id, name, sortName: withoutMarks(name) })),
      "renamed"
    )}, ${sql(`listening_${kind}s`)} AS old, listening_artists AS artist
    WHERE title.id = renamed.id AND old.id = title.id AND artist.id = title.artist_id
    RETURNING title.id, title.name, old.name AS before, artist.name AS artist, title.mbid, title.given_mbid, title.url, (
      SELECT min(played_at) FROM listening_plays AS play WHERE play.visible AND play.${sql.literal(kind)}_id = title.id
    ) AS first_played_at`
  if (kind === "album") yield* renameFeed(rows)
  return rows.flatMap(({ before: _, firstPlayedAt, ...row }): ReadonlyArray<Discovery> =>
    firstPlayedAt === null ? [] : [{ ...row, kind, firstPlayedAt }]
  )
})

const renamedEntries = table("feed_items", { id: number, name: text, before: text })

const renameFeed = (albums: ReadonlyArray<{ readonly id: number; readonly name: string; readonly before: string }>) =>
  Effect.flatMap(
    sql({ id: number })`
      UPDATE feed_items AS item SET title = replace(item.title, album.before, album.name)
      FROM ${renamedEntries.valuesOf(albums, "album")}
      WHERE item.domain = 'listening' AND item.entity_type = 'album' AND item.entity_id = album.id
      RETURNING item.id`,
    (items) =>
      logChanges(
        "listening",
        "upsert",
        feedItemType,
        items.map(({ id }) => id)
      )
  )
