import type { SubjectId } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** A title, and the one that rules make of it. */
interface Relative {
  readonly id: number
  readonly ruleId: number
}

const relatives = table("watching_titles", { id: number, ruleId: number })
const places = table("watching_namings", { namingId: number, rowId: number })
const moves = table("watching_reports", { id: number, target: number })
const movedColumns = { id: number, titleId: number, episodeId: nullable(number), target: number }

/** Of `moved`, a row that may move, with `relative` and `place`. */
const target = sql`coalesce(place.row_id, relative.rule_id)`

/**
 * Moves reports and ratings to the titles of their namings; those without one to the title that rules make. Where that
 * has the same report already, it counts.
 */
export const moveReports = Effect.fn("watching.moveReports")(function* (
  family: ReadonlyArray<Relative>,
  rowOfNaming: ReadonlyMap<number, number>
) {
  const placedIn = (name: string) => sql`
    ${relatives.valuesOf(family, "relative")} JOIN ${sql(name)} AS moved ON moved.title_id = relative.id
    LEFT JOIN ${places.valuesOf(
      [...rowOfNaming].map(([namingId, rowId]) => ({ namingId, rowId })),
      "place"
    )} ON place.naming_id = moved.naming_id`
  const moved = yield* sql(movedColumns)`
    SELECT moved.id, moved.title_id, moved.episode_id, ${target} AS target FROM ${placedIn("watching_reports")}
    WHERE moved.title_id <> ${target} ORDER BY moved.id`
  const rated = yield* moveRatings(placedIn("watching_ratings"))
  if (moved.length === 0) return { titles: rated, subjects: rated.map((titleId) => ({ titleId, episodeId: null })) }
  const targets = moves.valuesOf(
    moved.map(({ id, target }) => ({ id, target })),
    "move"
  )
  const withEpisode = sql`
    ${targets} JOIN watching_reports AS report ON report.id = move.id
    JOIN watching_episodes AS episode ON episode.id = report.episode_id`
  yield* sql`
    INSERT INTO watching_episodes (show_id, season, number, reported_title)
    SELECT DISTINCT ON (move.target, episode.season, episode.number) move.target, episode.season, episode.number,
      episode.reported_title
    FROM ${withEpisode}
    ORDER BY move.target, episode.season, episode.number, episode.reported_title ON CONFLICT DO NOTHING`
  const twin = sql`twin.show_id = move.target AND twin.season = episode.season AND twin.number = episode.number`
  yield* sql`
    UPDATE watching_episodes AS twin SET reported_title = episode.reported_title FROM ${withEpisode}
    WHERE ${twin} AND twin.reported_title IS NULL AND episode.reported_title IS NOT NULL`
  const isSame = sql`
    other.source = report.source AND other.key = report.key AND other.address IS NOT DISTINCT FROM report.address
    AND other.alias IS NOT DISTINCT FROM report.alias`
  const dropped = yield* sql({ id: number })`
    DELETE FROM watching_reports WHERE id IN (
      SELECT report.id FROM ${targets} JOIN watching_reports AS report ON report.id = move.id
      LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
      LEFT JOIN watching_episodes AS twin ON ${twin}
      JOIN watching_reports AS other ON other.title_id = move.target
        AND other.episode_id IS NOT DISTINCT FROM twin.id AND ${isSame}
    ) RETURNING id`
  const updated = yield* sql(movedColumns)`
    UPDATE watching_reports AS stored SET title_id = move.target, episode_id = twin.id
    FROM ${targets} JOIN watching_reports AS report ON report.id = move.id
    LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
    LEFT JOIN watching_episodes AS twin ON ${twin}
    WHERE stored.id = move.id
    RETURNING stored.id, stored.title_id, stored.episode_id, stored.title_id AS target`
  const droppedIds = new Set(dropped.map(({ id }) => id))
  return {
    titles: [...new Set([...rated, ...moved.flatMap(({ target, titleId }) => [target, titleId])])],
    subjects: [
      ...[...moved, ...updated].map(({ episodeId, titleId }): SubjectId => ({ titleId, episodeId })),
      ...moved.filter(({ id }) => droppedIds.has(id)).map(({ target }) => ({ titleId: target, episodeId: null })),
      ...rated.map((titleId) => ({ titleId, episodeId: null }))
    ]
  }
})

const ratingMoves = table("watching_ratings", { titleId: number, source: text, target: number })

/** Returns the titles that lost or gained ratings. Of two ratings of a source, the one that is there already counts. */
const moveRatings = Effect.fn("watching.moveRatings")(function* (placed: Statement.Fragment) {
  const moved = yield* sql(ratingMoves.columns)`
    SELECT moved.title_id, moved.source, ${target} AS target FROM ${placed} WHERE moved.title_id <> ${target}`
  if (moved.length === 0) return []
  const isMoved = sql`rating.title_id = move.title_id AND rating.source = move.source`
  yield* sql`
    DELETE FROM watching_ratings AS rating USING ${ratingMoves.valuesOf(moved, "move")} WHERE ${isMoved}
      AND EXISTS (SELECT FROM watching_ratings WHERE title_id = move.target AND source = rating.source)`
  yield* sql`
    UPDATE watching_ratings AS rating SET title_id = move.target FROM ${ratingMoves.valuesOf(moved, "move")}
    WHERE ${isMoved}`
  return moved.flatMap((one) => [one.titleId, one.target])
})
