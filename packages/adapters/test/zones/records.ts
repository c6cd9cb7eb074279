import { activitiesWriter } from "@daybook/core/activities"
import { attendingWriter, mention } from "@daybook/core/attending"
import { type Care, type CollectingRecord, type Release, collectingWriter } from "@daybook/core/collecting"
import { type DeclaredDomain, declaredWriter, recordPage } from "@daybook/core/domain"
import { games } from "@daybook/core/games"
import { listeningWriter } from "@daybook/core/listening"
import { places } from "@daybook/core/places"
import { type ReadingRecord, readingWriter, type SavedArticle } from "@daybook/core/reading"
import { runningWriter } from "@daybook/core/running"
import { listeningSpoken } from "@daybook/core/spoken"
import type { Page } from "@daybook/core/sync"
import { noDetails, noIdentifiers, watchingWriter, type WatchingRecord } from "@daybook/core/watching"
import { Effect, Option } from "effect"
import { listedRun } from "../contract/running/reports.js"

/** Records of every kind at the same moments, and of those that are dated by a day or a wall clock, on some days. */
export interface Sample {
  /** Epoch milliseconds, whole seconds, each once. */
  readonly instants: ReadonlyArray<number>
  /** As many days as instants. */
  readonly days: ReadonlyArray<string>
}

export const label = (of: string, index: number): string => `${of} ${index}`

/** The wall clock of a record that knows it: on its day, at a time of the day that differs from record to record. */
const clockOf = (day: string, index: number) => Date.parse(`${day}T00:00:00Z`) + ((index * 7) % 24) * 3_600_000

const page = <Record>(records: ReadonlyArray<Record>): Page<Record> => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
})

const plays = ({ instants }: Sample) =>
  instants.map((playedAt, index) => ({
    ...{ playedAt, precision: "second" as const, album: null },
    artist: { name: "Velmora", mbid: null, url: null },
    track: { name: label("play", index), mbid: null, url: null }
  }))

const runs = ({ days, instants }: Sample) =>
  instants.flatMap((at, index) => [
    listedRun(1_000 + index, at, { name: label("run", index) }),
    listedRun(2_000 + index, at, { name: label("placed run", index), localStart: clockOf(days[index]!, index) })
  ])

const viewing = (title: string, at: number, date: string | null): WatchingRecord => ({
  subject: { kind: "movie", title: { title, year: null, ids: noIdentifiers, details: noDetails } },
  report: {
    ...{ key: title, at, date, rating: null, rewatch: null, review: null, reviewUrl: null, alias: null },
    loggedAt: null
  },
  rating: null,
  tally: null
})

const viewings = ({ days, instants }: Sample) => [
  ...instants.map((at, index) => viewing(label("film", index), at, null)),
  ...days.map((day, index) => viewing(label("diary", index), Date.parse(`${day}T12:00:00Z`), day))
]

const release = (id: number, title: string): Release => ({
  ...{ id, title, year: null, artists: [], format: "Vinyl", formatDetail: [], labels: [], genres: [], styles: [] },
  picture: null
})

const care = (addedAt: number): Care => ({
  addedAt,
  rating: 0,
  mediaCondition: null,
  sleeveCondition: null,
  notes: null
})

const collection = ({ instants }: Sample) =>
  instants.flatMap((at, index): ReadonlyArray<CollectingRecord> => [
    { _tag: "Copy", instance: index, release: release(100 + index, label("record", index)), care: care(at) },
    { _tag: "Want", release: release(200 + index, label("want", index)), care: care(at) },
    {
      _tag: "Disc",
      film: { title: label("disc", index), year: null, ids: { trakt: 300 + index, tmdb: null, imdb: null } },
      edition: { mediaType: "bluray", resolution: null, hdr: null, audio: null, audioChannels: null },
      collectedAt: at,
      filed: false
    }
  ])

const article = (title: string, savedAt: number, finishedAt: number | null): SavedArticle => ({
  ...{ sourceId: title, url: `https://notebook.example/${title.replace(" ", "-")}`, title, description: null },
  ...{ folder: null, archived: false, starred: false, savedAt, tags: [] },
  ...{ progress: finishedAt === null ? 0 : 1, progressAt: finishedAt }
})

/** Finished articles were saved long before. */
const longAgo = Date.UTC(2009, 0, 1)

