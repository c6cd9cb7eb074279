import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import type { EntityRef } from "@daybook/core/shared"
import { type CorrectableTitle, type TitleKind, kindOfKey, namesTitle } from "@daybook/core/watching"
import { Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { correctableTitles } from "./correctableTitles.js"
import { changesOf } from "./publishable.js"
import { undatedOf } from "./rows.js"
import { namedTitles, rowsOf, separableTitles } from "./separable.js"
import { separateTitles } from "./separations.js"
import { subjectColumns } from "./subjects.js"
import { type ViewingChanges, resolveViewings } from "./viewings.js"

/** The type of title that a key of some type is about; null if it is about none. */
const kindOf = (type: string, key: RecordKey): TitleKind | null =>
  type === "viewing"
    ? kindOfKey(key)
    : type === "episode"
      ? "show"
      : type === "episode_number" || type === "unnumbered"
        ? null
        : (type as TitleKind)

/**
 * The titles that a key of a correction names: a film or show, or that of a viewing or an episode. What separates
 * viewings also names titles as sources do.
 */
export const titlesNamed = Effect.fn("watching.titlesNamed")(function* (
  { kind: does, type }: Pick<NewCorrection, "kind" | "type">,
  key: RecordKey
) {
  const kind = kindOf(type, key)
  const titles: ReadonlyArray<CorrectableTitle & { readonly id: number }> = [
    ...(yield* correctableTitles(sql`true`)),
    ...(does === "different" && type === "viewing" ? yield* namedTitles() : [])
  ]
  return titles.filter((title) => title.kind === kind && namesTitle(key, title))
})

/** Where and when each viewing and each report of an unknown time is shown. Both have ids of reports. */
const shownIn = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number, shown: text })`
      SELECT id, concat_ws(' ', title_id, coalesce(episode_id, 0), date) AS shown
      FROM watching_watches WHERE title_id = ANY(${ids}::int[])
      UNION ALL
      SELECT undated.id, concat_ws(' ', title.id, coalesce(undated.episode_id, 0))
      FROM watching_titles AS title CROSS JOIN LATERAL ${undatedOf("title.id")} AS undated
      WHERE title.id = ANY(${ids}::int[])`,
    (rows) => new Map(rows.map(({ id, shown }) => [id, shown]))
  )

/** Titles, and those that stand for them or for which they stand. */
export const withParts = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql({ id: number })`
      SELECT DISTINCT part.id
      FROM watching_titles AS title JOIN watching_titles AS part
        ON coalesce(part.stand_in, part.id) = coalesce(title.stand_in, title.id)
      WHERE title.id = ANY(${ids}::int[])`,
    (rows) => rows.map(({ id }) => id)
  )

/**
 * The titles, and all their episodes: those that are reported, and those that show viewings. What is said of a title
 * counts also while no service reports it.
 */
const allSubjectsOf = (ids: ReadonlyArray<number>) => sql(subjectColumns)`
  SELECT title_id, episode_id FROM watching_reports WHERE title_id = ANY(${ids}::int[])
  UNION SELECT title_id, episode_id FROM watching_watches WHERE title_id = ANY(${ids}::int[])
  UNION SELECT id, NULL FROM watching_titles WHERE id = ANY(${ids}::int[])`

/** Deletes episodes that nothing reports and no correction needs. They have no name yet. */
const dropUnused = (shows: ReadonlyArray<number>, credited: ReadonlyArray<number>) => sql`
  DELETE FROM watching_episodes AS episode
  WHERE show_id = ANY(${shows}::int[]) AND reported_title IS NULL AND id <> ALL(${credited}::int[])
    AND show_id IN (SELECT id FROM watching_titles WHERE part_of IS NULL AND shown_ids IS NULL)
    AND NOT EXISTS (SELECT FROM watching_watches WHERE episode_id = episode.id)
    AND NOT EXISTS (SELECT FROM watching_reports WHERE episode_id = episode.id)`

/** The titles that corrections name. */
const titlesOf = (concerned: ReadonlyArray<NewCorrection>) =>
  Effect.map(
    Effect.forEach(concerned, ({ kind, object, subject, type }) =>
      Effect.forEach(object === null || kind === "credit" ? [subject] : [subject, object], (key) =>
        titlesNamed({ kind, type }, key)
      )
    ),
    (named) => distinct(named.flat(2))
  )

const distinct = <T extends { readonly id: number }>(titles: ReadonlyArray<T>): ReadonlyArray<T> => [
  ...new Map(titles.map((title) => [title.id, title])).values()
]

/** A title that shows nothing because all of it is of another part keeps its picture. */
const retaining = (viewings: ViewingChanges, ids: ReadonlyArray<number>): ViewingChanges => ({
  ...viewings,
  concealing: new Set([...viewings.concealing, ...ids]),
  earlier: new Set([...viewings.earlier, ...ids])
})

/** Applies the stored corrections to what some of them name. */
export const applyCorrections = Effect.fn("watching.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const separable = yield* separableTitles(concerned)
  const earlier = yield* titlesOf(concerned)
  const formerParts = yield* withParts([...earlier.map(({ id }) => id), ...(yield* rowsOf(separable))])
  const before = yield* shownIn(formerParts)
  const separated = yield* separateTitles(separable, yield* correctionsOf("watching"))
  const titles = separable.length === 0 ? earlier : distinct([...earlier, ...(yield* titlesOf(concerned))])
  const ids = [...titles.map(({ id }) => id), ...separated.changed]
  const parts = [...new Set([...formerParts, ...(yield* withParts(ids))])]
  const viewings = yield* resolveViewings([...(yield* allSubjectsOf(parts)), ...separated.subjects])
  const changes = yield* changesOf(retaining(viewings, separable), separated.changed, [])
  const all = [...new Set([...parts, ...(yield* withParts(ids))])]
  yield* dropUnused(all, viewings.credited)
  const after = yield* shownIn(all)
  const affected = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  const isOfViewings = concerned.some(({ kind, type }) => type === "episode" || (type === "viewing" && kind !== "hide"))
  const viewed = isOfViewings ? affected : []
  const repictured = changes.upserted.filter(({ id }) => separated.switched.includes(id))
  return {
    changes: { ...changes, repictured: repictured.map(({ id, kind }): EntityRef => ({ type: kind, id })) },
    affected: affected.length,
    touched: [
      ...titles.map(({ id, kind }): EntityRef => ({ type: kind, id })),
      ...viewed.map((id): EntityRef => ({ type: "viewing", id }))
    ]
  }
})
