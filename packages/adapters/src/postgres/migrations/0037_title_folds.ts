import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

type Kind = "album" | "track"

interface Title {
  readonly id: number
  readonly artistId: number
  readonly name: string
}

/** What spellings of a name have in common, as it was when this step was released. */
const foldOf = (name: string): string => name.normalize("NFC").toLowerCase()

const isInOneCase = (name: string) => name === name.toLowerCase() || name === name.toUpperCase()

/** The spelling that is shown, as it was when this step was released. */
const betterSpelling = (a: string, b: string): string => {
  const [first, second] = [a.normalize("NFC"), b.normalize("NFC")]
  if (isInOneCase(first) !== isInOneCase(second)) return isInOneCase(first) ? second : first
  return second < first ? second : first
}

/**
 * Albums and tracks are one by name, like artists: case and the composition of letters do not distinguish them. Rows
 * that are equal then are one, and plays that become equal too. The most played row keeps its id.
 */
export const titleFolds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TEMPORARY TABLE equal_titles (kind text, old integer, keeper integer, name text) ON COMMIT DROP`
  yield* fold("album")
  yield* fold("track")
  const rows = yield* sql`SELECT FROM equal_titles AS merged LIMIT 1`
  if (rows.length > 0)
    yield* Effect.all([plays, titles("album"), titles("track"), services, names], { discard: true })
  for (const kind of ["album", "track"] as const) {
    const table = sql(`listening_${kind}s`)
    yield* sql`ALTER TABLE ${table} ALTER fold SET NOT NULL`
    yield* sql`CREATE UNIQUE INDEX ${sql(`listening_${kind}s_fold`)} ON ${table} (artist_id, fold)`
  }
})

const fold = (kind: Kind) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const table = sql(`listening_${kind}s`)
    yield* sql`ALTER TABLE ${table} ADD COLUMN fold text`
    yield* sql`ALTER TABLE ${table} DROP CONSTRAINT ${sql(`listening_${kind}s_artist_id_name_key`)}`
    const all = yield* sql<Title>`SELECT id, artist_id AS "artistId", name FROM ${table}`
    const folds = all.map(({ name }) => foldOf(name))
    yield* sql`
      UPDATE ${table} AS title SET fold = given.fold
      FROM unnest(${all.map(({ id }) => id)}::int[], ${folds}::text[]) AS given (id, fold) WHERE given.id = title.id`
    const groups = new Map<string, Array<Title>>()
    all.forEach((title, place) => {
      const key = `${title.artistId} ${folds[place]}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [title])
      else group.push(title)
    })
    yield* choose(
      kind,
      Array.from(groups.values()).filter(
        (group) => group.length > 1 || group[0]!.name !== group[0]!.name.normalize("NFC")
      )
    )
  })

