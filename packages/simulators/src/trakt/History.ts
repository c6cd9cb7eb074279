import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { dice } from "../sampleOwner/dice.js"
import type { Film, Series } from "../sampleOwner/films.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { Viewing } from "../sampleOwner/watching.js"
import type { SimulatedClock } from "../shared/Simulator.js"
import { iso, movie } from "./wire.js"

/** An entry of the history. Times are unix seconds. */
export interface TraktEntry {
  /** 64 bits at the provider. */
  readonly id: string
  readonly at: number
  readonly action: "scrobble" | "checkin" | "watch"
  readonly what: Viewing["what"]
}

/** What the owner does to the history on the provider's site. */
export interface TraktHistoryControl {
  /** Oldest first. */
  readonly history: Effect.Effect<ReadonlyArray<TraktEntry>>
  readonly addHistory: (entry: Omit<TraktEntry, "id">) => Effect.Effect<string>
  readonly removeHistory: (id: string) => Effect.Effect<void>
  /** The history and the ratings as an account export has them. */
  readonly historyArchive: Effect.Effect<Uint8Array>
}

const firstId = 9_007_199_254_740_993n

const show = (series: Series) => ({
  title: series.title,
  year: series.year,
  ids: {
    trakt: 20_000 + series.index * 13,
    slug: `show-${series.index}`,
    tvdb: series.tvdb,
    imdb: series.imdb,
    tmdb: series.tmdb
  }
})

const release = (year: number) => `${year}-06-01`

/** Ids are written as numbers, which JavaScript cannot hold. */
const withBigIds = (rows: ReadonlyArray<unknown>) => JSON.stringify(rows).replace(/"id":"(\d+)"/g, '"id":$1')

/** The owner's history: what players scrobbled, and marks by hand. The app of the player reports a little later. */
export const makeHistory = (sampleOwner: SampleOwner, clock: SimulatedClock) => {
  const added: Array<TraktEntry> = []
  const removed = new Set<string>()
  let changedAt = 0
  const seconds = Effect.map(clock.now, (now) => Math.floor(now / 1_000))
  const films = (): ReadonlyArray<Film> => sampleOwner.watching.films
  const entries = Effect.map(seconds, (now): ReadonlyArray<TraktEntry> => {
    const lived = sampleOwner.watching
      .until(now + 1)
      .flatMap(({ at, server, what }, index): ReadonlyArray<TraktEntry> => {
        const roll = dice("trakt", at)
        if (server === "none" && roll.below(3) > 0) return []
        const isScrobble = server === "play"
        return [
          {
            id: String(firstId + BigInt(index) * 2n),
            at: isScrobble ? at + roll.below(120) : at + 3_600 * roll.below(4),
            action: isScrobble ? "scrobble" : "watch",
            what
          }
        ]
      })
    return [...lived, ...added].filter(({ id }) => !removed.has(id)).sort((a, b) => a.at - b.at)
  })
  const row = ({ action, at, id, what }: TraktEntry) => {
    const head = { id, watched_at: iso(at), action }
    if (what.kind === "film") {
      const film = films()[what.film]!
      return { ...head, type: "movie", movie: { ...movie(film), released: release(film.year) } }
    }
    const series = sampleOwner.watching.series[what.series]!
    return {
      ...head,
      type: "episode",
      episode: {
        season: what.season,
        number: what.episode,
        title: `Chapter ${what.episode}`,
        ids: { trakt: 1 + what.season * 1_000 + what.episode, tvdb: null, imdb: null, tmdb: null },
        first_aired: `${release(series.year)}T20:00:00.000Z`
      },
      show: show(series)
    }
  }
  const rows = Effect.map(entries, (all) => all.toReversed().map(row))
  const ratings = Effect.map(entries, (all) => {
    const rated = [...new Set(all.flatMap(({ what }) => (what.kind === "film" ? [what.film] : [])))]
    return rated.flatMap((film) => {
      const roll = dice("trakt rating", film)
      return roll.below(2) === 0
        ? []
        : [{ rated_at: iso(0), rating: 1 + roll.below(10), type: "movie", movie: movie(films()[film]!) }]
    })
  })
  const showRatings = sampleOwner.watching.series
    .slice(0, 3)
    .map((series) => ({ rated_at: iso(0), rating: 7, type: "show", show: show(series) }))
  const touch = Effect.map(seconds, (now) => {
    changedAt = Math.max(now, changedAt + 1)
  })
  const control: TraktHistoryControl = {
    history: entries,
    addHistory: (entry) =>
      Effect.map(touch, () => {
        const id = String(firstId + 1n + BigInt(added.length) * 2n)
        added.push({ ...entry, id })
        return id
      }),
    removeHistory: (id) => Effect.map(touch, () => void removed.add(id)),
    historyArchive: Effect.map(Effect.all([rows, ratings]), ([history, movies]) => {
      const half = Math.ceil(history.length / 2)
      return zipSync(
        {
          "somebody/user/profile.json": strToU8(JSON.stringify({ username: "somebody", token: "never read" })),
          "somebody/watched/history-1.json": strToU8(withBigIds(history.slice(0, half))),
          "somebody/watched/history-2.json": strToU8(withBigIds(history.slice(half))),
          "somebody/watched/watched-movies.json": strToU8("[]"),
          "somebody/ratings/ratings-movies.json": strToU8(JSON.stringify(movies)),
          "somebody/ratings/ratings-shows.json": strToU8(JSON.stringify(showRatings)),
          "somebody/ratings/ratings-episodes.json": strToU8(
            JSON.stringify([{ rated_at: iso(0), rating: 9, type: "episode", episode: { season: 1, number: 1 } }])
          )
        },
        { mtime: new Date(Date.UTC(2020, 0, 1)) }
      )
    })
  }
  return {
    control,
    rows,
    ratings,
    showRatings,
    withBigIds,
    changedAt: Effect.map(entries, (all) => Math.max(changedAt, all.at(-1)?.at ?? 0))
  }
}
