import type { NewCorrection } from "@daybook/core/corrections"
import type { LocalDate } from "@daybook/core/shared"
import {
  type CorrectableTitle,
  type EpisodePlace,
  type SubjectId,
  creditedPlaceOf,
  placeIn,
  unknownDay
} from "@daybook/core/watching"
import { Effect } from "effect"
import { type RowOf, date, nullable, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** What a report is about, its key at the source, and its day; null if the time is unknown. */
export type ReportedSubject = SubjectId & {
  readonly source: string
  readonly key: string
  readonly date: LocalDate | null
}

interface EpisodesRequest {
  readonly subjects: ReadonlyArray<SubjectId>
  /** Shows of which every episode matters. */
  readonly shows: ReadonlyArray<number>
  readonly credits: ReadonlyArray<NewCorrection>
  /** The title that shows another one, or itself. */
  readonly leadOf: (titleId: number) => number
  /** The titles that one shows. */
  readonly titlesOf: (lead: number) => ReadonlyArray<CorrectableTitle>
  /** Of two episodes with one place, that of the title with the lower number counts. */
  readonly order: ReadonlyMap<number, number>
}

const columns = { id: number, showId: number, season: number, number }
type Episode = RowOf<typeof columns>
const newEpisodes = table("watching_episodes", { showId: number, season: number, number })

const read = ({ shows, subjects }: EpisodesRequest) =>
  subjects.length + shows.length === 0
    ? Effect.succeed([])
    : sql(columns)`
        SELECT id, show_id, season, number FROM watching_episodes
        WHERE id = ANY(${subjects.flatMap(({ episodeId }) => episodeId ?? [])}::int[]) OR show_id = ANY(${shows}::int[])
        ORDER BY id`

const keyOf = (lead: number, { number, season }: EpisodePlace) => `${lead} ${season} ${number}`

/** Where credits place what is reported of episodes, each with the show that shows it. */
const creditedPlaces = Effect.fn("watching.creditedPlaces")(function* (
  { credits, leadOf, titlesOf }: EpisodesRequest,
  episodes: ReadonlyArray<Episode>
) {
  const from = credits.map(({ subject }) => placeIn(subject))
  const named = episodes.filter(({ number, season }) =>
    from.some((one) => one?.season === season && one.number === number)
  )
  if (named.length === 0) return []
  const reports = yield* sql({ episodeId: number, date: nullable(date) })`
    SELECT DISTINCT episode_id, date FROM watching_reports
    WHERE episode_id = ANY(${named.map(({ id }) => id)}::int[]) ORDER BY 1, 2`
  return reports.flatMap((report) => {
    const episode = named.find(({ id }) => id === report.episodeId)!
    const lead = leadOf(episode.showId)
    const place = creditedPlaceOf(credits, {
      ...{ titles: titlesOf(lead), episodes: [episode], dates: [report.date ?? unknownDay] }
    })
    return place === null ? [] : [{ showId: lead, ...place }]
  })
})

/** Which episode shows what is reported of another one: by season and number, and by where corrections place it. */
export const shownEpisodes = Effect.fn("watching.shownEpisodes")(function* (request: EpisodesRequest) {
  const { credits, leadOf, order, titlesOf } = request
  const existing = yield* read(request)
  const existingPlaces = new Set(existing.map((one) => keyOf(leadOf(one.showId), one)))
  const places = yield* creditedPlaces(request, existing)
  const missing = places.filter((place) => !existingPlaces.has(keyOf(place.showId, place)))
  const distinct = [...new Map(missing.map((place) => [keyOf(place.showId, place), place])).values()]
  yield* newEpisodes.insert(distinct)
  const episodes = distinct.length === 0 ? existing : yield* read(request)
  const episodeById = new Map(episodes.map((episode) => [episode.id, episode]))
  const episodeAt = new Map(
    episodes
      .toSorted((one, other) => (order.get(other.showId) ?? -1) - (order.get(one.showId) ?? -1))
      .map((episode) => [keyOf(leadOf(episode.showId), episode), episode.id])
  )
  const placeOf = ({ episodeId }: SubjectId): EpisodePlace | null =>
    episodeId === null ? null : (episodeById.get(episodeId) ?? null)
  return {
    episodes,
    /** Episodes that credits need, also without reports of their own. */
    credited: places.flatMap((place) => episodeAt.get(keyOf(place.showId, place)) ?? []),
    /** The place at which a film or episode is reported; null for a film. */
    placeOf,
    shownAs: ({ date: day, episodeId, titleId }: ReportedSubject): SubjectId => {
      const lead = leadOf(titleId)
      const episode = placeOf({ episodeId, titleId })
      if (episode === null) return { titleId: lead, episodeId }
      const credited =
        credits.length === 0
          ? null
          : creditedPlaceOf(credits, { titles: titlesOf(lead), episodes: [episode], dates: [day ?? unknownDay] })
      return { titleId: lead, episodeId: episodeAt.get(keyOf(lead, credited ?? episode)) ?? episodeId }
    }
  }
})
