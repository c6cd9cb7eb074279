import { type NewScrobbler, PlayingReports, type PlayingTrack, ScrobblerStore } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as PostgresPlayingReports from "../../src/postgres/scrobblers/PlayingReports.js"
import * as PostgresScrobblerStore from "../../src/postgres/scrobblers/ScrobblerStore.js"
import * as Versions from "../../src/postgres/Versions.js"

const now = Date.parse("2026-03-14T20:15:00Z")

const newScrobbler = (name: string): NewScrobbler => ({
  name,
  hint: "b914",
  hash: `hash of ${name}`,
  sealedDigest: `sealed digest of ${name}`,
  createdAt: now
})

const track = (name: string): PlayingTrack => ({
  artist: { name: "The Paper Boats", mbid: null, url: null },
  track: { name, mbid: null, url: null },
  album: null,
  duration: 214_000
})

const host = Layer.merge(PostgresScrobblerStore.layer.pipe(Layer.provide(Versions.layer)), PostgresPlayingReports.layer)

/** Contract for scrobblers and what they play. */
export const scrobblerStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("ScrobblerStore", (it) => {
    it.effect("stores scrobblers and their uses, and revokes each once", () =>
      Effect.gen(function* () {
        const store = yield* ScrobblerStore
        const before = yield* store.version
        const phone = yield* store.create(newScrobbler("phone"))
        const desk = yield* store.create(newScrobbler('Zoë\'s "desk"'))
        expect(phone).toStrictEqual({
          ...newScrobbler("phone"),
          id: phone.id,
          lastUsedAt: null,
          client: null,
          listens: 0,
          submittedAt: null,
          lastAdded: 0,
          revokedAt: null
        })
        expect(yield* store.all).toStrictEqual([phone, desk])
        yield* store.recordUse(phone.id, { at: now + 1_000, client: null })
        expect(yield* store.recordSubmission(phone.id, { at: now + 2_000, client: "navidrome 0.55.0" }, 5)).toBe(true)
        expect(yield* store.recordSubmission(phone.id, { at: now + 3_000, client: null }, 0)).toBe(true)
        expect((yield* store.all)[0]).toStrictEqual({
          ...phone,
          lastUsedAt: now + 3_000,
          client: "navidrome 0.55.0",
          listens: 5,
          submittedAt: now + 3_000
        })
        yield* store.recordUse(desk.id, { at: now + 4_000, client: "mdc 0.25" })
        expect((yield* store.all)[1]).toStrictEqual({ ...desk, lastUsedAt: now + 4_000, client: "mdc 0.25" })
        expect([
          yield* store.revoke(phone.id, now),
          yield* store.revoke(phone.id, now),
          yield* store.revoke(9_999, now)
        ]).toStrictEqual([true, false, false])
        expect(yield* store.recordSubmission(phone.id, { at: now, client: null }, 1)).toBe(false)
        expect((yield* store.all).map(({ listens, revokedAt }) => [listens, revokedAt])).toStrictEqual([
          [5, now],
          [0, null]
        ])
        yield* Effect.flip(store.create({ ...newScrobbler("again"), hash: "hash of phone" }))
        yield* Effect.repeat(Effect.delay(store.version, "20 millis"), { until: (version) => version > before }).pipe(
          Effect.timeout("60 seconds")
        )
      }).pipe(Effect.provide(host))
    )

    it.effect("gives each time of a handshake once to each scrobbler", () =>
      Effect.gen(function* () {
        const store = yield* ScrobblerStore
        const [one, other] = [yield* store.create(newScrobbler("one")), yield* store.create(newScrobbler("other"))]
        const time = Math.floor(Date.now() / 1_000)
        const claims = yield* Effect.all(
          Array.from({ length: 5 }, () => store.claimHandshake(one.id, time)),
          { concurrency: "unbounded" }
        )
        expect(claims.filter((isNew) => isNew).length).toBe(1)
        expect(yield* store.claimHandshake(other.id, time)).toBe(true)
        expect(yield* store.claimHandshake(one.id, time + 1)).toBe(true)
        expect(yield* store.claimHandshake(one.id, time)).toBe(false)
      }).pipe(Effect.provide(host))
    )

    it.effect("remembers a login until it is used or expires", () =>
      Effect.gen(function* () {
        const store = yield* ScrobblerStore
        const { id } = yield* store.create(newScrobbler("browser"))
        expect(yield* store.loginOf("login", now)).toBe(null)
        yield* store.allowLogin("login", id, now + 1_000)
        expect(yield* store.loginOf("login", now)).toBe(id)
        expect(yield* store.loginOf("login", now)).toBe(null)
        yield* store.allowLogin("login", id, now + 1_000)
        expect(yield* store.loginOf("login", now + 1_000)).toBe(null)
        expect([yield* store.loginOf("login", now), yield* store.loginOf("login", now + 1_000)]).toStrictEqual([
          id,
          null
        ])
      }).pipe(Effect.provide(host))
    )

    it.effect("answers the newest report of what plays, until the track ends or the scrobbler is revoked", () =>
      Effect.gen(function* () {
        const store = yield* ScrobblerStore
        const reports = yield* PlayingReports
        const [one, other] = [yield* store.create(newScrobbler("left")), yield* store.create(newScrobbler("right"))]
        const playing = (at: number) =>
          Effect.map(reports.current(at), (report) => Option.getOrNull(Option.map(report, ({ play }) => play)))
        expect(yield* playing(now)).toBe(null)
        yield* reports.put(one.id, track("Low Tide"), now, now + 10_000)
        yield* reports.put(other.id, track("Harbour"), now + 1_000, now + 5_000)
        // A request that another host answered later.
        yield* reports.put(other.id, track("Earlier"), now + 500, now + 60_000)
        expect(yield* playing(now + 4_999)).toStrictEqual(track("Harbour"))
        expect([yield* playing(now + 5_000), yield* playing(now + 10_000)]).toStrictEqual([track("Low Tide"), null])
        yield* reports.clear(other.id)
        expect(yield* playing(now + 2_000)).toStrictEqual(track("Low Tide"))
        yield* store.revoke(one.id, now)
        expect(yield* playing(now + 2_000)).toBe(null)
      }).pipe(Effect.provide(host))
    )
  })
