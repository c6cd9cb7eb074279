import { describe, expect, layer } from "@effect/vitest"
import { Array, Effect, Stream } from "effect"
import type pg from "pg"
import type { EmbeddedDatabase } from "../../src/postgres/embedded/Embedded.js"
import { clientOf, connect, poolOf, Shared, sqlOf, valueOf } from "./support/database.js"

layer(Shared.layer, { excludeTestServices: true, timeout: "5 minutes" })("many connections on one session", (it) => {
  it.scoped("answers 3,000 mixed queries and transactions over a pool of six correctly", () =>
    Effect.gen(function* () {
      const pool = yield* poolOf(yield* Shared, 6)
      const sum = yield* Effect.promise(async () => {
        await pool.query("CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL)")
        await pool.query("INSERT INTO account SELECT n, 100 FROM generate_series(0, 9) n")
        await Promise.all(Array.makeBy(3_000, (i) => kinds[i % kinds.length]!(pool, i)))
        return pool.query("SELECT sum(balance)::int FROM account")
      })
      expect(valueOf(sum)).toBe(1_000)
    })
  )

  it.scoped("never mixes answers that are read in pieces", () =>
    Effect.gen(function* () {
      const sql = yield* sqlOf(yield* Shared)
      const sums = yield* Effect.forEach(
        Array.makeBy(12, (i) => i * 1_000),
        (start) =>
          Stream.runFold(
            sql<{ v: number }>`SELECT ${start}::int + n AS v FROM generate_series(1, 500) n`.stream,
            0,
            (sum, { v }) => sum + v
          ),
        { concurrency: 4 }
      )
      expect(sums).toEqual(Array.makeBy(12, (i) => 125_250 + i * 500_000))
    })
  )

  it.scoped("transfers large queries and answers completely", () =>
    Effect.gen(function* () {
      const client = yield* connect(yield* Shared)
      const text = "größer ".repeat(500_000)
      const result = yield* Effect.promise(() =>
        client.query("SELECT $1::text AS same, length($1)::int AS length FROM generate_series(1, 3)", [text])
      )
      expect(result.rows.every((row) => row.same === text && row.length === text.length)).toBe(true)
      expect(result.rows).toHaveLength(3)
    })
  )

  describe("a connection that closes", () => {
    it.scoped("rolls back its open transaction", () =>
      Effect.gen(function* () {
        const database = yield* Shared
        const staying = yield* connect(database)
        const leaving = clientOf(database)
        yield* Effect.promise(async () => {
          await leaving.connect()
          await staying.query("CREATE TABLE visit (n int)")
          await leaving.query("BEGIN; INSERT INTO visit VALUES (1)")
          const waiting = staying.query(
            "INSERT INTO visit VALUES (2) RETURNING (SELECT count(*)::int FROM visit) AS before"
          )
          wireOf(leaving).stream.destroy()
          expect(valueOf(await waiting)).toBe(0)
          expect((await staying.query("SELECT n FROM visit")).rows).toEqual([{ n: 2 }])
        })
      })
    )

    it.scoped("leaves nothing behind between the messages of one query", () =>
      Effect.gen(function* () {
        const database = yield* Shared
        const staying = yield* connect(database)
        yield* Effect.promise(async () => {
          for (let round = 0; round < 20; round++) {
            const leaving = await askInPart(database, round)
            const value = staying.query("SELECT $1::int", [round])
            wireOf(leaving).stream.destroy()
            expect(valueOf(await value)).toBe(round)
          }
        })
      })
    )
  })
})

type Kind = (pool: pg.Pool, i: number) => Promise<void>

const transfer: Kind = async (pool, i) => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    await client.query("UPDATE account SET balance = balance - $2 WHERE id = $1", [i % 10, i % 7])
    await client.query("UPDATE account SET balance = balance + $2 WHERE id = $1", [(i + 3) % 10, i % 7])
    expect(valueOf(await client.query("SELECT sum(balance)::int FROM account"))).toBe(1_000)
    await client.query(i % 3 === 0 ? "ROLLBACK" : "COMMIT")
  } finally {
    client.release()
  }
}

const kinds: ReadonlyArray<Kind> = [
  async (pool, i) =>
    expect((await pool.query("SELECT $1::int AS i, $2::text AS t", [i, `t${i}`])).rows).toEqual([{ i, t: `t${i}` }]),
  transfer,
  async (pool, i) => expect((await pool.query(`SELECT ${i} AS i`)).rows).toEqual([{ i }]),
  async (pool, i) =>
    expect((await pool.query("SELECT n + $1 AS n FROM generate_series(1, 200) n", [i])).rows[199]).toEqual({
      n: 200 + i
    }),
  async (pool) => expect(pool.query("SELECT 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" }),
  async (pool) => expect(pool.query("SELEC 1")).rejects.toMatchObject({ code: "42601" })
]

interface Wire {
  readonly stream: { readonly destroy: () => void }
  readonly parse: (query: { readonly name: string; readonly text: string }) => void
  readonly bind: (portal: { readonly portal: string }) => void
  readonly execute: (portal: { readonly portal: string; readonly rows: number }) => void
  readonly flush: () => void
}

/** The driver's protocol connection, which its types omit. */
const wireOf = (client: pg.Client): Wire => (client as unknown as { readonly connection: Wire }).connection

/** A client that has sent some messages of a query, their number depending on the round, and no Sync. */
const askInPart = async (database: EmbeddedDatabase, round: number): Promise<pg.Client> => {
  const client = clientOf(database)
  await client.connect()
  const wire = wireOf(client)
  wire.parse({ name: "", text: round % 2 === 0 ? "SELECT generate_series(1, 10)" : "SELEC" })
  if (round % 5 > 0) wire.bind({ portal: "" })
  if (round % 5 > 1) wire.execute({ portal: "", rows: 2 })
  wire.flush()
  return client
}
