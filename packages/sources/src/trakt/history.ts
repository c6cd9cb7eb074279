import type { WatchingRecord } from "@daybook/core/watching"
import { Option, Schema } from "effect"
import { LooseNumber } from "../kit/schemas.js"
import { cleanName } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"
import type { BulkMarks } from "../kit/watches/bulk.js"
import { idOf, imdbOf, placeOf, starsOfTen, titleOf, watchedAt, watchedOnce, yearOf } from "../kit/watches/records.js"

/**
 * `GET /sync/history` and `watched/history-1.json` of the export (https://github.com/trakt/trakt-api). Ids of the history
 * have 64 bits:
 *
 *   [{"id":10987654321,"watched_at":"2025-03-14T20:11:00.000Z","action":"scrobble","type":"episode",
 *     "episode":{"season":2,"number":5,"title":"Violet Chalk","ids":{"trakt":700001,"tvdb":8000001,"tmdb":600001}},
 *     "show":{"title":"What the Orchard Said","year":2021,"ids":{"trakt":150001,"tvdb":400001,"tmdb":120001}}},
 *    {"id":10987654320,"watched_at":"2025-03-01T21:30:00.000Z","action":"watch","type":"movie",
 *     "movie":{"title":"Tin Roof Hours","year":1982,"ids":{"trakt":300001,"imdb":"tt9100000","tmdb":500001}}}]
 *
 * `action` is `scrobble` and `checkin` of players and apps, or `watch` for a mark by hand.
 */

const Text = Schema.optional(Schema.NullOr(Schema.String))
const Ids = Schema.optional(
  Schema.NullOr(
    Schema.Struct({ trakt: LooseNumber, imdb: Schema.optional(Schema.Unknown), tmdb: LooseNumber, tvdb: LooseNumber })
  )
)
const Named = Schema.optional(
  Schema.NullOr(Schema.Struct({ title: Text, year: LooseNumber, ids: Ids, released: Text, first_aired: Text }))
)
const Episode = Schema.optional(
  Schema.NullOr(Schema.Struct({ season: LooseNumber, number: LooseNumber, title: Text, first_aired: Text }))
)
const HistoryRow = Schema.Struct({
  id: Schema.Union(Schema.String, Schema.Number),
  watched_at: Text,
  action: Text,
  movie: Named,
  show: Named,
  episode: Episode
})
const RatingRow = Schema.Struct({ rating: LooseNumber, rated_at: Text, movie: Named, show: Named, episode: Episode })

type Named = (typeof HistoryRow.Type)["movie"]

const readHistory = Schema.decodeUnknownOption(HistoryRow)
const readRating = Schema.decodeUnknownOption(RatingRow)
const isId = (id: unknown) => /^[1-9]\d{0,19}$/.test(String(id))

/** One entry of the history. */
export interface HistoryEntry {
  readonly id: string
  readonly subject: WatchingRecord["subject"]
  /** Names the film or episode, to compare entries. */
  readonly name: string
  /** Epoch milliseconds; null if somebody marked it as watched at an unknown time, or at its release. */
  readonly at: number | null
  /** As Trakt lists it, epoch milliseconds. */
  readonly listedAt: number
  readonly isMarked: boolean
}

/** Trakt's way to say "at an unknown time" is the beginning of the epoch. */
const firstTime = Date.UTC(1971, 0, 1)

const named = (title: Named, isShow: boolean) => {
  const name = cleanName(title?.title)
  const ids = title?.ids
  const tvdb = idOf(ids?.tvdb)
  const identifiers = {
    trakt: idOf(ids?.trakt),
    tmdb: idOf(ids?.tmdb),
    imdb: imdbOf(ids?.imdb),
    tvdb: isShow && tvdb !== null ? String(tvdb) : null
  }
  return name === null ? null : titleOf(name, yearOf(title?.year), identifiers)
}

/** An entry; null for a row that cannot be read. */
export const historyEntry = (value: unknown): HistoryEntry | null => {
  const row = Option.getOrNull(readHistory(value))
  const at = row === null ? null : instantOf(row.watched_at)
  if (row === null || at === null || !isId(row.id)) return null
  const subject = subjectOf(row)
  if (subject === null) return null
  const releases = [row.movie?.released, row.episode?.first_aired].flatMap((text) => text ?? [])
  return {
    id: String(row.id),
    subject,
    name: nameOf(subject),
    at: at < firstTime || releases.some((release) => isReleaseTime(at, release)) ? null : at,
    listedAt: at,
    isMarked: row.action !== "scrobble" && row.action !== "checkin"
  }
}

/** A film has a day of release, an episode an instant. */
const isReleaseTime = (at: number, release: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(release)
    ? at === Date.parse(`${release}T00:00:00Z`)
    : Math.floor(at / 60_000) === Math.floor((instantOf(release) ?? NaN) / 60_000)

const subjectOf = ({
  episode,
  movie,
  show
}: Pick<typeof HistoryRow.Type, "episode" | "movie" | "show">): HistoryEntry["subject"] | null => {
  const film = named(movie, false)
  if (film !== null) return { kind: "movie", title: film }
  const series = named(show, true)
  const [season, number] = [placeOf(episode?.season), placeOf(episode?.number)]
  if (series === null || season === null || number === null) return null
  return { kind: "episode", title: series, season, episode: number, episodeTitle: cleanName(episode?.title) }
}

const nameOf = (subject: HistoryEntry["subject"]): string =>
  JSON.stringify([
    subject.title.ids.trakt ?? subject.title.title,
    ...(subject.kind === "episode" ? [subject.season, subject.episode] : [])
  ])

/** The record of an entry. `bulk` has seen all entries. */
export const historyRecord = (entry: HistoryEntry, bulk: BulkMarks): WatchingRecord => {
  const { at, id, isMarked, listedAt, subject } = entry
  const identity = { alias: id, loggedAt: listedAt }
  const isBulk = at !== null && bulk.isBulk(at)
  return {
    subject,
    report:
      at === null
        ? watchedOnce(id, null, identity)
        : watchedAt(id, at, { ...identity, isMarked: isMarked || isBulk, isDayOnly: isBulk }),
    rating: null,
    tally: null
  }
}

/** The rating of a film or show; "episode" for one of an episode, null for a row that cannot be read. */
export const ratingRecord = (value: unknown): WatchingRecord | "episode" | null => {
  const row = Option.getOrNull(readRating(value))
  if (row === null) return null
  if (row.episode != null) return "episode"
  const rating = starsOfTen(row.rating)
  const film = named(row.movie, false)
  const show = named(row.show, true)
  if (rating === null || (film === null && show === null)) return null
  return {
    subject: film !== null ? { kind: "movie", title: film } : { kind: "show", title: show! },
    report: null,
    rating,
    tally: null
  }
}

/** JSON with ids of 64 bits as text, which numbers cannot hold. */
export const withLongIds = (text: string): string => text.replace(/("id"\s*:\s*)(\d{16,20})(?=\s*[,}\]])/g, '$1"$2"')
