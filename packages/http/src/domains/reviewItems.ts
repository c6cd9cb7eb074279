import type { EventMerge, PendingMention } from "@daybook/core/attending"
import type { Fact } from "@daybook/core/collecting"
import type { Filter } from "@daybook/core/listening"
import { type PageOf, type Paged, type Pagination, offsetOf } from "@daybook/core/shared"
import type { RunMerge } from "@daybook/core/running"
import type { Merge, UnmatchedFilm, UnnumberedEpisode } from "@daybook/core/watching"

/** A decision, and the request that makes it. */
export interface DecisionView {
  readonly decision: "accept" | "reject" | "separate" | "remove"
  readonly label: string
  readonly method: "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | null
  readonly needs: ReadonlyArray<"event_date" | "tmdb_id" | "season" | "episode">
}

/** An item of one kind. */
export interface ItemView {
  readonly id: number | string
  readonly title: string
  readonly detail: string | null
  readonly reason: string
  readonly excerpt: string | null
  readonly reported_at: string | null
  readonly decisions: ReadonlyArray<DecisionView>
}

export interface Listing {
  readonly items: ReadonlyArray<ItemView>
  readonly total: number
}

interface ListOf<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: typeof Pagination.Type
}

const joined = (...parts: ReadonlyArray<string | number | null>): string | null =>
  parts.filter((part) => part !== null && part !== "").join(" · ") || null

const named = (title: string, year: number | null): string => (year === null ? title : `${title} (${year})`)

const decision = (
  kind: DecisionView["decision"],
  label: string,
  method: DecisionView["method"],
  path: string,
  body: DecisionView["body"] = null,
  needs: DecisionView["needs"] = []
): DecisionView => ({ decision: kind, label, method, path: `/v1${path}`, body, needs })

const pendingReasons: Readonly<Record<PendingMention["reason"], string>> = {
  unread: "The mail was not understood.",
  undated: "It does not say when the event is.",
  unconfirmed: "Only a calendar knows it: no ticket, no league and no set list does."
}

/** Mentions of events that are not certain enough. */
export const event = ({ data, pagination }: ListOf<PendingMention>): Listing => ({
  total: pagination.total,
  items: data.map((one) => ({
    id: one.id,
    title: one.title ?? "An event without a title",
    detail: joined(
      dayText(one.event_date),
      one.venue_name,
      one.event_type?.replaceAll("_", " ") ?? null,
      `from ${one.source}`
    ),
    reason: one.detail ?? pendingReasons[one.reason],
    excerpt: one.excerpt,
    reported_at: reportedAt(one.said_at),
    decisions: [
      decision(
        "accept",
        "I was there",
        "POST",
        `/admin/attending/sources/${one.id}/promote`,
        {},
        one.event_date === null ? ["event_date"] : []
      ),
      decision("reject", "Not an event", "POST", `/admin/attending/sources/${one.id}/reject`)
    ]
  }))
})

/** Watched films that TMDB does not find. */
export const film = ({ data, pagination }: ListOf<UnmatchedFilm>): Listing => ({
  total: pagination.total,
  items: data.map((one) => ({
    id: one.id,
    title: named(one.title, one.year),
    detail: null,
    reason:
      `TMDB has no film with this name and year; it was asked ${times(one.attempts)}.` +
      " The film lacks a poster, genres and directors.",
    excerpt: null,
    reported_at: one.last_watched_at,
    decisions: [
      decision("accept", "It is the film with this number", "PUT", `/watching/admin/unmatched/${one.id}`, {}, [
        "tmdb_id"
      ]),
      decision("reject", "Leave it as it is", "PUT", `/watching/admin/unmatched/${one.id}`, { tmdb_id: null })
    ]
  }))
})

const unknownNumber = ({ attempts, season }: UnnumberedEpisode): string =>
  season === null
    ? "The file does not say which season it is: it may also be a film"
    : `The file does not say which episode it is, and ${
        attempts === 0
          ? "TMDB was not asked yet"
          : `TMDB has none or several of this name in season ${season}; it was asked ${times(attempts)}`
      }`

