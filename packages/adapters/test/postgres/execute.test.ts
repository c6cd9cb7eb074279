import { SqlClient, Statement } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Pool } from "pg"
import { execute, usePool } from "../../src/postgres/kit/execute.js"

type Answer = (error: Error | null, result: object) => void

/** A pool of one connection, whose statement the test answers. */
const fakePool = () => {
  const calls = { releases: 0, answer: (() => {}) as () => void }
  const client = {
    query: (_: object, answer: Answer) => void (calls.answer = () => answer(null, { fields: [], rows: [] })),
    release: () => void calls.releases++
  }
  const pool = { connect: (use: (error: null, client: object) => void) => use(null, client) }
  return { calls, pool: pool as unknown as Pool }
}

it.effect("a statement that is interrupted just when it is answered releases its connection once", () =>
  Effect.gen(function* () {
    const { calls, pool } = fakePool()
    const client = {} as SqlClient.SqlClient
    usePool(client, pool)
    const fiber = yield* Effect.fork(
      Effect.provideService(execute(Statement.unsafeFragment("SELECT 1")), SqlClient.SqlClient, client)
    )
    yield* Effect.yieldNow()
    fiber.unsafeInterruptAsFork(fiber.id())
    calls.answer()
    yield* Fiber.await(fiber)
    expect(calls.releases).toBe(1)
  })
)
