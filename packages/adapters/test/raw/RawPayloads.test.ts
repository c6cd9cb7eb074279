import { type RawKeeper, RawPayloads, RawStore, SourceFailure } from "@daybook/core/sync"
import { describe, expect, layer } from "@effect/vitest"
import { it as plainIt } from "@effect/vitest"
import { Cause, ConfigProvider, Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { StorageFailure } from "@daybook/core/shared"
import * as PostgresRawStore from "../../src/postgres/RawStore.js"
import * as Raw from "../../src/raw/RawPayloads.js"
import * as Provider from "../../../sources/src/kit/provider/Provider.js"
import { newDatabase } from "../support/database.js"
import { webClientLayer } from "../../../sources/test/support/webClient.js"

const canary = "9f8e7d6c5b4a39281706"
const Body = Schema.Struct({ value: Schema.Number })

const settingsOf = (raw: string) => Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["DAYBOOK_RAW", raw]])))

const keeperOf = (raw: string) =>
  Raw.layer.pipe(Layer.provideMerge(PostgresRawStore.layer), Layer.provide(settingsOf(raw)))

/** A page that repeats all that the request sent, and has secrets of its own. */
const page = (url: URL, headers: object) =>
  `<html><title>Maintenance</title><p>${url.href}</p><p>${JSON.stringify(headers)}</p>` +
  `<p>{"access_token":"${canary}"}</p></html>`

const failing = (more: Partial<Provider.ProviderOptions> = {}) =>
  Effect.gen(function* () {
    const provider = yield* Provider.make({
      ...{ source: "lastfm", name: "Last.fm", baseUrl: "https://api.example/2.0/", gap: Duration.zero },
      patience: Duration.zero,
      headers: { authorization: `Bearer ${canary}`, cookie: `sid=${canary}` },
      ...more
    })
    return yield* Effect.exit(
      provider.json(Body, {
        path: `/v1/users/${canary}/plays`,
        query: () => ({ api_key: canary, from: "2026-03-14", method: "tracks" })
      })
    )
  }).pipe(
    Effect.provide(
      webClientLayer(
        ({ headers, url }) => new Response(page(url, headers), { headers: { "set-cookie": `s=${canary}` } })
      )
    )
  )

const failureIn = (exit: Exit.Exit<unknown, unknown>) => {
  const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
  if (!(failure instanceof SourceFailure)) throw new Error("expected a SourceFailure")
  return failure
}

const listing = Effect.flatMap(RawStore, ({ list }) => list({ source: undefined, key: undefined, limit: 10 }))

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("an answer that cannot be parsed", (it) => {
  it.scoped("is stored without anything secret, and the failure says how to read it", () =>
    Effect.gen(function* () {
      const { message, next } = failureIn(yield* failing())
      const [stored, ...others] = yield* listing
      expect(others).toEqual([])
      expect(stored).toMatchObject({
        ...{ source: "lastfm", kind: "answer", status: 200, reason: "answers with something that is not JSON" },
        key: "https://api.example/2.0/v1/users/…/plays?api_key=…&from=…&method=…"
      })
      expect(message).toBe("Last.fm answers with something that is not JSON")
      expect(next).toBe(
        `sync again later: it continues where it stopped; the answer is kept: \`daybook raw show ${stored!.id}\``
      )
      const payload = Option.getOrThrow(yield* Effect.flatMap(RawStore, ({ get }) => get(stored!.id)))
      const text = Buffer.from(payload.bytes).toString()
      expect(text).toContain("<title>Maintenance</title>")
      expect(text).toContain("2026-03-14")
      expect(JSON.stringify([text, stored])).not.toContain(canary)
    }).pipe(Effect.provide(keeperOf("failed")))
  )

  it.scoped("is not stored where it may hold a login, nor by default", () =>
    Effect.gen(function* () {
      const before = yield* listing
      expect(failureIn(yield* failing({ isLogin: true })).next).not.toContain("raw")
      expect(yield* listing).toEqual(before)
    }).pipe(Effect.provide(keeperOf("failed")))
  )

  it.scoped("is not stored with `off`", () =>
    Effect.gen(function* () {
      const before = yield* listing
      expect(failureIn(yield* failing()).next).not.toContain("raw")
      expect(yield* listing).toEqual(before)
    }).pipe(Effect.provide(keeperOf("off")))
  )

  it.scoped("of any length is stored by its beginning", () =>
    Effect.gen(function* () {
      const { answer } = (yield* RawPayloads) as RawKeeper
      const id = yield* answer({
        ...{ source: "plex", key: "k", reason: "r", status: 200, mediaType: null, secrets: [] },
        text: `${"x".repeat(8 * 1_048_576 - 6)}"token":"${canary}"`
      })
      const payload = Option.getOrThrow(yield* Effect.flatMap(RawStore, ({ get }) => get(Option.getOrThrow(id))))
      expect([payload.isCut, payload.size < 8 * 1_048_576, payload.size > 8_000_000]).toEqual([true, true, true])
      expect(Buffer.from(payload.bytes).includes(canary.slice(0, 4))).toBe(false)
    }).pipe(Effect.provide(keeperOf("failed")))
  )

  it.scoped("fails as before if it cannot be stored", () =>
    Effect.gen(function* () {
      const broken = Layer.mock(RawStore, {
        put: () => new StorageFailure({ operation: "RawStore.put", unavailable: false, cause: new Error("full") })
      })
      const dying = Layer.mock(RawStore, { put: () => Effect.dieMessage("lost") })
      for (const store of [broken, dying]) {
        const keeper = Raw.layer.pipe(Layer.provide(store), Layer.provide(settingsOf("failed")))
        const { next, state } = failureIn(yield* Effect.provide(failing(), keeper))
        expect([state, next]).toEqual(["bad_answer", "sync again later: it continues where it stopped"])
      }
    })
  )
})

