import { type NewCorrection, movesOf } from "@daybook/core/corrections"
import {
  type CorrectableTitle,
  type CorrectedTitle,
  type SubjectId,
  correctTitles,
  hidesViewing,
  sortTitle
} from "@daybook/core/watching"
import type { LocalDate } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Array as Arrays, Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type RowOf, boolean, json, nullable, number, text } from "../kit/columns.js"
import { every } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { titleKind } from "./rows.js"

const titleColumns = {
  id: number,
  kind: titleKind,
  matchTitle: text,
  year: nullable(number),
  ids: json<CorrectableTitle["ids"]>(),
  hidden: boolean,
  standIn: nullable(number),
  givenTitle: nullable(text)
}

/** Titles as corrections name them. */
export const correctableTitles = (where: Statement.Fragment) => sql(titleColumns)`
  SELECT id, kind, match_title, year, hidden, stand_in, given_title, coalesce((
    SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM watching_ids WHERE title_id = title.id
  ), '[]') AS ids
  FROM watching_titles AS title WHERE ${where} ORDER BY id`

type StandingTitle = RowOf<typeof titleColumns>

const flags = table("watching_titles", {
  id: number,
  hidden: boolean,
  standIn: nullable(number),
  givenTitle: nullable(text),
  givenSortTitle: nullable(text)
})

/** Stores what corrections make of titles that differ. */
const writeFlags = Effect.fn("watching.writeFlags")(function* (
  titles: ReadonlyArray<StandingTitle>,
  corrected: ReadonlyMap<number, CorrectedTitle>
) {
  const all = titles.map((before) => ({ before, after: corrected.get(before.id)! }))
  const moved = all.filter(({ after, before }) => after.standIn !== before.standIn)
  const flipped = all.filter(({ after, before }) => after.isHidden !== before.hidden)
  const renamed = all.filter(({ after, before }) => after.givenTitle !== before.givenTitle)
  yield* flags.update(
    Array.from(new Set([...moved, ...flipped, ...renamed]), ({ after: { givenTitle, id, isHidden, standIn } }) => ({
      ...{ id, standIn, givenTitle, hidden: isHidden },
      givenSortTitle: givenTitle === null ? null : sortTitle(givenTitle)
    })),
    { key: ["id"], returning: {} }
  )
  return {
    flipped: [...new Set([...moved, ...flipped])].map(({ before }) => before.id),
    renamed: renamed.map(({ before }) => before.id),
    leads: moved.flatMap(({ after, before }) => [after.standIn, before.standIn]).filter((id) => id !== null)
  }
})

/** What corrections make of some films and episodes. */
export interface Hiding {
  /** These films and episodes, and those that corrections connect with them. */
  readonly subjects: ReadonlyArray<SubjectId>
  /** Titles that are hidden, or a part of another one, from now on, or not any more. */
  readonly flipped: ReadonlyArray<number>
  /** Titles that show others from now on, or not any more. */
  readonly leads: ReadonlyArray<number>
  /** Titles that are written differently from now on. */
  readonly renamed: ReadonlyArray<number>
  /** The film or episode that shows the viewings of another one. */
  readonly shownAs: (subject: SubjectId) => SubjectId
  /** Whether a title is hidden, or a part of another one. */
  readonly isTitleConcealed: (titleId: number) => boolean
  readonly isViewingHidden: (viewing: SubjectId & { readonly date: LocalDate }) => boolean
}

