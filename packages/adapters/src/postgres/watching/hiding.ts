import { type CorrectableTitle, type SubjectId, hidesTitle, hidesViewing } from "@daybook/core/watching"
import type { LocalDate } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { boolean, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { titleKind } from "./rows.js"

const titleColumns = {
  id: number,
  kind: titleKind,
  matchTitle: text,
  year: nullable(number),
  ids: json<CorrectableTitle["ids"]>(),
  hidden: boolean
}

/** Titles as corrections name them. */
export const correctableTitles = (where: Statement.Fragment) => sql(titleColumns)`
  SELECT id, kind, match_title, year, hidden, coalesce((
    SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM watching_ids WHERE title_id = title.id
  ), '[]') AS ids
  FROM watching_titles AS title WHERE ${where} ORDER BY id`

const flags = table("watching_titles", { id: number, hidden: boolean })

/** What corrections hide of some films and episodes. */
export interface Hiding {
  /** Titles that are hidden from now on, or not any more. */
  readonly flipped: ReadonlyArray<number>
  readonly isTitleHidden: (titleId: number) => boolean
  readonly isViewingHidden: (viewing: SubjectId & { readonly date: LocalDate }) => boolean
}

/** Computes what corrections hide, and marks the titles. */
export const hidingOf = Effect.fn("watching.hidingOf")(function* (subjects: ReadonlyArray<SubjectId>) {
  const titleIds = [...new Set(subjects.map(({ titleId }) => titleId))]
  const corrections = yield* correctionsOf("watching")
  if (corrections.length === 0) {
    const flipped = yield* sql({ id: number })`
      UPDATE watching_titles SET hidden = false WHERE hidden AND id = ANY(${titleIds}::int[]) RETURNING id`
    const no = () => false
    return { flipped: flipped.map(({ id }) => id), isTitleHidden: no, isViewingHidden: no } satisfies Hiding
  }
  const titles = yield* correctableTitles(sql`id = ANY(${titleIds}::int[])`)
  const flipped = titles
    .map((title) => ({ ...title, wasHidden: title.hidden, hidden: hidesTitle(corrections, title) }))
    .filter(({ hidden, wasHidden }) => hidden !== wasHidden)
  yield* flags.update(flipped, { key: ["id"], returning: {} })
  const episodeIds = subjects.flatMap(({ episodeId }) => episodeId ?? [])
  const episodes = yield* sql({ id: number, season: number, number })`
    SELECT id, season, number FROM watching_episodes WHERE id = ANY(${episodeIds}::int[])`
  const titleById = new Map(titles.map((title) => [title.id, title]))
  const episodeById = new Map(episodes.map((episode) => [episode.id, episode]))
  return {
    flipped: flipped.map(({ id }) => id),
    isTitleHidden: (id) => hidesTitle(corrections, titleById.get(id)!),
    isViewingHidden: ({ date, episodeId, titleId }) =>
      hidesViewing(corrections, {
        title: titleById.get(titleId)!,
        episode: episodeId === null ? null : episodeById.get(episodeId)!,
        date
      })
  } satisfies Hiding
})

/** Those of some titles whose names may matter to corrections: all, or none if there is no correction. */
export const correctedTitles = (ids: ReadonlyArray<number>) =>
  Effect.map(sql`SELECT FROM corrections WHERE domain = 'watching' LIMIT 1`, (rows): ReadonlyArray<number> =>
    rows.length === 0 ? [] : ids
  )
