import { isSourceFailure, withAnswer } from "@daybook/core/sync"
import { makeSimulators, type SimulatorId } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Exit, Option, Stream } from "effect"
import { coverArt } from "../../src/images/finders/coverArt.js"
import type { AnySourceDefinition } from "../../../sources/src/SourceDefinitions.js"
import { definitions } from "../../../sources/src/definitions.js"
import * as Tmdb from "../../../sources/src/tmdb/client.js"
import { inTime } from "../../../sources/test/support/inTime.js"
import { memoryTokens } from "../../../sources/test/support/tokens.js"
import { webClientLayer } from "../../../sources/test/support/webClient.js"

const page = (title: string, status: number) => () =>
  new Response(`<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`, {
    status,
    headers: { "content-type": "text/html; charset=UTF-8" }
  })
const body = (text: string, status: number) => () =>
  new Response(text, { status, headers: { "content-type": "application/json" } })

/** The settings of the simulators, whose addresses nobody answers here. */
const settings = Effect.map(
  Effect.orDie(makeSimulators("http://provider.example")),
  ({ simulators }) =>
    Object.assign({}, ...Object.values(simulators).map((one) => one.settings)) as Record<string, string>
)

/** Reads the history of a source. */
const pull = (id: SimulatorId | "trakt-history") =>
  Effect.gen(function* () {
    const definition = definitions.find((one) => one.id === id) as unknown as AnySourceDefinition
    const source = yield* Effect.orDie(definition.make)
    return yield* Stream.runDrain(source.pull({ cursor: Option.none(), full: true }))
  })

const tmdbFilm = Effect.flatMap(Effect.flatMap(Tmdb.settings.config, Tmdb.make), (tmdb) => tmdb.movie(603))

const cover = Effect.flatMap(coverArt, ({ find }) => find({ urls: [], hints: { discogs_release: "900010" } }))

/** Each answer is one that was reported, or is documented. */
const refusals = [
  // https://github.com/rembo10/headphones/issues/3207
  [
    "Last.fm, too many calls",
    pull("lastfm"),
    body('{"message":"Rate Limit Exceeded - This application has made too many requests","error":29}', 200),
    'HTTP 200 "{"message":"Rate Limit Exceeded - This application has made too many requests","error":29}"'
  ],
  // https://github.com/joalla/discogs_client/issues/62
  [
    "Discogs, too many calls",
    pull("discogs"),
    body('{"message": "You are making requests too quickly."}', 429),
    'HTTP 429 "{"message": "You are making requests too quickly."}"'
  ],
  // https://github.com/popcorntime/popcorntime/issues/1198
  [
    "TMDB, a wrong key",
    tmdbFilm,
    body('{"status_code":7,"status_message":"Invalid API key: You must be granted a valid key.","success":false}', 401),
    'HTTP 401 "{"status_code":7,"status_message":"Invalid API key: You must be granted a valid key.","success":false}"'
  ],
  // https://github.com/croneter/PlexKodiConnect/issues/623
  ["Plex, a wrong token", pull("plex"), page("Unauthorized", 401), 'HTTP 401 "Unauthorized"'],
  // https://github.com/iamkroot/trakt-scrobbler/issues/339
  [
    "Trakt, blocked before it is reached",
    pull("trakt-history"),
    page("Access denied | api.trakt.tv used Cloudflare to restrict access", 403),
    'HTTP 403 "Access denied | api.trakt.tv used Cloudflare to restrict access"'
  ],
  // https://github.com/mixxxdj/mixxx/issues/14215
  [
    "MusicBrainz, too many calls",
    cover,
    body('{"error": "Your requests are exceeding the allowable rate limit."}', 503),
    'HTTP 503 "{"error": "Your requests are exceeding the allowable rate limit."}"'
  ]
] as const

describe("a refusal that was seen in the wild", () => {
  it.effect.each(refusals)("is a failure with the provider's own words: %s", ([, work, answer, words]) =>
    Effect.gen(function* () {
      const config = ConfigProvider.fromMap(new Map(Object.entries(yield* settings)), { pathDelim: "." })
      const { exit } = yield* inTime(work as Effect.Effect<unknown, unknown, never>).pipe(
        Effect.provide(webClientLayer(answer)),
        Effect.provide(memoryTokens),
        Effect.withConfigProvider(config)
      )
      const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : exit.value
      expect(isSourceFailure(failure) ? withAnswer(failure) : failure).toContain(`: provider.example answered ${words}`)
      expect(isSourceFailure(failure) && failure.state).not.toBe("not_found")
    })
  )
})