/** The titles that matter to some: with `same`, all that it connects with them or that change because of it. */
const connectedTitles = Effect.fn("watching.connectedTitles")(function* (
  ids: ReadonlyArray<number>,
  corrections: ReadonlyArray<NewCorrection>
) {
  const isConnected =
    corrections.some(({ kind }) => kind === "same") ||
    (yield* sql`SELECT FROM watching_titles WHERE stand_in IS NOT NULL LIMIT 1`).length > 0
  const all = yield* correctableTitles(
    isConnected
      ? sql`true`
      : every([sql`id = ANY(${ids}::int[])`, corrections.length > 0 ? null : sql`(hidden OR given_title IS NOT NULL)`])
  )
  const corrected = new Map(correctTitles(all, corrections).map((title) => [title.id, title]))
  const moved = all.filter(({ id, standIn }) => standIn !== corrected.get(id)!.standIn)
  const { connectedTo } = movesOf(
    all.flatMap(({ id, standIn }) =>
      [standIn, corrected.get(id)!.standIn]
        .filter((lead) => lead !== null)
        .map((lead): readonly [string, string] => [String(id), String(lead)])
    )
  )
  const scope = new Set(connectedTo([...ids, ...moved.map(({ id }) => id)].map(String)))
  return { titles: all.filter(({ id }) => scope.has(String(id))), corrected }
})

const episodeColumns = { id: number, showId: number, season: number, number }

/** Computes what corrections make of titles, and stores that. */
export const hidingOf = Effect.fn("watching.hidingOf")(function* (subjects: ReadonlyArray<SubjectId>) {
  const titleIds = [...new Set(subjects.map(({ titleId }) => titleId))]
  const corrections = yield* correctionsOf("watching")
  const { corrected, titles: before } = yield* connectedTitles(titleIds, corrections)
  const changes = yield* writeFlags(before, corrected)
  const titles = before.map((title) => ({ ...title, ...corrected.get(title.id)! }))
  const leadOf = (id: number) => corrected.get(id)?.standIn ?? id
  const groups = Arrays.groupBy(titles, ({ id }) => String(leadOf(id)))
  const connected = Object.values(groups)
    .filter((group) => group.length > 1 || changes.flipped.includes(group[0].id) || changes.leads.includes(group[0].id))
    .flat()
    .map(({ id }) => id)
  const episodes =
    corrections.length + connected.length === 0
      ? []
      : yield* sql(episodeColumns)`
          SELECT id, show_id, season, number FROM watching_episodes
          WHERE id = ANY(${subjects.flatMap(({ episodeId }) => episodeId ?? [])}::int[])
            OR show_id = ANY(${connected}::int[]) ORDER BY id`
  const episodeById = new Map(episodes.map((episode) => [episode.id, episode]))
  const placeOf = ({ number, season, showId }: RowOf<typeof episodeColumns>) => `${leadOf(showId)} ${season} ${number}`
  // The title that stands for others comes last, so that its own episodes count.
  const order = new Map(
    [...corrected.keys()].map((id, index) => [id, corrected.get(id)!.standIn === null ? -1 : index])
  )
  const shownEpisode = new Map(
    episodes
      .toSorted((one, other) => order.get(other.showId)! - order.get(one.showId)!)
      .map((episode) => [placeOf(episode), episode.id])
  )
  return {
    ...changes,
    subjects: [
      ...subjects,
      ...connected.map((titleId) => ({ titleId, episodeId: null })),
      ...episodes
        .filter(({ showId }) => connected.includes(showId))
        .map(({ id, showId }) => ({ titleId: showId, episodeId: id }))
    ],
    shownAs: ({ episodeId, titleId }) => {
      const episode = episodeId === null ? undefined : episodeById.get(episodeId)
      return {
        titleId: leadOf(titleId),
        episodeId: episode === undefined ? episodeId : shownEpisode.get(placeOf(episode))!
      }
    },
    isTitleConcealed: (id) => {
      const title = corrected.get(id)
      return title !== undefined && (title.isHidden || title.standIn !== null)
    },
    isViewingHidden: ({ date, episodeId, titleId }) =>
      corrections.length > 0 &&
      (groups[titleId] ?? []).some((title) =>
        hidesViewing(corrections, { title, episode: episodeId === null ? null : episodeById.get(episodeId)!, date })
      )
  } satisfies Hiding
})

/** Those of some titles whose names may matter to corrections: all, or none if there is no correction. */
export const correctedTitles = (ids: ReadonlyArray<number>) =>
  Effect.map(sql`SELECT FROM corrections WHERE domain = 'watching' LIMIT 1`, (rows): ReadonlyArray<number> =>
    rows.length === 0 ? [] : ids
  )
