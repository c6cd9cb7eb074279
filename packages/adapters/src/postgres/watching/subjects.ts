import { type NumberedSubject, type SubjectId, subjectFields, watchSources } from "@daybook/core/watching"
import { Effect } from "effect"
import { type RowOf, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type PlacedTitles, placeTitles } from "./titles.js"

export const subjectColumns = columnsOf(subjectFields)

/** A stored film or episode, and the naming that its source used. */
export interface NamedSubject extends SubjectId {
  readonly namingId: number
}

export interface Subjects extends Omit<PlacedTitles, "places"> {
  /** In the order of the input. */
  readonly ids: ReadonlyArray<NamedSubject>
  /** Ids of episodes that have another name than before. */
  readonly renamedEpisodes: ReadonlyArray<number>
}

/** Inserts the watched films, shows and episodes that are not stored yet. */
export const placeSubjects = Effect.fn("watching.placeSubjects")(function* (
  subjects: ReadonlyArray<NumberedSubject>,
  namer: string
) {
  const named = subjects.map(({ kind, title }) => ({
    kind: kind === "movie" ? ("movie" as const) : ("show" as const),
    title
  }))
  const { places, ...placed } = yield* placeTitles(named, namer)
  const missing = subjects.flatMap((subject, index) =>
    subject.kind !== "episode"
      ? []
      : [
          {
            showId: places[index]!.titleId,
            season: subject.season,
            number: subject.episode,
            title: subject.episodeTitle
          }
        ]
  )
  const { episodeIds, renamedEpisodes } = missing.length === 0 ? noEpisodes : yield* storeEpisodes(missing, namer)
  const ids = subjects.map((subject, index): NamedSubject => {
    const { namingId, titleId } = places[index]!
    return {
      titleId,
      namingId,
      episodeId: subject.kind !== "episode" ? null : episodeIds.get(`${titleId} ${subject.season} ${subject.episode}`)!
    }
  })
  return { ...placed, ids, renamedEpisodes } satisfies Subjects
})

const episodes = table("watching_episodes", { showId: number, season: number, number, title: nullable(text) })

const noEpisodes = { episodeIds: new Map<string, number>(), renamedEpisodes: [] }

/**
 * Ids by show, season and number. An insert with a conflict would consume an id, so only missing episodes are inserted.
 * Names in the language of an account only fill in missing ones, so that the order of sources does not matter.
 */
const storeEpisodes = Effect.fn(function* (reported: ReadonlyArray<RowOf<typeof episodes.columns>>, namer: string) {
  const isLocal = (yield* watchSources).of(namer).names === "local"
  const distinct = [...new Map(reported.map((one) => [`${one.showId} ${one.season} ${one.number}`, one])).values()]
  const reports = episodes.valuesOf(distinct, "report")
  const isReported = sql`
    episode.show_id = report.show_id AND episode.season = report.season AND episode.number = report.number`
  yield* sql`
    INSERT INTO watching_episodes (show_id, season, number, reported_title)
    SELECT * FROM ${reports} WHERE NOT EXISTS (SELECT FROM watching_episodes AS episode WHERE ${isReported})`
  const renamed = yield* sql({ id: number })`
    UPDATE watching_episodes AS episode SET reported_title = report.title FROM ${reports}
    WHERE ${isReported} AND report.title IS NOT NULL AND episode.reported_title IS DISTINCT FROM report.title
      AND (episode.reported_title IS NULL OR ${!isLocal}::boolean)
    RETURNING episode.id`
  const rows = yield* sql({ id: number, showId: number, season: number, number })`
    SELECT episode.id, episode.show_id, episode.season, episode.number
    FROM watching_episodes AS episode JOIN ${reports} ON ${isReported}`
  return {
    episodeIds: new Map(rows.map(({ id, number, season, showId }) => [`${showId} ${season} ${number}`, id])),
    renamedEpisodes: renamed.map(({ id }) => id)
  }
})
