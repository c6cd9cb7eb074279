import { type Changes, noChanges } from "@daybook/core/publishing"
import type { Calendar } from "@daybook/core/shared"
import type { EpisodeNumber, PublishableTitle, WatchSource } from "@daybook/core/watching"
import { Array, type Context, Effect } from "effect"
import { json, nullable, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { putRecords } from "./putRecords.js"
import { watchSource } from "./rows.js"
import { type UnnumberedRecord, numbered } from "./unnumbered.js"

const numbers = table("watching_unnumbered", { id: number, number: nullable(number) })

/**
 * Gives episodes their numbers, and stores their records as those of numbered episodes: the same way as if the source
 * had reported the number. Null if none of them waits for a number.
 */
export const numberEpisodes = Effect.fn("watching.numberEpisodes")(function* (
  calendar: Context.Tag.Service<Calendar>,
  episodes: ReadonlyArray<EpisodeNumber>,
  tmdbId: number | null
) {
  const named = yield* sql({ id: number, source: watchSource, number: nullable(number) })`
    UPDATE watching_unnumbered AS episode
    SET number = incoming.number, tmdb = ${tmdbId}::int, left_out = incoming.number IS NULL
    FROM ${numbers.valuesOf(episodes)} WHERE episode.id = incoming.id AND episode.number IS NULL
    RETURNING episode.id, episode.source, episode.number`
  if (named.length === 0) return null
  const numberById = new Map(
    named.flatMap(({ id, number, source }) => (number === null ? [] : [[id, { number, source }]]))
  )
  const waiting = yield* sql({ episodeId: number, record: json<UnnumberedRecord>() })`
    DELETE FROM watching_unnumbered_records WHERE episode_id = ANY(${[...numberById.keys()]}::int[])
    RETURNING episode_id, record`
  const records = waiting.map(({ episodeId, record }) => {
    const { number, source } = numberById.get(episodeId)!
    return { source, record: numbered(record, number, tmdbId) }
  })
  const puts = yield* Effect.forEach(Object.entries(Array.groupBy(records, ({ source }) => source)), ([source, own]) =>
    putRecords(
      calendar,
      source as WatchSource,
      own.map(({ record }) => record),
      null,
      null
    )
  )
  return puts.reduce((all, { changes }) => joined(all, changes), noChanges as Changes<PublishableTitle>)
})

const joined = <A>(one: Changes<A>, other: Changes<A>): Changes<A> => ({
  upserted: [...one.upserted, ...other.upserted],
  retracted: [...one.retracted, ...other.retracted],
  deleted: [...one.deleted, ...other.deleted]
})
