import { Effect, Option, Schema } from "effect"
import { instant, nullable, number } from "../../kit/columns.js"
import { sql } from "../../kit/sql.js"
import { deleteSetting, storeSetting, storedSetting } from "../../kit/storedSettings.js"

const setting = "correcting_plays"

/** A correction of many plays that goes on: they are corrected by time, from the oldest. */
const Waiting = Schema.parseJson(
  Schema.Struct({
    /** Folded names of the artists whose plays wait. */
    names: Schema.Array(Schema.String),
    /** Plays up to this time are corrected, epoch milliseconds; null at the start. */
    after: Schema.NullOr(Schema.Number),
    done: Schema.Number,
    total: Schema.Number
  })
)
type Waiting = typeof Waiting.Type

/** The plays of artists by the names that were reported. */
const playsOf = (names: Iterable<string>) => sql`
  listening_plays AS play JOIN listening_tracks AS track ON track.id = coalesce(play.reported_track_id, play.track_id)
  WHERE track.reported_artist_id IN (
    SELECT artist_id FROM listening_spellings WHERE fold = ANY(${Array.from(names)}::text[]))`

/** The plays that wait; none if no correction goes on. */
export const waitingPlays = Effect.flatMap(storedSetting(setting), (value) =>
  value === undefined
    ? Effect.succeed(Option.none<Waiting>())
    : Effect.orDie(Effect.asSome(Schema.decode(Waiting)(value)))
)

const store = (waiting: Waiting) => storeSetting(setting, Schema.encodeSync(Waiting)(waiting))

/** Lets all plays of these names wait, with those that do already. Returns their number. */
export const deferPlays = Effect.fn("listening.deferPlays")(function* (names: Iterable<string>) {
  const before = yield* waitingPlays
  const all = [...new Set([...names, ...Option.match(before, { onNone: () => [], onSome: (one) => one.names })])].sort()
  const [row] = yield* sql({ plays: number })`SELECT count(*) AS plays FROM ${playsOf(all)}`
  yield* store({ names: all, after: null, done: 0, total: row!.plays })
  return row!.plays
})

/** The times of the next plays that wait; none if all are corrected. */
export const nextPlays = ({ after, names }: Waiting, maxPlays: number) =>
  Effect.map(
    sql({ plays: number, from: nullable(instant), to: nullable(instant) })`
      SELECT count(*) AS plays, min(played_at) AS "from", max(played_at) AS "to" FROM (
        SELECT play.played_at FROM ${playsOf(names)}
          AND ${after === null ? sql`true` : sql`play.played_at > to_timestamp(${after / 1000}::float8)`}
        ORDER BY play.played_at LIMIT ${maxPlays}
      ) AS page`,
    ([row]) =>
      row!.from === null || row!.to === null
        ? Option.none()
        : Option.some({ plays: row!.plays, span: { from: row!.from, to: row!.to + 1 } })
  )

/** Stores how far a correction has come. */
export const advance = (waiting: Waiting, plays: number, span: { readonly to: number }) =>
  store({ ...waiting, after: span.to - 1, done: waiting.done + plays })

export const endWaiting = deleteSetting(setting)
