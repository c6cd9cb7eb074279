import { isBuiltIn, type BuiltInDomain } from "@daybook/core"
import { Effect } from "effect"
import { type AskError, ask, askIfAny } from "../Ask.js"
import { Home, isInScope, namesOf } from "../Home.js"
import { idIfAny, idOf } from "../kit/ids.js"
import { answerWith, object, objects, words } from "../kit/output.js"
import { everyDomain, readTool } from "../Tool.js"
import { wholeTime } from "../kit/when.js"

export const overview = readTool({
  name: "overview",
  title: "What is here",
  description:
    "What this Daybook holds: domains with totals, first and last day, the home time zone, units, and each source with " +
    "its last successful sync. Use first when unsure, and for 'is everything up to date?'.",
  domains: everyDomain,
  example: {},
  input: {},
  output: answerWith({ time_zone: words, today: words, units: object, domains: object, sources: objects }),
  run: () =>
    Effect.gen(function* () {
      const { dayOf, local, scope, sources, today, zone } = yield* Home
      const all = yield* Effect.forEach(
        scope,
        ({ name, span, totals }) =>
          Effect.zipWith(
            totals(wholeTime),
            span({ local, dayOf }),
            ({ main }, { first, last }) => [name, { first_day: first, last_day: last, ...main }] as const
          ),
        { concurrency: 3 }
      )
      return {
        heading: `Daybook, ${today} in ${zone}`,
        domains: namesOf(scope),
        data: {
          time_zone: zone,
          today,
          units: { distance: "miles", elevation: "feet", duration: "seconds", rating: "0.5 to 5" },
          domains: Object.fromEntries(all),
          sources: sources.map(({ domain, error, lastSuccess, name, stale }) => ({
            source: name,
            domain,
            last_success: local(lastSuccess),
            stale,
            error
          }))
        }
      }
    })
})

/** How long after its start a play counts as playing, in milliseconds. */
const playingMs = 10 * 60_000

export const now = readTool({
  name: "now",
  title: "Now",
  description:
    "What is going on: the song playing now or played last, articles being read, the last run, the last film and the " +
    "next event.",
  domains: everyDomain,
  example: {},
  input: {},
  output: answerWith({ playing: object, reading: objects, last_run: object, last_film: object, next_event: object }),
  run: () =>
    Effect.gen(function* () {
      const { local, now: instant, scope, today } = yield* Home
      const of = <A, R>(domain: BuiltInDomain, answer: Effect.Effect<A, AskError, R>) =>
        isInScope(scope, domain) ? answer : Effect.succeed(null)
      const [playing, reading, runs, films, events] = yield* Effect.all(
        [
          of("listening", askIfAny("listening.nowPlaying")),
          of("reading", ask("reading.currentlyReading", { include_no_body: true })),
          of("running", ask("running.recent", { limit: 1 })),
          of("watching", ask("watching.recent", { limit: 1 })),
          of("attending", ask("attending.events", { attended: false, from: today, limit: 100 }))
        ],
        { concurrency: 5 }
      )
      const [run, film] = [runs?.data[0], films?.data[0]]
      const next = events?.data.filter(({ status }) => status === "upcoming").at(-1)
      const startedAt = playing?.scrobbled_at ?? null
      return {
        heading: "now",
        domains: namesOf(scope).filter(isBuiltIn),
        data: {
          playing:
            playing === null
              ? null
              : {
                  is_playing: playing.is_playing || (startedAt !== null && instant - Date.parse(startedAt) < playingMs),
                  track: playing.track.name,
                  artist: playing.track.artist.name,
                  album: playing.track.album.name,
                  at: local(startedAt),
                  artist_id: idIfAny("listening", "artist", playing.track.artist.id)
                },
          reading: (reading?.data ?? [])
            .slice(0, 5)
            .map(({ id, progress, title }) => ({ id: idOf("reading", "article", id), title, progress })),
          last_run:
            run === undefined
              ? null
              : {
                  id: idOf("running", "activity", run.id),
                  name: run.name,
                  date: run.date.replace("Z", ""),
                  distance_mi: run.distance_mi,
                  duration_s: run.duration_s,
                  city: run.city
                },
          last_film:
            film === undefined
              ? null
              : {
                  id: idOf("watching", "movie", film.movie.id),
                  title: film.movie.title,
                  year: film.movie.year,
                  watched_at: local(film.watched_at),
                  user_rating: film.user_rating
                },
          next_event:
            next === undefined
              ? null
              : {
                  id: idOf("attending", "event", next.id),
                  title: next.title,
                  date: next.event_date,
                  starts_at: next.event_datetime,
                  venue: next.venue?.name ?? null
                }
        }
      }
    })
})
