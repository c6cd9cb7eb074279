import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import { type Changes, noChanges } from "@daybook/core/publishing"
import type { Calendar, EntityRef } from "@daybook/core/shared"
import { type EpisodeNumber, type PublishableTitle, type UnnumberedChoice, unnumberedKey } from "@daybook/core/watching"
import { Array, type Context, Effect } from "effect"
import { addCorrection } from "../corrections/CorrectionStore.js"
import { json, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { changesOf, joined } from "./publishable.js"
import { putRecords } from "./putRecords.js"
import { titleKind } from "./rows.js"
import { placeSubjects, subjectColumns } from "./subjects.js"
import { type UnnumberedRecord, type UnnumberedRow, decideNames, decided, namesOf, namesWhere } from "./unnumbered.js"
import { resolveViewings } from "./viewings.js"

type HomeCalendar = Context.Tag.Service<Calendar>

const numbers = table("watching_unnumbered", { id: number, number, tmdb: number })
const recordColumns = { episodeId: number, record: json<UnnumberedRecord>() }
const places = table("watching_reports", { unnumberedId: number, ...subjectColumns, namingId: number })

/**
 * Where names with reports belong by now; those that wait are left out. Their titles are stored already, so no titles
 * become one by this, but an episode may have another name.
 */
const placesOf = Effect.fn("watching.placesOfNames")(function* (rows: ReadonlyArray<UnnumberedRow>) {
  const records = yield* sql(recordColumns)`
    SELECT DISTINCT ON (episode_id) episode_id, record FROM watching_unnumbered_records
    WHERE episode_id = ANY(${rows.map(({ id }) => id)}::int[]) ORDER BY episode_id, key`
  const numbered = records.flatMap(({ episodeId, record }) => {
    const row = rows.find(({ id }) => id === episodeId)!
    const numberedRecord = decided(record, row)
    return numberedRecord === null ? [] : [{ row, subject: numberedRecord.subject }]
  })
  const placed = yield* Effect.forEach(numbered, ({ row, subject }) =>
    Effect.map(placeSubjects([subject], row.source), ({ ids, renamedEpisodes }) => ({
      place: { unnumberedId: row.id, ...ids[0]! },
      renamedEpisodes
    }))
  )
  return {
    placesOfNames: placed.map(({ place }) => place),
    renamedEpisodes: placed.flatMap((one) => one.renamedEpisodes)
  }
})

/**
 * Moves the reports of names to where these belong by now, and deletes those of names that wait. A report that its
 * source gives there, too, is one with that.
 */
const moveReports = Effect.fn("watching.moveNamed")(function* (rows: ReadonlyArray<UnnumberedRow>) {
  const ids = rows.map(({ id }) => id)
  const named = yield* sql({ id: number })`
    SELECT DISTINCT unnumbered_id AS id FROM watching_reports WHERE unnumbered_id = ANY(${ids}::int[])`
  if (named.length === 0) return { before: [], renamedEpisodes: [] }
  const withReports = rows.filter((row) => named.some(({ id }) => id === row.id))
  const { placesOfNames, renamedEpisodes } = yield* placesOf(withReports)
  const place = places.valuesOf(placesOfNames, "place")
  const isThere = sql`
    report.unnumbered_id = place.unnumbered_id AND report.title_id = place.title_id
    AND report.episode_id IS NOT DISTINCT FROM place.episode_id`
  const before = yield* sql(subjectColumns)`
    SELECT DISTINCT title_id, episode_id FROM watching_reports WHERE unnumbered_id = ANY(${ids}::int[])`
  yield* sql`
    UPDATE watching_reports AS report
    SET title_id = place.title_id, episode_id = place.episode_id, naming_id = place.naming_id
    FROM ${place} WHERE report.unnumbered_id = place.unnumbered_id AND NOT (${isThere}) AND NOT EXISTS (
      SELECT FROM watching_reports AS other
      WHERE other.title_id = place.title_id AND other.episode_id IS NOT DISTINCT FROM place.episode_id
        AND other.source = report.source AND other.key = report.key
    )`
  yield* sql`
    DELETE FROM watching_reports AS report
    WHERE unnumbered_id = ANY(${ids}::int[]) AND NOT EXISTS (SELECT FROM ${place} WHERE ${isThere})`
  return { before, renamedEpisodes }
})

/** Stores the reports of names where these belong by now: as if their source had reported the number. */
const placeNames = Effect.fn("watching.placeNames")(function* (
  calendar: HomeCalendar,
  rows: ReadonlyArray<UnnumberedRow>
) {
  if (rows.length === 0) return noChanges as Changes<PublishableTitle>
  const { before, renamedEpisodes } = yield* moveReports(rows)
  // Another name of the show may have had a report together with one of these.
  const records = yield* sql({ ...recordColumns, source: text })`
    SELECT episode_id, record, name.source FROM watching_unnumbered AS name
    JOIN watching_unnumbered_records ON episode_id = name.id
    WHERE (name.source, name.show_key) IN (
      SELECT source, show_key FROM watching_unnumbered WHERE id = ANY(${rows.map(({ id }) => id)}::int[])
    ) ORDER BY episode_id, at, key`
  const puts = yield* Effect.forEach(Object.entries(Array.groupBy(records, ({ source }) => source)), ([source, own]) =>
    putRecords(
      calendar,
      source,
      own.map(({ record }) => record),
      null,
      null
    )
  )
  const after = yield* sql(subjectColumns)`
    SELECT DISTINCT title_id, episode_id FROM watching_reports
    WHERE unnumbered_id = ANY(${rows.map(({ id }) => id)}::int[])`
  const viewings = yield* resolveViewings([...before, ...after])
  const renamed = [...viewings.renamedEpisodes, ...renamedEpisodes]
  const moved = yield* changesOf({ ...viewings, renamedEpisodes: renamed }, [], [])
  return puts.reduce((all, { changes }) => joined(all, changes), moved as Changes<PublishableTitle>)
})

/** Gives episodes the numbers that TMDB has for them. Null if none of them waits for a number. */
export const numberEpisodes = Effect.fn("watching.numberEpisodes")(function* (
  calendar: HomeCalendar,
  episodes: ReadonlyArray<EpisodeNumber>,
  tmdbId: number
) {
  const incoming = episodes.map((one) => ({ ...one, tmdb: tmdbId }))
  const numbered = yield* sql({ id: number })`
    UPDATE watching_unnumbered AS name SET number = incoming.number, tmdb = incoming.tmdb
    FROM ${numbers.valuesOf(incoming)}
    WHERE name.id = incoming.id AND name.number IS NULL AND name.decided_number IS NULL AND NOT name.is_film
    RETURNING name.id`
  return numbered.length === 0 ? null : yield* placeNames(calendar, yield* namesWith(numbered.map(({ id }) => id)))
})

const namesWith = (ids: ReadonlyArray<number>) => namesWhere(sql`id = ANY(${ids}::int[])`)

/** Applies corrections to the names that these name. Returns also which titles show their reports, before or after. */
export const applyNumbers = Effect.fn("watching.applyNumbers")(function* (
  calendar: HomeCalendar,
  keys: ReadonlyArray<RecordKey>
) {
  const changed = yield* decideNames(yield* namesOf(keys))
  const viewingsOfNames = shownBy(changed.map(({ id }) => id))
  const before = yield* viewingsOfNames
  const changes = yield* placeNames(calendar, changed)
  const touched = [...before, ...(yield* viewingsOfNames)]
  const viewings = new Set(touched.map(({ id }) => id))
  return {
    changes,
    affected: viewings.size,
    touched: [
      ...touched.map(({ kind, titleId }): EntityRef => ({ type: kind, id: titleId })),
      ...[...viewings].map((id): EntityRef => ({ type: "viewing", id }))
    ]
  }
})

/** The viewings that show what is reported of names. */
const shownBy = (ids: ReadonlyArray<number>) => sql({ id: number, kind: titleKind, titleId: number })`
  SELECT DISTINCT watch.id, title.kind, title.id AS title_id
  FROM watching_reports AS report JOIN watching_watches AS watch ON watch.id = report.watch_id
  JOIN watching_titles AS title ON title.id = watch.title_id
  WHERE report.unnumbered_id = ANY(${ids}::int[]) ORDER BY watch.id`

const asCorrection = (choice: UnnumberedChoice): Pick<NewCorrection, "kind" | "object" | "value"> => {
  if (choice === "film") return { kind: "set", object: null, value: "kind=movie" }
  if (choice === "nothing") return { kind: "hide", object: null, value: null }
  return { kind: "credit", object: { season: String(choice.season), episode: String(choice.number) }, value: null }
}

/** Says what a name is, by a correction. Null if it does not wait for a decision. */
export const decideEpisode = Effect.fn("watching.decideEpisode")(function* (
  calendar: HomeCalendar,
  id: number,
  choice: UnnumberedChoice
) {
  const [row] = yield* namesWith([id])
  if (row === undefined || row.number !== null || row.decidedNumber !== null || row.isFilm || row.leftOut) return null
  const subject = unnumberedKey(row)
  yield* addCorrection({ domain: "watching", type: "unnumbered", subject, reason: null, ...asCorrection(choice) })
  return (yield* applyNumbers(calendar, [subject])).changes
})