describe("the setting DAYBOOK_RAW", () => {
  plainIt.scoped("is refused if it is not understood", () =>
    Effect.gen(function* () {
      const store = Layer.mock(RawStore, {})
      for (const raw of ["all", "yes"]) {
        const exit = yield* Effect.exit(
          Layer.build(Raw.layer.pipe(Layer.provide(store), Layer.provide(settingsOf(raw))))
        )
        expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain(
          `DAYBOOK_RAW is "${raw}": give off or failed`
        )
      }
    })
  )
})

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("a file that is rejected", (it) => {
  const fileOf = (bytes: Buffer) => ({
    ...{ name: "plays.csv", size: bytes.length },
    slice: (from: number, to: number) => Effect.succeed(new Uint8Array(bytes.subarray(from, to)))
  })
  const storedOf = (rejected: Parameters<RawKeeper["file"]>[0]) =>
    Effect.gen(function* () {
      const { file } = (yield* RawPayloads) as RawKeeper
      const id = Option.getOrThrow(yield* file(rejected))
      const payload = Option.getOrThrow(yield* Effect.flatMap(RawStore, ({ get }) => get(id)))
      return JSON.parse(Buffer.from(payload.bytes).toString()) as Readonly<Record<string, unknown>>
    })

  it.scoped("is known by name, size and SHA-256, and by the rows that were left out, with their text", () =>
    Effect.gen(function* () {
      // Lines on both sides of the parts in which a file is read.
      const filler = `${"x".repeat(1_048_570)}\r\n`
      const bytes = Buffer.from(`a,b\r\n${filler}3,broken\r\nurl,https://h.example/?token=${canary}\r\nlast`)
      const facts = yield* storedOf({
        ...{ source: "lastfm", file: fileOf(bytes), reason: "3 of its rows", members: [] },
        rows: [
          { place: "line 3", reason: "no time" },
          { place: "line 4, where a quote opens that is not closed", reason: "no title" },
          { place: "line 5", reason: "no artist" },
          { place: "track 9", reason: "no time" }
        ]
      })
      expect(facts).toEqual({
        ...{ name: "plays.csv", size: bytes.length, reason: "3 of its rows", members: [] },
        sha256: createHash("sha256").update(bytes).digest("hex"),
        rows: [
          { place: "line 3", reason: "no time", text: "3,broken" },
          {
            place: "line 4, where a quote opens that is not closed",
            reason: "no title",
            text: "url,https://h.example/?token=…"
          },
          { place: "line 5", reason: "no artist", text: "last" },
          { place: "track 9", reason: "no time", text: null }
        ]
      })
    }).pipe(Effect.provide(keeperOf("failed")))
  )

  it.scoped("has the names of its members and no text, if it is an archive or a binary", () =>
    Effect.gen(function* () {
      const file = fileOf(Buffer.from("PK\0\0\n\0\0\n"))
      const rows = [{ place: "line 2", reason: "no time" }]
      const rejected = { source: "letterboxd", file, reason: "is no export", rows }
      expect(yield* storedOf({ ...rejected, members: ["diary.csv"] })).toMatchObject({
        members: ["diary.csv"],
        rows: [{ text: null }]
      })
      expect(yield* storedOf({ ...rejected, members: [] })).toMatchObject({ rows: [{ text: null }] })
    }).pipe(Effect.provide(keeperOf("failed")))
  )
})
