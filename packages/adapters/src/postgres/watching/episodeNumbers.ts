import { type Changes, noChanges } from "@daybook/core/publishing"
import type { Calendar } from "@daybook/core/shared"
import type { EpisodeNumber, PublishableTitle } from "@daybook/core/watching"
import { Array, type Context, Effect } from "effect"
import { json, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { joined } from "./publishable.js"
import { putRecords } from "./putRecords.js"
import { type UnnumberedRecord, decided, decisionColumns } from "./unnumbered.js"

const decisions = table("watching_unnumbered", { id: number, ...decisionColumns })

/**
 * Gives episodes their numbers, or makes them films, and stores their records as those of numbered episodes: as if the
 * source had reported the number. Null if none of them waits for a number.
 */
export const numberEpisodes = Effect.fn("watching.numberEpisodes")(function* (
  calendar: Context.Tag.Service<Calendar>,
  episodes: ReadonlyArray<EpisodeNumber>,
  tmdbId: number | null
) {
  const incoming = episodes.map(({ id, isFilm = false, number, season = null }) => ({
    id,
    number,
    isFilm,
    decidedSeason: season,
    tmdb: tmdbId
  }))
  const named = yield* sql({ ...decisions.columns, source: text })`
    UPDATE watching_unnumbered AS episode
    SET number = incoming.number, tmdb = incoming.tmdb, decided_season = incoming.decided_season,
      is_film = incoming.is_film, left_out = incoming.number IS NULL AND NOT incoming.is_film
    FROM ${decisions.valuesOf(incoming)} WHERE episode.id = incoming.id AND episode.number IS NULL AND NOT episode.is_film
    RETURNING episode.id, episode.source, episode.number, episode.tmdb, episode.decided_season, episode.is_film`
  if (named.length === 0) return null
  const decisionById = new Map(
    named.filter(({ isFilm, number }) => isFilm || number !== null).map((decision) => [decision.id, decision])
  )
  const waiting = yield* sql({ episodeId: number, record: json<UnnumberedRecord>() })`
    DELETE FROM watching_unnumbered_records WHERE episode_id = ANY(${[...decisionById.keys()]}::int[])
    RETURNING episode_id, record`
  const records = waiting.flatMap(({ episodeId, record }) => {
    const decision = decisionById.get(episodeId)!
    const numbered = decided(record, decision)
    return numbered === null ? [] : [{ source: decision.source, record: numbered }]
  })
  const puts = yield* Effect.forEach(Object.entries(Array.groupBy(records, ({ source }) => source)), ([source, own]) =>
    putRecords(
      calendar,
      source,
      own.map(({ record }) => record),
      null,
      null
    )
  )
  return puts.reduce((all, { changes }) => joined(all, changes), noChanges as Changes<PublishableTitle>)
})
