import { type Correction, type NewCorrection, movesOf } from "@daybook/core/corrections"
import {
  type CorrectableViewing,
  type CorrectedTitle,
  type EpisodePlace,
  type SubjectId,
  type Viewing,
  correctTitles,
  givenDayOf,
  hidesViewing,
  namesEpisode,
  namesViewing,
  reportRef,
  separatedReports,
  sortTitle,
  unknownDay
} from "@daybook/core/watching"
import type { LocalDate } from "@daybook/core/shared"
import { Array as Arrays, Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { boolean, nullable, number, text } from "../kit/columns.js"
import { every } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type StandingTitle, correctableTitles } from "./correctableTitles.js"
import { namedTitles } from "./separable.js"
import { type ReportedSubject, shownEpisodes } from "./shownEpisodes.js"

const flags = table("watching_titles", {
  id: number,
  hidden: boolean,
  standIn: nullable(number),
  givenTitle: nullable(text),
  givenSortTitle: nullable(text)
})

/** What corrections make of titles, where it differs from what is stored. */
const flagChanges = (titles: ReadonlyArray<StandingTitle>, corrected: ReadonlyMap<number, CorrectedTitle>) => {
  const all = titles.map((before) => ({ before, after: corrected.get(before.id)! }))
  const moved = all.filter(({ after, before }) => after.standIn !== before.standIn)
  const flipped = all.filter(({ after, before }) => after.isHidden !== before.hidden)
  const renamed = all.filter(({ after, before }) => after.givenTitle !== before.givenTitle)
  return {
    rows: Array.from(
      new Set([...moved, ...flipped, ...renamed]),
      ({ after: { givenTitle, id, isHidden, standIn } }) => ({
        ...{ id, standIn, givenTitle, hidden: isHidden },
        givenSortTitle: givenTitle === null ? null : sortTitle(givenTitle)
      })
    ),
    flipped: [...new Set([...moved, ...flipped])].map(({ before }) => before.id),
    renamed: renamed.map(({ before }) => before.id),
    leads: moved.flatMap(({ after, before }) => [after.standIn, before.standIn]).filter((id) => id !== null)
  }
}

/** A viewing of a film or episode that shows it. */
type ShownViewing = SubjectId & Pick<Viewing, "date" | "reportedDates">

/** What corrections make of some films and episodes. */
export interface Hiding {
  /** These films and episodes, and those that corrections connect with them. */
  readonly subjects: ReadonlyArray<SubjectId>
  /** Episodes to which corrections credit reports. */
  readonly credited: ReadonlyArray<number>
  /** Titles that are hidden, or a part of another one, from now on, or not any more. */
  readonly flipped: ReadonlyArray<number>
  /** Titles that show others from now on, or not any more. */
  readonly leads: ReadonlyArray<number>
  /** Titles that are written differently from now on. */
  readonly renamed: ReadonlyArray<number>
  /** The place at which an episode is reported; null for a film. */
  readonly placeOf: (subject: SubjectId) => EpisodePlace | null
  /** The film or episode that shows what is reported of another one. */
  readonly shownAs: (report: ReportedSubject) => SubjectId
  /** Whether a title is hidden, or a part of another one. */
  readonly isTitleConcealed: (titleId: number) => boolean
  /** Whether corrections may concern reports of an unknown time. */
  readonly concernsUndated: boolean
  /** The day that corrections give a viewing by its reports, the main one first; null if they say nothing. */
  readonly givenDayOf: (subject: SubjectId, reports: ReadonlyArray<ReportedSubject>) => LocalDate | null
  /** The corrections that name a viewing by its reports, or as it is shown. */
  readonly naming: (viewing: ShownViewing, reports: ReadonlyArray<ReportedSubject>) => ReadonlyArray<Correction>
  readonly isViewingHidden: (viewing: ShownViewing, reports: ReadonlyArray<ReportedSubject>) => boolean
  /** Pairs of reports that are of two viewings, as `separationKey`. */
  readonly separated: (reports: ReadonlyArray<ReportedSubject & { readonly id: number }>) => ReadonlySet<string>
}

