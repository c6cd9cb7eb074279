import type { SqlClient } from "@effect/sql"
import { Array, Effect } from "effect"
import { minute, minuteMillis } from "./diff.js"
import type { Counted } from "./rollup.js"

/**
 * Two services that report one play may differ by this much, in milliseconds, or by the length of the track where that
 * is more: some tell when it began, some when it ended (sources/listening.md §3). A time known to the minute may be any of it.
 */
const least = 120_000

/** When a track was played, or is no longer said to have been. */
export interface Heard {
  readonly playedAt: number
  readonly trackId: number
}

/** A play among those that may be reports of one another. */
export interface Report {
  readonly id: number
  readonly source: string
  readonly playedAt: number
  readonly precise: boolean
  /** What services that spell a track a little differently have in common. */
  readonly matchName: string
  readonly artist: string
  readonly track: string
  readonly album: string | null
  /** Of the name, in milliseconds. */
  readonly tolerance: number
}

interface Stored extends Report, Counted {
  readonly twin: boolean
  /** Whether a filter hides it, twin or not. */
  readonly hidden: boolean
}

/**
 * Decides around what was heard which plays are another service's report of a play that is shown already, and gives the
 * plays that came into view or went out of it. A pure function of the stored plays, whatever order they came in.
 */
export const settleTwins = Effect.fn("listening.settleTwins")(function*(sql: SqlClient.SqlClient, heard: ReadonlyArray<Heard>) {
  const reports = yield* near(sql, heard)
  const twins = twinsOf(reports)
  const turned = reports.filter(({ id, twin }) => twin !== twins.has(id))
  const seen = turned.filter(({ hidden }) => !hidden)
  if (turned.length > 0) {
    yield* sql`
      UPDATE listening_plays SET twin = NOT twin, visible = twin AND id = ANY(${seen.map(({ id }) => id)}::int[])
      WHERE id = ANY(${turned.map(({ id }) => id)}::int[])`
  }
  return { shown: seen.filter(({ twin }) => twin), gone: seen.filter(({ twin }) => !twin) }
})

/** Plays to decide about anew once tracks of these names are known to be longer: where those of all services but the first are twins already, nothing can change. */
export const unpaired = (sql: SqlClient.SqlClient, longer: ReadonlyArray<string>) =>
  sql<Heard>`
    SELECT play.played_at, play.track_id
    FROM listening_plays AS play JOIN listening_tracks AS track ON track.id = play.track_id
    WHERE NOT play.twin AND play.source > (SELECT min(source COLLATE "C") FROM listening_sources)
      AND track.match_name = ANY(${longer}::text[])`

/** What was heard and all that hangs together with it: plays of a name that follow one another within the tolerance, and a minute. */
const near = (sql: SqlClient.SqlClient, heard: ReadonlyArray<Heard>) =>
  sql<Stored>`
    WITH RECURSIVE near (played_at, match_name, tolerance) AS (
      SELECT to_timestamp(given.at / 1000), track.match_name, interval '1 millisecond' * greatest(${least}::int,
        (SELECT max(alike.duration) FROM listening_tracks AS alike WHERE alike.match_name = track.match_name AND alike.duration IS NOT NULL))
      FROM unnest(${heard.map((play) => play.playedAt)}::float8[], ${heard.map((play) => play.trackId)}::int[]) AS given (at, track_id)
      JOIN listening_tracks AS track ON track.id = given.track_id
      UNION
      SELECT play.played_at, track.match_name, near.tolerance
      FROM near
      JOIN listening_plays AS play ON play.played_at >= near.played_at - near.tolerance - ${minute}::interval
        AND play.played_at <= near.played_at + near.tolerance + ${minute}::interval
      JOIN listening_tracks AS track ON track.id = play.track_id AND track.match_name = near.match_name
    )
    SELECT play.id, play.source, play.played_at, play.precise, play.twin, near.match_name, (extract(epoch FROM near.tolerance) * 1000)::int AS tolerance, spelling.name AS artist, track.name AS track, album.name AS album,
      artist.hidden OR track.hidden OR coalesce(album.hidden, false) AS hidden, play.day, play.artist_id, play.album_id, play.track_id
    FROM near
    JOIN listening_plays AS play ON play.played_at = near.played_at
    JOIN listening_tracks AS track ON track.id = play.track_id AND track.match_name = near.match_name
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id`

/**
 * The ids of the twins. Services are taken in the order of the alphabet; each pairs as many of its plays as it can, in
 * the order of time, with those that are shown already, so that a short track heard twice stays two.
 */
const twinsOf = (reports: ReadonlyArray<Report>): ReadonlySet<number> => {
  const twins = new Set<number>()
  for (const alike of Object.values(Array.groupBy(reports, (report) => report.matchName))) {
    const services = Array.groupBy([...alike].sort(inOrder), (report) => report.source)
    let shown: ReadonlyArray<Report> = []
    for (const source of Object.keys(services).sort()) {
      const own = services[source]!
      pair(shown, own, alike[0]!.tolerance).forEach((report) => twins.add(report.id))
      shown = [...shown, ...own.filter((report) => !twins.has(report.id))].sort(inOrder)
    }
  }
  return twins
}

/** By time; equal times by name, never by id, which is the order in which they came. */
const inOrder = (a: Report, b: Report): number => a.playedAt - b.playedAt || (nameOf(a) < nameOf(b) ? -1 : 1)
const nameOf = ({ album, artist, source, track }: Report) => [source, artist, track, album ?? ""].join("\n")

/** The last moment at which it may have been. */
const endOf = ({ playedAt, precise }: Report): number => precise ? playedAt : playedAt + minuteMillis

/** Those of `own` that report one of `shown`, each of which is reported once at most. Both in the order of time. */
const pair = (shown: ReadonlyArray<Report>, own: ReadonlyArray<Report>, tolerance: number): ReadonlyArray<Report> => {
  const paired: Array<Report> = []
  let next = 0
  for (const report of own) {
    while (next < shown.length && endOf(shown[next]!) < report.playedAt - tolerance) next += 1
    if (next === shown.length || shown[next]!.playedAt > endOf(report) + tolerance) continue
    paired.push(report)
    next += 1
  }
  return paired
}
