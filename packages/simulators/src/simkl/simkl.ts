import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { dice } from "../sampleOwner/dice.js"
import type { Viewing } from "../sampleOwner/watching.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"

const clientId = "5f4dcc3b5aa765d61d8327deb882cf99"
const accessToken = "simkl-5c0ffee5c0ffee5c0ffee"

const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString().replace(".000", "")

/** The login with a code: pending until the person has entered it. */
const makePins = () => {
  const claimed = new Set<string>()
  let last = 0
  return {
    claim: Effect.sync(() => void claimed.add(`PIN${last}`)),
    answer: ({ params, path }: SimulatedRequest) => {
      if (params["client_id"] !== clientId) return json({ error: "client_id_failed", code: 412 }, 412)
      const code = path.slice("/oauth/pin/".length)
      if (code === "")
        return json({
          result: "OK",
          device_code: "DEVICE_CODE",
          user_code: `PIN${++last}`,
          verification_url: "https://simkl.com/pin/",
          expires_in: 900,
          interval: 5
        })
      return claimed.has(code)
        ? json({ result: "OK", access_token: accessToken })
        : json({ result: "KO", message: "Authorization pending" })
    }
  }
}

/**
 * Simkl (https://simkl.docs.apiary.io) over the owner's viewings: the newest time of each film and episode, ids as
 * texts, films to watch later, and two series that have only a number of episodes, the second of them as anime.
 */
export const simkl = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const { films, series } = sampleOwner.watching
    const pins = makePins()
    const extra: Array<Pick<Viewing, "at" | "what">> = []
    const tallied = { whole: 0, anime: 1 }
    /** The newest time of each film and episode. */
    const newest = Effect.map(clock.now, (now) => {
      const lived = sampleOwner.watching
        .until(Math.floor(now / 1_000) + 1)
        .filter(({ at, server }) => server !== "none" || dice("simkl", at).below(3) === 0)
        .map(({ at, what }) => ({ what, at: at + dice("simkl", at).below(900) }))
      const times = new Map<string, { readonly what: Viewing["what"]; at: number }>()
      for (const one of [...lived, ...extra]) {
        const key = JSON.stringify(one.what)
        const before = times.get(key)
        if (before === undefined) times.set(key, { ...one })
        else before.at = Math.max(before.at, one.at)
      }
      return [...times.values()]
    })
    const rating = (film: number) => {
      const roll = dice("simkl rating", film)
      return roll.below(2) === 0 ? null : 1 + roll.below(10)
    }
    const movieRow = (film: number, at: number | null, status: string) => {
      const { imdb, title, tmdb, year } = films[film]!
      return {
        last_watched_at: at === null ? null : iso(at),
        status,
        user_rating: rating(film),
        movie: { title, year, ids: { simkl: 1_000 + film, slug: `film-${film}`, imdb, tmdb: String(tmdb) } }
      }
    }
    const showRow = (
      index: number,
      episodes: ReadonlyArray<{ readonly what: Viewing["what"]; readonly at: number }>
    ) => {
      const { imdb, title, tmdb, tvdb, year } = series[index]!
      const seasons = new Map<number, Array<unknown>>()
      for (const { at, what } of episodes) {
        if (what.kind === "film") continue
        // Of some episodes nobody knows the time.
        const watched_at = dice("simkl undated", at).below(20) === 0 ? null : iso(at)
        seasons.set(what.season, [...(seasons.get(what.season) ?? []), { number: what.episode, watched_at }])
      }
      const isAnime = index === tallied.anime
      const ids = isAnime
        ? { simkl: 5_000 + index, mal: String(90_000 + index), tmdb: String(tmdb) }
        : { simkl: 5_000 + index, imdb, tmdb: String(tmdb), tvdb: String(tvdb) }
      return {
        ...(isAnime ? { anime_type: "tv" } : {}),
        last_watched_at: null,
        status: "watching",
        user_rating: index % 2 === 0 ? 7 : null,
        watched_episodes_count: episodes.length,
        show: { title, year, ids },
        ...(index === tallied.whole
          ? {}
          : { seasons: [...seasons].map(([number, all]) => ({ number, episodes: all })) })
      }
    }
    const lists = Effect.map(newest, (all) => {
      const seen = new Set(all.flatMap(({ what }) => (what.kind === "film" ? [what.film] : [])))
      const later = films.flatMap(({ index }) => (seen.has(index) ? [] : [index])).slice(0, 5)
      const shows = series.flatMap(({ index }) => {
        const episodes = all.filter(({ what }) => what.kind === "episode" && what.series === index)
        return episodes.length === 0 ? [] : [{ index, row: showRow(index, episodes) }]
      })
      return {
        movies: [
          ...all.flatMap(({ at, what }) => (what.kind === "film" ? [movieRow(what.film, at, "completed")] : [])),
          ...later.map((film) => ({ ...movieRow(film, null, "plantowatch"), user_rating: null }))
        ],
        shows: shows.filter(({ index }) => index !== tallied.anime).map(({ row }) => row),
        anime: shows.filter(({ index }) => index === tallied.anime).map(({ row }) => row)
      }
    })
    const activities = Effect.map(newest, (all) => {
      const at = iso(all.reduce((last, one) => Math.max(last, one.at), 0))
      const list = { all: at, rated_at: at, completed: at }
      return { all: at, settings: { all: iso(0) }, movies: list, tv_shows: list, anime: { ...list, count: all.length } }
    })
    return makeSimulator({
      id: "simkl",
      clock,
      settings: {
        DAYBOOK_SIMKL_BASE_URL: baseUrl,
        DAYBOOK_SIMKL_CLIENT_ID: clientId,
        DAYBOOK_SIMKL_TOKEN: accessToken,
        DAYBOOK_SIMKL_MIN_INTERVAL_MS: "0"
      },
      control: {
        newest,
        seriesOf: tallied,
        rating,
        /** The person marks something as watched. */
        mark: (what: Viewing["what"], at: number) => Effect.sync(() => void extra.push({ what, at })),
        /** The person enters the newest code. */
        claimPin: pins.claim
      },
      answer: (request) =>
        Effect.gen(function* () {
          const { distortion, headers, path } = request
          if (path.startsWith("/oauth/pin")) return pins.answer(request)
          if (headers["simkl-api-key"] !== clientId) return json({ error: "client_id_failed", code: 412 }, 412)
          if (headers["authorization"] !== `Bearer ${accessToken}`) return json({ error: "user_token_failed" }, 401)
          if (path === "/sync/activities") return json(yield* activities)
          if (path !== "/sync/all-items/" && path !== "/sync/all-items") return json({ error: "url_failed" }, 404)
          return json(distortion?._tag === "Empty" ? null : yield* lists)
        })
    })
  })
