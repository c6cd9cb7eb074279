import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { host } from "../../http/test/support/host.js"
import { ask } from "../../http/test/support/http.js"
import * as DaybookClient from "../src/effect.js"

describe("the typed client", () => {
  it.scoped("sends the same requests as fetch, and defaults are optional", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const client = yield* DaybookClient.make({ baseUrl: url, key: Redacted.make(read) })
      expect((yield* client.system.health()).status).toBe("ok")
      const json = (path: string) =>
        Effect.map(ask(`${url}/v1/listening/${path}`, { key: read }), (answer) => answer.json)
      expect(yield* client.listening.streaks()).toEqual(yield* json("streaks"))
      expect(yield* client.listening.recent({ urlParams: {} })).toEqual(yield* json("recent"))
      expect(
        yield* client.listening.topArtists({ urlParams: { period: "12month", include_sparklines: true, limit: 2 } })
      ).toEqual(yield* json("top/artists?period=12month&include_sparklines=true&limit=2"))
      expect(yield* client.listening.year({ path: { year: 2024 }, urlParams: { month: 2 } })).toEqual(
        yield* json("year/2024?month=2")
      )
      expect(yield* client.listening.artist({ path: { id: 1 } })).toEqual(yield* json("artists/1"))
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )

  it.scoped("fails with the error envelopes of the contract", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const reader = yield* DaybookClient.make({ baseUrl: url, key: read })
      expect(yield* Effect.flip(reader.listening.artist({ path: { id: 4711 } }))).toEqual({
        error: "Not found",
        status: 404
      })
      expect(yield* Effect.flip(reader.listening.recent({ urlParams: { date: "never" } }))).toEqual({
        error: "date must be a day as YYYY-MM-DD",
        status: 400
      })
      expect(yield* Effect.flip(reader.keys.list())).toEqual({ error: "Forbidden", status: 403 })
      const stranger = yield* DaybookClient.make({ baseUrl: url, key: "nobody" })
      expect(yield* Effect.flip(stranger.listening.streaks())).toEqual({ error: "Unauthorized", status: 401 })
      const administrator = yield* DaybookClient.make({ baseUrl: url, key: admin })
      const { id } = yield* administrator.keys.create({ payload: { name: "made by a client" } })
      expect((yield* administrator.keys.list()).data.map((key) => key.id)).toContain(id)
      expect(yield* administrator.keys.revoke({ path: { id } })).toEqual({ message: "Revoked", id })
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )
})
