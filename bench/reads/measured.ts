import { Effect } from "effect"
import type pg from "pg"
import type { Found, Read } from "../queries/index.js"
import { toQuery } from "../queries/sql.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { asked, type Cold } from "../support/cold.js"
import { textOf } from "../support/http.js"
import { median } from "../support/statistics.js"

const warmUps = 3
const rounds = 15

/** What a read took in milliseconds; its SQL by hand as well, where there is any. */
export interface Measured {
  readonly path: string
  readonly value: number
  readonly yardstick: number | null
  readonly note: string
  readonly most: number
}

export const query = (client: pg.Client, text: string, values: Array<unknown> = []): Effect.Effect<ReadonlyArray<Found>, BenchFailure> =>
  Effect.tryPromise({
    try: async () => (await client.query<Found>(text, values)).rows,
    catch: (cause) => new BenchFailure({ message: `PostgreSQL refuses ${text.trim().slice(0, 200)}: ${String(cause)}` })
  })

const spread = (times: ReadonlyArray<number>) => `fastest ${Math.min(...times).toFixed(2)}, slowest ${Math.max(...times).toFixed(1)} ms`

/** A read that is answered from nothing kept. */
export const alone = (cold: Cold, path: string): Effect.Effect<Measured, BenchFailure> =>
  Effect.gen(function*() {
    yield* Effect.replicateEffect(asked(cold, path), warmUps, { discard: true })
    const times = (yield* Effect.replicateEffect(asked(cold, path), rounds)).map(({ milliseconds }) => milliseconds)
    return { path, value: median(times), yardstick: null, note: spread(times), most: Math.max(...times) }
  })

/** The read and its SQL in turn. Fails where the two do not say the same: nothing is then compared. */
export const beside = (cold: Cold, room: string, read: Read, client: pg.Client): Effect.Effect<Measured, BenchFailure> =>
  Effect.gen(function*() {
    const { text, values } = toQuery(read.sql)
    const path = `/v1/${room}${read.path}`
    const shown = JSON.stringify(read.shown(JSON.parse(textOf(yield* asked(cold, path)))))
    const found = JSON.stringify(read.found(yield* query(client, text, values)))
    if (shown !== found) {
      return yield* new BenchFailure({ message: `${path} and its yardstick differ: ${difference(shown, found)}; mend the SQL in bench/queries` })
    }
    const times: Array<number> = []
    const yardsticks: Array<number> = []
    for (let round = 0; round < warmUps + rounds; round++) {
      const { milliseconds } = yield* asked(cold, path)
      const start = performance.now()
      yield* query(client, text, values)
      if (round < warmUps) continue
      times.push(milliseconds)
      yardsticks.push(performance.now() - start)
    }
    const note = `${spread(times)}; by hand fastest ${Math.min(...yardsticks).toFixed(2)}`
    return { path, value: median(times), yardstick: median(yardsticks), note, most: Math.max(...times) }
  })

const difference = (shown: string, found: string): string => {
  const at = Array.from(shown).findIndex((letter, index) => letter !== found[index])
  const from = Math.max(0, at - 40)
  return `…${shown.slice(from, at + 40)}… and …${found.slice(from, at + 40)}…`
}
