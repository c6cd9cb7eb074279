import { isSourceFailure, withAnswer } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Exit, Layer, Option, Stream } from "effect"
import type { AnySourceDefinition } from "../../../sources/src/SourceDefinitions.js"
import * as Throttle from "../../../sources/src/kit/provider/Throttle.js"
import { freshrss } from "../../../sources/src/freshrss/source.js"
import { wallabag } from "../../../sources/src/wallabag/source.js"
import { inTime } from "../../../sources/test/support/inTime.js"
import { memoryTokens } from "../../../sources/test/support/tokens.js"
import { webClient } from "../../../sources/test/support/webClient.js"

const servers = [
  [
    "wallabag",
    wallabag,
    "/oauth/v2/token",
    {
      DAYBOOK_WALLABAG_BASE_URL: "https://server.example",
      DAYBOOK_WALLABAG_CLIENT_ID: "1_client",
      DAYBOOK_WALLABAG_CLIENT_SECRET: "secret",
      DAYBOOK_WALLABAG_USERNAME: "someone",
      DAYBOOK_WALLABAG_PASSWORD: "correct horse"
    }
  ],
  [
    "freshrss",
    freshrss,
    "/api/greader.php/accounts/ClientLogin",
    {
      DAYBOOK_FRESHRSS_BASE_URL: "https://server.example",
      DAYBOOK_FRESHRSS_USERNAME: "someone",
      DAYBOOK_FRESHRSS_PASSWORD: "correct horse"
    }
  ]
] as const

/** A run whose login waits for the spacing of its own call never ends: `inTime` gives up after an hour. */
const maxSeconds = 60

describe("a login that is refused", () => {
  it.effect.each(
    servers.flatMap(([id, definition, path, settings]) =>
      [400, 401, 403].map((status) => ({ id, definition, path, settings, status }))
    )
  )("ends the run of $id at once with HTTP $status", ({ definition, path, settings, status }) =>
    Effect.gen(function* () {
      const paths: Array<string> = []
      const client = webClient(({ url }) => {
        paths.push(url.pathname)
        return new Response("Bad credentials", { status })
      })
      const run = Effect.gen(function* () {
        const source = yield* (definition as unknown as AnySourceDefinition).make
        return yield* Stream.runDrain(source.pull({ cursor: Option.none(), full: true }))
      }).pipe(
        Effect.provide(Layer.mergeAll(memoryTokens, Throttle.layer, Layer.succeed(HttpClient.HttpClient, client))),
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
      )
      const { exit, seconds } = yield* inTime(run as Effect.Effect<void, unknown>)
      const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
      expect(isSourceFailure(failure) && withAnswer(failure)).toContain(
        `server.example answered HTTP ${status} "Bad credentials"`
      )
      expect(isSourceFailure(failure) && failure.state).not.toBe("not_found")
      expect(seconds).toBeLessThan(maxSeconds)
      expect(new Set(paths)).toStrictEqual(new Set([path]))
    })
  )
})