/** Episodes that a file names without their number or season. */
export const episode = ({ data, pagination }: ListOf<UnnumberedEpisode>): Listing => ({
  total: pagination.total,
  items: data.map((one) => {
    const path = `/watching/admin/unnumbered/${one.id}`
    return {
      id: one.id,
      title: `${one.show}: ${one.title}`,
      detail: joined(
        one.season === null ? null : `Season ${one.season}`,
        one.episode === null ? null : `Episode ${one.episode}`,
        one.viewings === 1 ? null : `${one.viewings} viewings`
      ),
      reason: `${unknownNumber(one)}. The viewing does not count until that is known.`,
      excerpt: null,
      reported_at: one.last_watched_at,
      decisions: [
        decision(
          "accept",
          "It is the episode with this number",
          "PUT",
          path,
          one.episode === null ? {} : { episode: one.episode },
          [
            ...(one.season === null ? (["season"] as const) : []),
            ...(one.episode === null ? (["episode"] as const) : [])
          ]
        ),
        ...(one.season === null
          ? [decision("accept", "It is a film", "PUT", path, { episode: null, is_film: true })]
          : []),
        decision("reject", "Leave it out", "PUT", path, { episode: null })
      ]
    }
  })
})

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`)

const dayFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" })

/** "14 June 2026" */
const dayText = (date: string | null): string | null =>
  date === null ? null : dayFormat.format(Date.parse(`${date}T00:00:00Z`))

/** An export of a calendar may not say when an entry was made. */
const reportedAt = (at: string): string | null => (Date.parse(at) === 0 ? null : at)

const letters = (confidence: number): string => (confidence > 0.8 ? "one letter" : "two letters")

/** Records whose album is unsure. */
export const record = ({ rows, total }: Paged<Fact.UnsureRecord>): Listing => ({
  total,
  items: rows.map((one) => {
    const path = `/admin/collecting/matches/${one.releaseId}/${one.albumId}`
    return {
      id: one.releaseId,
      title: joined(one.artists, named(one.title, one.year)) ?? one.title,
      detail: `Played as “${one.album}” by ${one.artist}, ${one.plays === 1 ? "1 play" : `${one.plays} plays`}`,
      reason: `The names differ by ${letters(one.confidence)}, so the plays may be of another album.`,
      excerpt: null,
      reported_at: null,
      decisions: [
        decision("accept", "It is this album", "PUT", path, { same: true }),
        decision("reject", "It is another album", "PUT", path, { same: false })
      ]
    }
  })
})

/** Films on disc whose viewings are unsure. */
export const disc = ({ rows, total }: Paged<Fact.UnsureFilm>): Listing => ({
  total,
  items: rows.map((one) => {
    const path = `/admin/collecting/media/matches/${one.discId}/${one.movieId}`
    return {
      id: `${one.discId}-${one.movieId}`,
      title: named(one.title, one.year),
      detail: `Watched as ${named(one.movieTitle, one.movieYear)}, ${times(one.watches)}`,
      reason: "Only the title is the same: the years differ, and no number at TMDB or IMDb says that it is this film.",
      excerpt: null,
      reported_at: null,
      decisions: [
        decision("accept", "It is this film", "PUT", path, { same: true }),
        decision("reject", "It is another film", "PUT", path, { same: false })
      ]
    }
  })
})

/** Events of several mentions. */
export const eventMerge = ({ data, pagination }: ListOf<EventMerge>): Listing => ({
  total: pagination.total,
  items: data.map((one) => ({
    id: one.event_id,
    title: one.title,
    detail: joined(dayText(one.event_date), one.external_source),
    reason: one.mentions
      .map(({ reason, source, title }) => joined(source, title, reason))
      .filter((text) => text !== null)
      .join("\n"),
    excerpt: null,
    reported_at: null,
    decisions: one.mentions.map(({ id, source, title }) =>
      decision(
        "separate",
        `Separate ${source}${title === null ? "" : `: ${title}`}`,
        "POST",
        `/admin/attending/sources/${id}/separate`
      )
    )
  }))
})

/** Viewings of several reports. */
export const viewingMerge = ({ data, pagination }: ListOf<Merge>): Listing => ({
  total: pagination.total,
  items: data.map((one) => ({
    id: one.id,
    title:
      named(one.movie.title, one.movie.year) +
      (one.episode === null ? "" : ` S${one.episode.season}E${one.episode.episode}`),
    detail: `Reported by ${one.merged.source} as well`,
    reason: one.reason,
    excerpt: null,
    reported_at: one.merged.watched_at,
    decisions: [decision("separate", "Two viewings", "DELETE", `/watching/admin/merges/${one.id}`)]
  }))
})

/** Runs of several sources. */
export const runMerge = ({ data, pagination }: ListOf<RunMerge>): Listing => ({
  total: pagination.total,
  items: data.map((one) => ({
    id: one.id,
    title: one.run.name,
    detail: joined(dayText(one.run.started_at.slice(0, 10)), `${one.run.distance_mi} mi`, `from ${one.run.source}`),
    reason: `Reported by ${one.merged.source} as well. ${one.reason}`,
    excerpt: null,
    reported_at: one.merged.started_at,
    decisions: [decision("separate", "Two runs", "DELETE", `/admin/running/merges/${one.id}`)]
  }))
})

/** Filters of plays. */
export const filter =
  (page: PageOf) =>
  (all: ReadonlyArray<Filter>): Listing => ({
    total: all.length,
    items: all.slice(offsetOf(page), offsetOf(page) + page.limit).map(filterItem)
  })

const scopes: Readonly<Record<Filter["scope"], string>> = {
  album: "albums whose name contains it",
  track: "tracks whose name contains it",
  track_regex: "tracks whose name matches this expression",
  artist: "this artist",
  artist_track: "this track"
}

const filterItem = ({ createdAt, id, pattern, reason, scope }: Filter): ItemView => ({
  id,
  title: pattern,
  detail: `Hides plays of ${scopes[scope]}`,
  reason: reason ?? "No reason was given.",
  excerpt: null,
  reported_at: new Date(createdAt).toISOString(),
  decisions: [decision("remove", "Show these plays again", "DELETE", `/listening/admin/filters/${id}`)]
})
