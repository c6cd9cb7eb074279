import { type Play, type PlayIds, distinctPlays } from "@daybook/core/listening"
import type { Calendar } from "@daybook/core/shared"
import type { Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect } from "effect"
import { type RowOf, boolean, instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type ExistingPlay, computedOf, missingIn, roundedOf } from "./diff.js"
import { type Names, storeNames } from "./names.js"
import { type CountedPlay, countedPlayColumns } from "./rollup.js"
import { type MomentKey, crowded, mayHaveTwins, pairTwins, unpaired } from "./twins.js"
import { mayAppear, unchanged, visibilityChanges } from "./visibility.js"

const deletedColumns = {
  ...countedPlayColumns,
  playedAt: instant,
  spellingId: number,
  precise: boolean,
  visible: boolean,
  reportedTrackId: number,
  reportedAlbumId: nullable(number)
}
const newPlayColumns = {
  ...countedPlayColumns,
  playedAt: instant,
  spellingId: number,
  precise: boolean,
  endedAt: nullable(instant),
  visible: boolean
}
const newPlays = table("listening_plays", newPlayColumns)
const columnNames = sql.literal(
  "day, artist_id, album_id, track_id, played_at, spelling_id, precise, ended_at, visible"
)
const reportedDurations = table("listening_tracks", { trackId: number, duration: number })

/** Adds plays to the counts, or subtracts them with `sign` -1. */
export type CountPlays = (
  plays: ReadonlyArray<CountedPlay>,
  sign: 1 | -1
) => Effect.Effect<void, SqlError, SqlClient.SqlClient>

/** Writes plays of a source, and their counts. */
export const playWriter = (calendar: Context.Tag.Service<Calendar>, countPlays: CountPlays) => {
  /** Inserts in name order, which makes three of the indexes a third faster. */
  const insert = Effect.fn(function* (source: string, plays: ReadonlyArray<NewPlay>) {
    yield* sql`
      INSERT INTO listening_plays (source, ${columnNames})
      SELECT ${source}, ${columnNames} FROM ${newPlays.valuesOf(plays)}
      ORDER BY artist_id, album_id, track_id, played_at, spelling_id`
    yield* countPlays(
      plays.filter((play) => play.visible),
      1
    )
  })

  /** Updates the counts for plays that another report shows or hides. */
  const flip = Effect.fn(function* (
    source: string,
    changedPlays: ReadonlyArray<MomentKey & Partial<ReportedIds>>,
    longer: ReadonlyArray<string> = []
  ) {
    const plays = changedPlays.map(asReported)
    if (plays.length + longer.length === 0) return []
    const changed = (yield* mayHaveTwins)
      ? longer.length === 0
        ? plays
        : [...plays, ...(yield* unpaired(longer))]
      : yield* crowded(source, plays)
    if (changed.length === 0) return []
    const { hidden, shown } = yield* pairTwins(changed)
    yield* countPlays(shown, 1)
    yield* countPlays(hidden, -1)
    return [...shown, ...hidden]
  })

  const remove = Effect.fn(function* (source: string, ids: ReadonlyArray<number>) {
    if (ids.length === 0) return []
    const deleted = yield* sql(deletedColumns)`
    DELETE FROM listening_plays WHERE source = ${source} AND id = ANY(${ids}::int[])
    RETURNING played_at, day, artist_id, spelling_id, album_id, track_id, precise, visible,
      coalesce(reported_track_id, track_id) AS reported_track_id,
      coalesce(reported_album_id, album_id) AS reported_album_id`
    yield* countPlays(
      deleted.filter((play) => play.visible),
      -1
    )
    return deleted
  })

  /** Inserts new plays. They replace stored ones that knew the minute only, or not the true start. */
  const store = Effect.fn(function* (
    source: string,
    plays: ReadonlyArray<Play>,
    existing: ReadonlyArray<ExistingPlay>,
    covers: Span | null
  ) {
    const fresh = plays.flatMap((_, index) => (existing[index]!.playIds.length === 0 ? [index] : []))
    const names = yield* storeNames(
      fresh.map((index) => plays[index]!),
      fresh.map((index) => existing[index]!)
    )
    const namesAt = new Map(fresh.map((place, index) => [place, names[index]!]))
    const longer = yield* storeDurations(
      plays.flatMap(({ duration }, place) =>
        duration === undefined ? [] : [{ trackId: (namesAt.get(place) ?? existing[place]!).trackId!, duration }]
      )
    )
    const rows = fresh.map((place, index): NewPlay => {
      const own = names[index]!
      const { endedAt = null, playedAt, precision } = plays[place]!
      const day = calendar.dateOf(playedAt)
      const precise = precision === "second"
      return { ...own, place, playedAt, precise, endedAt, day, visible: !own.hidden }
    })
    const added = distinctPlays(rows)
    const exact = added.filter((play) => play.precise)
    const rounded = exact.length === 0 ? [] : yield* roundedOf(source, exact)
    const computed = yield* computedOf(source, startsOf(plays, existing, namesAt))
    const replaced = yield* remove(source, [...rounded, ...computed])
    const missing = (
      covers === null
        ? []
        : yield* missingIn(
            source,
            covers,
            existing.flatMap((row) => row.playIds)
          )
    ).map(String)
    if (added.length + replaced.length + longer.length === 0)
      return { added: 0, changed: 0, missing, changes: unchanged, artists: [] }
    yield* sql`
      INSERT INTO listening_sources (source, has_ends) VALUES (${source}, ${added.some((play) => play.endedAt !== null)})
      ON CONFLICT (source) DO UPDATE SET has_ends = true WHERE excluded.has_ends AND NOT listening_sources.has_ends`
    yield* insert(source, added)
    const flipped = yield* flip(source, [...replaced, ...added], longer)
    const notable = added.filter(({ hidden, place }) => mayAppear(hidden, existing[place]!, plays[place]!))
    const changes = yield* visibilityChanges(
      notable.map((one) => ({ ...one, play: plays[one.place]!, before: existing[one.place]! })),
      [...replaced, ...flipped]
    )
    const artists = [...added, ...replaced, ...flipped].map(({ artistId }) => artistId)
    const counts = { added: Math.max(0, added.length - replaced.length), changed: replaced.length }
    return { ...counts, missing, changes, artists }
  })

  return { store, remove, flip }
}

