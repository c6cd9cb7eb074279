import type { Subject } from "@daybook/core/watching"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Namer } from "./Shelf.js"
import { type Placed, placeTitles } from "./titles.js"

/** A film or an episode as it is stored. */
export interface SubjectId {
  readonly titleId: number
  /** Null for a film. */
  readonly episodeId: number | null
}

export const subjectKey = ({ episodeId, titleId }: SubjectId): string => episodeId === null ? `movie:${titleId}` : `episode:${episodeId}`

export interface Subjects extends Omit<Placed, "rows"> {
  /** In the order in which they were given. */
  readonly ids: ReadonlyArray<SubjectId>
}

/** Stores the films, shows and episodes that were watched and are not known yet. */
export const placeSubjects = Effect.fn("watching.placeSubjects")(function*(sql: SqlClient.SqlClient, subjects: ReadonlyArray<Subject>, namer: Namer) {
  const named = subjects.map(({ kind, title }) => ({ kind: kind === "movie" ? "movie" as const : "show" as const, title }))
  const { rows, ...placed } = yield* placeTitles(sql, named, namer)
  const wanted = subjects.flatMap((subject, index) =>
    subject.kind === "movie" ? [] : [{ showId: rows[index]!.id, season: subject.season, number: subject.episode, title: subject.episodeTitle }])
  const episodes = wanted.length === 0 ? new Map<string, number>() : yield* storeEpisodes(sql, wanted)
  const ids = subjects.map((subject, index): SubjectId => {
    const titleId = rows[index]!.id
    return { titleId, episodeId: subject.kind === "movie" ? null : episodes.get(`${titleId} ${subject.season} ${subject.episode}`)! }
  })
  return { ...placed, ids } satisfies Subjects
})

interface Episode {
  readonly showId: number
  readonly season: number
  readonly number: number
  readonly title: string | null
}

/** Ids by show, season and number. Only what is missing is inserted: an insert that runs into a conflict would use up an id each time. */
const storeEpisodes = Effect.fn(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<Episode>) {
  const distinct = [...new Map(wanted.map((one) => [`${one.showId} ${one.season} ${one.number}`, one])).values()]
  const given = sql`
    unnest(
      ${distinct.map(({ showId }) => showId)}::int[], ${distinct.map(({ season }) => season)}::int[],
      ${distinct.map(({ number }) => number)}::int[], ${distinct.map(({ title }) => title)}::text[]
    ) AS given (show_id, season, number, title)`
  yield* sql`
    INSERT INTO watching_episodes (show_id, season, number, title)
    SELECT * FROM ${given} WHERE NOT EXISTS (
      SELECT FROM watching_episodes AS episode
      WHERE episode.show_id = given.show_id AND episode.season = given.season AND episode.number = given.number
    )`
  yield* sql`
    UPDATE watching_episodes AS episode SET title = given.title FROM ${given}
    WHERE episode.show_id = given.show_id AND episode.season = given.season AND episode.number = given.number
      AND given.title IS NOT NULL AND episode.title IS DISTINCT FROM given.title`
  const rows = yield* sql<{ id: number } & Omit<Episode, "title">>`
    SELECT episode.id, episode.show_id, episode.season, episode.number FROM watching_episodes AS episode JOIN ${given}
      ON episode.show_id = given.show_id AND episode.season = given.season AND episode.number = given.number`
  return new Map(rows.map(({ id, number, season, showId }) => [`${showId} ${season} ${number}`, id]))
})
