import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type pg from "pg"
import { message, parse, query, sync } from "../../src/postgres/embedded/protocol.js"
import { connect, Shared, valueOf } from "./support/database.js"
import { greeting, rawClient } from "./support/rawClient.js"

const twoClients = Effect.flatMap(Shared, (database) => Effect.all([connect(database), connect(database)]))

const preparedTexts = async (client: pg.Client): Promise<ReadonlyArray<string>> =>
  (await client.query<{ statement: string }>("SELECT statement FROM pg_prepared_statements")).rows.map(
    ({ statement }) => statement
  )

layer(Shared.layer, { excludeTestServices: true, timeout: "5 minutes" })("repeated statements", (it) => {
  it.scoped("answer each client for its own values", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoClients
      const text = "SELECT $1::int * n AS v FROM generate_series(1, $2) n"
      yield* Effect.promise(async () => {
        for (let round = 1; round <= 25; round++) {
          const [first, second] = await Promise.all([one.query(text, [round, 3]), other.query(text, [-round, 2])])
          expect(first.rows).toEqual([{ v: round }, { v: 2 * round }, { v: 3 * round }])
          expect(second.rows).toEqual([{ v: -round }, { v: -2 * round }])
        }
        expect(await preparedTexts(one)).toContain(text)
      })
    })
  )

  it.scoped("distinguish parameter types of the same text", () =>
    Effect.gen(function* () {
      const [client] = yield* twoClients
      yield* Effect.promise(async () => {
        for (let round = 0; round < 8; round++) {
          expect(valueOf(await client.query("SELECT $1::text || '!'", [`t${round}`]))).toBe(`t${round}!`)
          expect(valueOf(await client.query("SELECT $1::int + 1", [round]))).toBe(round + 1)
        }
      })
    })
  )

  it.scoped("stay correct when a table changes", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoClients
      yield* Effect.promise(async () => {
        await one.query("CREATE TABLE changing (id int, name text)")
        await one.query("INSERT INTO changing VALUES (1, 'a')")
        const read = async () => (await one.query("SELECT * FROM changing WHERE id = $1", [1])).rows
        for (let round = 0; round < 3; round++) expect(await read()).toEqual([{ id: 1, name: "a" }])
        await other.query("ALTER TABLE changing ADD COLUMN more int DEFAULT 7")
        expect(await read()).toEqual([{ id: 1, name: "a", more: 7 }])
        expect(await read()).toEqual([{ id: 1, name: "a", more: 7 }])
        await other.query("BEGIN; ALTER TABLE changing DROP COLUMN name; COMMIT")
        expect(await read()).toEqual([{ id: 1, more: 7 }])
        await other.query("DROP TABLE changing")
        await expect(read()).rejects.toMatchObject({ code: "42P01" })
        await other.query("CREATE TABLE changing AS SELECT 1 AS id")
        expect(await read()).toEqual([{ id: 1 }])
      })
    })
  )

  it.scoped("fail as often as they are wrong, and not longer", () =>
    Effect.gen(function* () {
      const [client] = yield* twoClients
      yield* Effect.promise(async () => {
        for (let round = 0; round < 12; round++) {
          const divide = (by: number) => client.query("SELECT 1 / $1::int AS v", [by])
          await expect(divide(0)).rejects.toMatchObject({ code: "22012" })
          await expect(client.query("SELEC $1", [1])).rejects.toMatchObject({ code: "42601" })
          expect(valueOf(await divide(1))).toBe(1)
        }
      })
    })
  )

  it.scoped("work in transactions, failed ones too", () =>
    Effect.gen(function* () {
      const [client] = yield* twoClients
      yield* Effect.promise(async () => {
        for (let round = 0; round < 8; round++) {
          await client.query("BEGIN")
          expect(valueOf(await client.query("SELECT $1::int", [round]))).toBe(round)
          await expect(client.query("SELECT 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" })
          await expect(client.query("SELECT $1::int", [round])).rejects.toMatchObject({ code: "25P02" })
          await client.query("ROLLBACK")
          expect(valueOf(await client.query("SELECT $1::int", [round]))).toBe(round)
        }
      })
    })
  )

  it.scoped("are prepared again after a client has discarded all", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoClients
      yield* Effect.promise(async () => {
        const read = async (value: number) => valueOf(await one.query("SELECT $1::int + 100", [value]))
        for (let round = 0; round < 4; round++) expect(await read(round)).toBe(round + 100)
        await other.query("DISCARD ALL")
        for (let round = 0; round < 4; round++) expect(await read(round)).toBe(round + 100)
      })
    })
  )

  it.scoped("are prepared in bounded number", () =>
    Effect.gen(function* () {
      const [client] = yield* twoClients
      yield* Effect.promise(async () => {
        for (let round = 0; round < 3; round++)
          for (let n = 0; n < 200; n++) expect(valueOf(await client.query(`SELECT $1::int + ${n}`, [1]))).toBe(n + 1)
        expect((await preparedTexts(client)).length).toBeLessThan(150)
      })
    })
  )

  describe("with messages that are too short", () => {
    it.scoped("cause an error of that message", () =>
      Effect.gen(function* () {
        const rest = [message("D", Buffer.from("P\0")), message("E", Buffer.from([0, 0, 0, 0, 0])), sync]
        for (const body of [[], [0], [0, 0], [0xff, 0xff, 0, 0], [0, 0, 0, 9]]) {
          const raw = yield* rawClient(yield* Shared)
          const bind = message("B", Buffer.from([0, 0, ...body]))
          for (let round = 0; round < 3; round++)
            raw.send(Buffer.concat([...(round === 0 ? [greeting] : []), parse("SELECT 1 AS short"), bind, ...rest]))
          raw.send(query("SELECT 'still here'"))
          yield* Effect.promise(() => raw.hears("still here"))
        }
        const client = yield* connect(yield* Shared)
        expect(valueOf(yield* Effect.promise(() => client.query("SELECT $1::int", [5])))).toBe(5)
      })
    )
  })
})