/** The track and album of a deleted play before corrections. */
type ReportedIds = Pick<RowOf<typeof deletedColumns>, "reportedAlbumId" | "reportedTrackId">

/** A play as twins compare it: as reported. */
const asReported = ({ reportedAlbumId, reportedTrackId, ...play }: MomentKey & Partial<ReportedIds>): MomentKey => ({
  ...play,
  trackId: reportedTrackId ?? play.trackId,
  albumId: reportedAlbumId ?? play.albumId
})

interface NewPlay extends Names, RowOf<typeof newPlayColumns> {
  readonly place: number
}

/** The computed starts of plays whose true start is known, with the ids of their names. */
const startsOf = (
  plays: ReadonlyArray<Play>,
  existing: ReadonlyArray<ExistingPlay>,
  namesAt: ReadonlyMap<number, Names>
): ReadonlyArray<PlayIds> =>
  plays.flatMap(({ album, computedAt }, place) => {
    if (computedAt === undefined) return []
    const { albumId, spelled, trackId } = existing[place]!
    const storedNames = { trackId: trackId!, albumId: album === null ? null : albumId, spellingId: spelled.id }
    return [{ ...(namesAt.get(place) ?? storedNames), playedAt: computedAt }]
  })

interface ReportedDuration {
  readonly trackId: number
  readonly duration: number
}

/**
 * Stores the longest reported duration of each track, in any order of arrival. Returns the names of tracks whose
 * duration increased.
 */
const storeDurations = (durations: ReadonlyArray<ReportedDuration>) =>
  durations.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ matchName: text })`
      UPDATE listening_tracks AS track SET duration = longest.duration
      FROM (
        SELECT track_id, max(duration) AS duration FROM ${reportedDurations.valuesOf(durations)} GROUP BY track_id
      ) AS longest
      WHERE track.id = longest.track_id AND (track.duration IS NULL OR track.duration < longest.duration)
      RETURNING track.match_name`,
        (rows) => rows.map(({ matchName }) => matchName)
      )
