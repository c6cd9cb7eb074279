import { Transaction } from "@daybook/core/shared"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as PostgresTransaction from "../../src/postgres/Transaction.js"
import * as PostgresVersions from "../../src/postgres/Versions.js"
import { newDatabase } from "../support/database.js"

const { Versions } = PostgresVersions
const services = Layer.merge(PostgresVersions.layer, PostgresTransaction.layer)

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("Versions", (it) => {
  it.scoped("are known to the process that raised them as soon as it has committed", () =>
    Effect.gen(function* () {
      const { bump, latest } = yield* Versions
      const { run } = yield* Transaction
      // Without this, a notification would have to arrive first: sometimes it is fast enough.
      for (let version = 1; version <= 40; version += 2) {
        yield* run(
          Effect.gen(function* () {
            yield* bump("running")
            expect(latest("running")).toBe(version - 1)
            yield* run(bump("watching"))
            expect(latest("watching")).toBe((version - 1) / 2)
          })
        )
        expect(latest("running")).toBe(version)
        expect(latest("watching")).toBe((version + 1) / 2)
        yield* bump("running")
        expect(latest("running")).toBe(version + 1)
      }
    }).pipe(Effect.provide(services))
  )

  it.scoped("stay as they are when the transaction, or the part that raised them, is rolled back", () =>
    Effect.gen(function* () {
      const { bump, latest } = yield* Versions
      const { run } = yield* Transaction
      const failing = run(Effect.zipRight(bump("reading"), Effect.fail("rolled back" as const)))
      yield* Effect.ignore(failing)
      yield* run(Effect.zipRight(Effect.ignore(failing), bump("feed")))
      expect([latest("reading"), latest("feed")]).toStrictEqual([0, 1])
      yield* run(bump("reading"))
      expect(latest("reading")).toBe(1)
    }).pipe(Effect.provide(services))
  )
})