const articles = ({ instants }: Sample): ReadonlyArray<ReadingRecord> => [
  ...instants.flatMap((at, index): ReadonlyArray<ReadingRecord> => [
    { _tag: "Article", article: article(label("saved", index), at, null) },
    { _tag: "Article", article: article(label("finished", index), longAgo + index * 1_000, at) }
  ]),
  {
    _tag: "Highlights",
    articleId: label("finished", 0),
    whole: false,
    passages: instants.map((createdAt, index) => {
      const text = label("passage", index)
      return { sourceId: text, text, note: null, position: null, createdAt }
    })
  }
]

/** Titles and venues that no merge takes for one event. */
const words = {
  event: "amber basalt cobalt dahlia ember fjord garnet hazel".split(" "),
  "dated event": "indigo juniper kelp larch mistral nectar ochre poplar".split(" ")
}

const eventOf = (of: keyof typeof words, index: number) => ({
  ...{ key: label(of, index), saidAt: 0, kind: "comedy" as const },
  title: `${words[of][index]!} ${label(of, index)}`,
  venue: {
    ...{ name: `${words[of][index]!} hall`, city: null, state: null, country: null, capacity: null, address: null },
    ...{ latitude: null, longitude: null, zone: null }
  }
})

const events = ({ days, instants }: Sample) => [
  ...instants.map((at, index) => mention({ ...eventOf("event", index), at })),
  ...days.map((date, index) => mention({ ...eventOf("dated event", index), date }))
]

const putDeclared = (domain: DeclaredDomain, rows: Readonly<Record<string, ReadonlyArray<unknown>>>) =>
  declaredWriter(domain).apply("trial", recordPage(Object.entries(rows).map(([record, rows]) => ({ record, rows }))))

/** Reports of different kinds are of different activities, however near they are. */
const kinds = {
  unplaced: "ride walk swim strength climb row paddle golf".split(" "),
  placed: "ski skate racket_sport team_sport martial_art dance wheelchair water_sport".split(" ")
}

const sports = ({ days, instants }: Sample) =>
  instants.flatMap((at, index) => [
    {
      ...{ service: "strava", report: `a${index}`, origin: "api", kind: kinds.unplaced[index] },
      ...{ name: label("activity", index), started_at: at }
    },
    {
      ...{ service: "strava", report: `b${index}`, origin: "api", kind: kinds.placed[index] },
      ...{ name: label("placed activity", index), started_at: at, local_start: clockOf(days[index]!, index) }
    }
  ])

const iso = (at: number) => new Date(at).toISOString()

/** Stores a record of every kind for each instant and each day, as sources do. */
export const putRecords = Effect.fn("putRecords")(function* (sample: Sample) {
  const { days, instants } = sample
  yield* listeningWriter.apply("lastfm", page(plays(sample)))
  yield* listeningWriter.recount
  yield* runningWriter.apply("strava", page(runs(sample)))
  yield* watchingWriter.apply("letterboxd", page(viewings(sample)))
  yield* collectingWriter.apply("discogs", page(collection(sample)))
  yield* readingWriter.apply("instapaper", page(articles(sample)))
  yield* attendingWriter.apply("calendar", page(events(sample)))
  yield* activitiesWriter.apply("strava", recordPage({ record: "report", rows: sports(sample) }))
  yield* putDeclared(listeningSpoken, {
    listen: instants.map((at, index) => ({
      ...{
        started_at: iso(at),
        item: label("listen", index),
        kind: "podcast",
        title: label("listen", index),
        minutes: 5
      }
    }))
  })
  yield* putDeclared(games, {
    game: instants.map((at, index) => ({
      ...{ app: index, name: label("game", index), minutes_played: 5, last_played_at: iso(at) }
    })),
    session: days.map((day, index) => ({ play: index, boardgame: 1, name: label("session", index), played_on: day }))
  })
  yield* putDeclared(places, {
    checkin: instants.map((at, index) => ({
      ...{ checkin: `c${index}`, venue: label("checkin", index), checked_in_at: iso(at) }
    })),
    visit: instants.map((at, index) => ({ started_at: iso(at), place: "p", name: label("visit", index) })),
    flight: days.map((day, index) => ({
      ...{ day, flown_on: day, origin: "LIS", destination: "LHR", number: label("flight", index) }
    })),
    drink: instants.map((at, index) => ({
      ...{ checkin: `d${index}`, beer: label("drink", index), drunk_at: iso(at) }
    }))
  })
})
