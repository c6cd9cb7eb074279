import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { BackupDownloads } from "../src/backups/index.js"
import { Crypto, Keys } from "../src/keys/index.js"

const revoked = new Set<number>()
const services = BackupDownloads.Default.pipe(
  Layer.provide([
    Layer.succeed(Keys, { byId: (id: number) => (revoked.has(id) ? undefined : { id }) } as never),
    Layer.succeed(Crypto, {
      randomBytes: (length: number) => Effect.sync(() => randomBytes(length)),
      sha256: (text: string) => createHash("sha256").update(text).digest("hex")
    } as never)
  ])
)

const name = "daybook-2026-03-14.backup"
const isUnknown = (code: string) =>
  Effect.flatMap(BackupDownloads, (downloads) =>
    Effect.map(Effect.either(downloads.take(code)), ({ _tag }) => _tag === "Left")
  )

describe("an address that downloads a backup", () => {
  it.effect("works once, within a minute, while its key does", () =>
    Effect.gen(function* () {
      const downloads = yield* BackupDownloads
      const first = yield* downloads.issue(name, 1)
      expect(yield* downloads.take(first.code)).toBe(name)
      expect(yield* isUnknown(first.code)).toBe(true)
      const late = yield* downloads.issue(name, 1)
      const last = yield* downloads.issue(name, 2)
      yield* TestClock.adjust("59 seconds")
      revoked.add(2)
      expect(yield* isUnknown(last.code)).toBe(true)
      yield* TestClock.adjust("1 second")
      expect(yield* isUnknown(late.code)).toBe(true)
    }).pipe(Effect.provide(services))
  )

  it.effect("is one of a hundred at most: the oldest ends first", () =>
    Effect.gen(function* () {
      const downloads = yield* BackupDownloads
      const all = yield* Effect.forEach(Array.from({ length: 101 }), () => downloads.issue(name, 1))
      expect([yield* isUnknown(all[0]!.code), yield* isUnknown(all[1]!.code)]).toEqual([true, false])
    }).pipe(Effect.provide(services))
  )
})