/** Writes which row of each group stays: the one with the most visible plays, else the oldest. */
const choose = (kind: Kind, groups: ReadonlyArray<ReadonlyArray<Title>>) =>
  Effect.gen(function* () {
    if (groups.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const ids = groups.flatMap((group) => group.map(({ id }) => id))
    const column = sql(`${kind}_id`)
    const counts = new Map(
      (yield* sql<{ id: number; plays: number }>`
        SELECT ${column} AS id, count(*)::int AS plays FROM listening_plays
        WHERE visible AND ${column} = ANY(${ids}::int[]) GROUP BY ${column}`).map(({ id, plays }) => [id, plays])
    )
    const rows = groups.flatMap((group) => {
      const keeper = group.reduce((best, one) => {
        const more = (counts.get(one.id) ?? 0) - (counts.get(best.id) ?? 0)
        return more > 0 || (more === 0 && one.id < best.id) ? one : best
      })
      const name = group.reduce((best, one) => betterSpelling(best, one.name), keeper.name)
      return group.map(({ id }) => ({ old: id, keeper: keeper.id, name: betterSpelling(name, name) }))
    })
    yield* sql`
      INSERT INTO equal_titles (kind, old, keeper, name)
      SELECT ${kind}, given.* FROM unnest(
        ${rows.map(({ old }) => old)}::int[], ${rows.map(({ keeper }) => keeper)}::int[],
        ${rows.map(({ name }) => name)}::text[]
      ) AS given`
  })

/** Plays of one service at one moment, whose names are equal now, are one. The others leave the counts. */
const plays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX listening_plays_key`
  for (const kind of ["album", "track"] as const) {
    const id = sql(`${kind}_id`)
    yield* sql`
      UPDATE listening_plays AS play SET ${id} = merged.keeper FROM equal_titles AS merged
      WHERE merged.kind = ${kind} AND play.${id} = merged.old AND merged.old <> merged.keeper`
  }
  yield* sql`
    CREATE TEMPORARY TABLE equal_plays ON COMMIT DROP AS
    SELECT id, day, artist_id, visible FROM (
      SELECT play.*, row_number() OVER (
        PARTITION BY played_at, track_id, album_id, source, spelling_id ORDER BY visible DESC, twin, ended_at, id
      ) AS place
      FROM listening_plays AS play
      WHERE track_id IN (SELECT keeper FROM equal_titles AS merged WHERE kind = 'track')
        OR album_id IN (SELECT keeper FROM equal_titles AS merged WHERE kind = 'album')
    ) AS ordered WHERE place > 1`
  yield* sql`DELETE FROM listening_plays AS play USING equal_plays AS repeated WHERE play.id = repeated.id`
  yield* sql`
    CREATE UNIQUE INDEX listening_plays_key
    ON listening_plays (played_at, track_id, album_id, source, spelling_id) NULLS NOT DISTINCT`
  yield* sql`
    UPDATE listening_totals AS total SET plays = total.plays - gone.plays
    FROM (SELECT day, count(*) AS plays FROM equal_plays WHERE visible GROUP BY day) AS gone
    WHERE total.grain = 'day' AND total.bucket = gone.day`
  yield* sql`
    UPDATE listening_counts AS counted SET plays = counted.plays - gone.plays
    FROM (
      SELECT grain, date_trunc(grain::text, day::timestamp)::date AS bucket, genre_id, count(*) AS plays
      FROM equal_plays AS repeated
      JOIN listening_artists AS artist ON artist.id = repeated.artist_id AND genre_id IS NOT NULL
      CROSS JOIN unnest(ARRAY['week', 'month', 'year']::listening_grain[]) AS grain
      WHERE visible GROUP BY 1, 2, 3
    ) AS gone
    WHERE counted.kind = 'genre' AND counted.grain = gone.grain AND counted.bucket = gone.bucket
      AND counted.subject = gone.genre_id`
  yield* sql`UPDATE listening_buckets SET settled = false`
})

/** The row that stays takes what the others know. */
const titles = (kind: Kind) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const table = sql(`listening_${kind}s`)
    const [own, firsts] =
      kind === "album"
        ? [
            sql`released_year = coalesce(title.released_year, known.released_year),
              total_tracks = coalesce(title.total_tracks, known.total_tracks)`,
            sql`min(released_year) AS released_year, min(total_tracks) AS total_tracks`
          ]
        : [
            sql`preview_url = coalesce(title.preview_url, known.preview_url), duration = known.duration`,
            sql`min(preview_url) AS preview_url, max(duration) AS duration`
          ]
    yield* sql`
      UPDATE ${table} AS title SET name = known.name, mbid = known.mbid, url = coalesce(title.url, known.url),
        apple_music_url = coalesce(title.apple_music_url, known.apple_music_url), heard = known.heard, ${own}
      FROM (
        SELECT keeper, min(merged.name) AS name, min(mbid COLLATE "C") AS mbid, min(url COLLATE "C") AS url,
          min(apple_music_url) AS apple_music_url, bool_or(heard) AS heard, ${firsts}
        FROM equal_titles AS merged JOIN ${table} AS one ON merged.kind = ${kind} AND one.id = merged.old
        GROUP BY keeper
      ) AS known WHERE known.keeper = title.id`
    yield* sql`
      DELETE FROM ${table} AS title USING equal_titles AS merged
      WHERE merged.kind = ${kind} AND title.id = merged.old AND merged.old <> merged.keeper`
  })

/** Removes what shared services hold of the deleted rows. A picture that the owner chose goes to the one that stays. */
const services = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    DELETE FROM enrichment_tasks AS task USING equal_titles AS merged
    WHERE task.domain = 'listening' AND task.kind = merged.kind AND task.subject = old::text AND old <> keeper`
  for (const table of ["feed_items", "search_documents"])
    yield* sql`
      DELETE FROM ${sql(table)} USING equal_titles AS merged
      WHERE domain = 'listening' AND entity_type = kind AND entity_id = old AND old <> keeper`
  yield* pictures
  // Without it, the log of changes begins another history: it lists every record again.
  yield* sql`DELETE FROM settings WHERE name = 'changes_epoch'`
  yield* sql`UPDATE versions SET version = version + 1`
})

/** Versions go on, so that no address ever shows something else. */
const pictures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const those = sql`
    images.domain = 'listening' AND images.entity_type = merged.kind AND images.entity_id = merged.old
    AND merged.old <> merged.keeper`
  yield* sql`
    UPDATE images AS own SET version = greatest(own.version, better.version) + 1, gone = false,
      due_at = CASE WHEN better.is_override THEN NULL ELSE own.due_at END,
      original = better.original, width = better.width, height = better.height, thumbhash = better.thumbhash,
      dominant_color = better.dominant_color, accent_color = better.accent_color, source = better.source,
      source_url = better.source_url, is_override = better.is_override, is_stale = better.is_stale
    FROM (
      SELECT DISTINCT ON (merged.kind, keeper) merged.kind, keeper, images.*
      FROM equal_titles AS merged JOIN images ON ${those}
      WHERE original IS NOT NULL ORDER BY merged.kind, keeper, is_override DESC, old
    ) AS better
    WHERE own.domain = 'listening' AND own.entity_type = better.kind AND own.entity_id = better.keeper
      AND NOT own.is_override AND (own.original IS NULL OR better.is_override)`
  yield* sql`DELETE FROM images USING equal_titles AS merged WHERE ${those}`
})

/** Case and composition change no word, so that only what is shown follows. */
const names = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE search_documents AS document SET title = merged.name FROM equal_titles AS merged
    WHERE domain = 'listening' AND entity_type = kind AND entity_id = keeper AND old = keeper AND title <> merged.name`
  yield* sql`
    UPDATE feed_items SET title = 'New album: ' || merged.name FROM equal_titles AS merged
    WHERE domain = 'listening' AND entity_type = 'album' AND kind = 'album' AND entity_id = keeper AND old = keeper`
  yield* sql`
    UPDATE images SET hints = hints || jsonb_build_object('album', merged.name) FROM equal_titles AS merged
    WHERE domain = 'listening' AND entity_type = 'album' AND kind = 'album' AND entity_id = keeper AND old = keeper
      AND hints ? 'album'`
})