/** The titles that matter to some: with `same`, all that it connects with them or that change because of it. */
const connectedTitles = Effect.fn("watching.connectedTitles")(function* (
  ids: ReadonlyArray<number>,
  corrections: ReadonlyArray<NewCorrection>
) {
  const isConnected =
    corrections.some(({ kind }) => kind === "same" || kind === "identify") ||
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

/** Reads what corrections make of some films and episodes. */
export const readHiding = Effect.fn("watching.readHiding")(function* (subjects: ReadonlyArray<SubjectId>) {
  const titleIds = [...new Set(subjects.map(({ titleId }) => titleId))]
  const corrections = yield* correctionsOf("watching")
  const { corrected, titles: before } = yield* connectedTitles(titleIds, corrections)
  const changes = flagChanges(before, corrected)
  const titles = before.map((title) => ({ ...title, ...corrected.get(title.id)! }))
  const leadOf = (id: number) => corrected.get(id)?.standIn ?? id
  const groups = Arrays.groupBy(titles, ({ id }) => String(leadOf(id)))
  const credits = corrections.filter(({ kind, type }) => kind === "credit" && type === "episode")
  const connected = Object.values(groups)
    .filter((group) => group.length > 1 || changes.flipped.includes(group[0].id) || changes.leads.includes(group[0].id))
    .flat()
    // What is credited to an episode is one with its own reports.
    .concat(credits.length === 0 ? [] : titles.filter(({ kind }) => kind === "show"))
    .map(({ id }) => id)
  const reads = corrections.length + connected.length > 0
  const { credited, episodes, placeOf, shownAs } = yield* shownEpisodes({
    ...{ subjects: reads ? subjects : [], shows: reads ? [...new Set(connected)] : [], credits, leadOf },
    titlesOf: (lead) => groups[lead] ?? [],
    // The title that stands for others comes last, so that its own episodes count.
    order: new Map([...corrected.keys()].map((id, index) => [id, corrected.get(id)!.standIn === null ? -1 : index]))
  })
  const nameable = (
    subject: SubjectId,
    reports: ReadonlyArray<ReportedSubject>,
    dates: CorrectableViewing["dates"]
  ): CorrectableViewing => ({
    titles: groups[leadOf(subject.titleId)] ?? [],
    episodes: [subject, ...reports].map(placeOf),
    dates,
    reports: reports.map(reportRef)
  })
  const daysOf = (reports: ReadonlyArray<ReportedSubject>) => reports.map(({ date }) => date ?? unknownDay)
  const separations = corrections.filter(({ kind, type }) => kind === "different" && type === "viewing")
  const names = Arrays.groupBy(
    separations.length === 0 ? [] : yield* namedTitles(titles.map(({ id }) => id)),
    ({ id }) => String(leadOf(id))
  )
  /** A report by itself, also by the names that sources give its title: the metadata service may rename it. */
  const byItself = (report: ReportedSubject) => {
    const named = nameable(report, [report], daysOf([report]))
    return { ...named, titles: [...named.titles, ...(names[leadOf(report.titleId)] ?? [])] }
  }
  const datesOf = ({ date, reportedDates }: ShownViewing) => [date, ...reportedDates]
  const sets = corrections.filter(({ kind }) => kind === "set")
  return {
    changes,
    hiding: {
      ...changes,
      credited,
      placeOf,
      shownAs,
      subjects: [
        ...subjects,
        ...connected.map((titleId) => ({ titleId, episodeId: null })),
        ...episodes
          .filter(({ showId }) => connected.includes(showId))
          .map(({ id, showId }) => ({ titleId: showId, episodeId: id }))
      ],
      concernsUndated: credits.length > 0 || sets.some(({ subject }) => subject["watched_on"] === unknownDay),
      isTitleConcealed: (id) => {
        const title = corrected.get(id)
        return title !== undefined && (title.isHidden || title.standIn !== null)
      },
      givenDayOf: (subject, reports) => {
        if (sets.length === 0) return null
        const days = daysOf(reports)
        return (
          givenDayOf(sets, nameable(subject, reports, days.slice(0, 1))) ??
          givenDayOf(sets, nameable(subject, reports, days))
        )
      },
      naming: (viewing, reports) =>
        corrections.filter(({ object, subject, type }) => {
          if (object !== null && type === "viewing")
            return reports.map(byItself).some((one) => namesViewing(subject, one) || namesViewing(object, one))
          return type === "viewing"
            ? namesViewing(subject, nameable(viewing, reports, [...datesOf(viewing), ...daysOf(reports)]))
            : type === "episode" && reports.some((one) => namesEpisode(subject, nameable(one, [], daysOf([one]))))
        }),
      isViewingHidden: (viewing, reports) =>
        corrections.length > 0 && hidesViewing(corrections, nameable(viewing, reports, datesOf(viewing))),
      separated: (reports) =>
        separatedReports(
          separations,
          separations.length === 0 ? [] : reports.map((one) => ({ id: one.id, ...byItself(one) }))
        )
    } satisfies Hiding
  }
})

/** Computes what corrections make of titles, and stores that. */
export const hidingOf = Effect.fn("watching.hidingOf")(function* (subjects: ReadonlyArray<SubjectId>) {
  const { changes, hiding } = yield* readHiding(subjects)
  yield* flags.update(changes.rows, { key: ["id"], returning: {} })
  return hiding
})

/** Those of some titles whose names may matter to corrections: all, or none if there is no correction. */
export const correctedTitles = (ids: ReadonlyArray<number>) =>
  Effect.map(sql`SELECT FROM corrections WHERE domain = 'watching' LIMIT 1`, (rows): ReadonlyArray<number> =>
    rows.length === 0 ? [] : ids
  )
