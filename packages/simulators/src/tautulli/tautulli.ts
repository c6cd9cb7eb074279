import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { dice } from "../sampleOwner/dice.js"
import type { Viewing } from "../sampleOwner/watching.js"
import { type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"

const apiKey = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

const answer = (data: unknown) =>
  HttpServerResponse.unsafeJson({ response: { result: "success", message: null, data } })
const refuse = (message: string, status: number) =>
  HttpServerResponse.unsafeJson({ response: { result: "error", message, data: {} } }, { status })

/**
 * Tautulli over the owner's Plex server, by its API reference
 * (https://github.com/Tautulli/Tautulli/wiki/Tautulli-API-Reference): every play, paused ones as two rows, and plays of a
 * second user and of music. Missing numbers are `""`, and some films are gone from the library.
 */
export const tautulli = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const { films, series } = sampleOwner.watching
    const filmKey = (film: number) => 100 + film
    const showKey = (index: number) => 50_000 + index
    const viewings = Effect.map(clock.now, (now) =>
      sampleOwner.watching.until(Math.floor(now / 1_000) + 1).filter(({ server }) => server === "play")
    )
    const rowsOf = ({ at, what }: Viewing, index: number): ReadonlyArray<Readonly<Record<string, unknown>>> => {
      const roll = dice("tautulli", at)
      const minutes = what.kind === "film" ? films[what.film]!.minutes : series[what.series]!.minutes
      const id = 10 + index * 3
      const names =
        what.kind === "film"
          ? {
              media_type: "movie",
              rating_key: filmKey(what.film),
              grandparent_rating_key: "",
              grandparent_title: "",
              parent_media_index: "",
              media_index: "",
              title: films[what.film]!.title,
              year: films[what.film]!.year,
              guid: `plex://movie/${filmKey(what.film)}`
            }
          : {
              media_type: "episode",
              rating_key: 70_000 + index,
              grandparent_rating_key: showKey(what.series),
              grandparent_title: series[what.series]!.title,
              parent_media_index: what.season,
              media_index: what.episode,
              title: `Chapter ${what.episode}`,
              year: "",
              guid: `plex://episode/${index}`
            }
      const row = (rowId: number, started: number, stopped: number, percent: number) => ({
        reference_id: id,
        row_id: rowId,
        date: started,
        started,
        stopped,
        user_id: 1,
        user: sampleOwner.username,
        ...names,
        percent_complete: percent,
        watched_status: percent >= 85 ? 1 : percent >= 50 ? 0.5 : 0
      })
      const start = at - minutes * 60
      if (roll.below(6) > 0) return [row(id, start, at, 97)]
      const middle = start + minutes * 30
      return [row(id, start - 1_800, middle - 1_800, 50), row(id + 1, middle, at, 98)]
    }
    const rows = Effect.map(viewings, (all) => {
      const own = all.flatMap(rowsOf)
      const last = own.at(-1)
      const other = last === undefined ? [] : [{ ...last, row_id: 5, reference_id: 5, user_id: 2, user: "Guest" }]
      const track = {
        row_id: 6,
        reference_id: 6,
        media_type: "track",
        started: 1,
        stopped: 2,
        user_id: 1,
        title: "Song"
      }
      const every: ReadonlyArray<Readonly<Record<string, unknown>>> = [...own, ...other, track]
      return every.toSorted((a, b) => Number(b["started"]) - Number(a["started"]))
    })
    const metadata = (key: number): unknown => {
      const film = films.find(({ index }) => filmKey(index) === key)
      // One film in nine was deleted from the library.
      if (film !== undefined && film.index % 9 !== 8)
        return {
          title: film.title,
          year: String(film.year),
          guid: `plex://movie/${key}`,
          guids: [`imdb://${film.imdb}`, `tmdb://${film.tmdb}`]
        }
      const show = series.find(({ index }) => showKey(index) === key)
      return show === undefined
        ? {}
        : {
            title: show.title,
            year: String(show.year),
            guid: `plex://show/${key}`,
            guids: [`imdb://${show.imdb}`, `tmdb://${show.tmdb}`, `tvdb://${show.tvdb}`]
          }
    }
    return makeSimulator({
      id: "tautulli",
      clock,
      settings: {
        DAYBOOK_TAUTULLI_URL: baseUrl,
        DAYBOOK_TAUTULLI_API_KEY: apiKey,
        DAYBOOK_TAUTULLI_USER: sampleOwner.username,
        DAYBOOK_TAUTULLI_MIN_INTERVAL_MS: "0"
      },
      control: { viewings },
      answer: ({ distortion, params, path }) =>
        Effect.gen(function* () {
          if (path !== "/api/v2") return HttpServerResponse.empty({ status: 404 })
          if (params["apikey"] !== apiKey) return refuse("Invalid apikey", 401)
          if (params["cmd"] === "get_metadata") return answer(metadata(wholeNumber(params["rating_key"], 0)))
          if (params["cmd"] !== "get_history") return refuse("Unknown command", 400)
          const all = distortion?._tag === "Empty" ? [] : yield* rows
          const [start, length] = [wholeNumber(params["start"], 0), wholeNumber(params["length"], 25)]
          return answer({
            recordsTotal: all.length,
            recordsFiltered: all.length,
            data: all.slice(start, start + length)
          })
        })
    })
  })
