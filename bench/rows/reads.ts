import { type Calendar, fromZoneName } from "@daybook/core/shared"
import { type Context, Effect, Either } from "effect"
import type pg from "pg"
import { type Found, type Read, reads as readsOf, type Subjects } from "../queries/index.js"
import { toQuery } from "../queries/sql.js"
import type { DatabaseAddress } from "../support/addressOf.js"
import type { Bench, Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { connected } from "../support/Engine.js"
import { helper } from "../support/helper.js"
import { ask, textOf } from "../support/http.js"
import { type Line, atMost, within } from "../support/Line.js"
import { median } from "../support/statistics.js"

const warmUps = 4
const rounds = 21
const slowest = 50
const growth = 2

const query = (client: pg.Client, text: string, values: Array<unknown> = []): Effect.Effect<ReadonlyArray<Found>, BenchFailure> =>
  Effect.tryPromise({
    try: async () => (await client.query<Found>(text, values)).rows,
    catch: (cause) => new BenchFailure({ message: `PostgreSQL refuses ${text.trim().slice(0, 200)}: ${String(cause)}` })
  })

const subjectsOf = (client: pg.Client, calendar: Context.Tag.Service<Calendar>): Effect.Effect<Subjects, BenchFailure> =>
  Effect.gen(function*() {
    const best = (kind: string, place: string) =>
      Effect.map(
        query(client, `
          SELECT id, name FROM listening_counts JOIN listening_${kind}s ON id = subject
          WHERE kind = '${kind}' AND grain = 'ever' ORDER BY plays DESC, subject LIMIT 1
          OFFSET ${place}`),
        ([row]) => ({ id: Number(row?.["id"]), name: String(row?.["name"]) })
      )
    const middle = (kind: string) => `(SELECT ${kind}s / 2 FROM listening_totals WHERE grain = 'ever')`
    return {
      calendar,
      today: yield* calendar.today,
      artist: yield* best("artist", "0"),
      album: yield* best("album", "0"),
      middling: { artist: (yield* best("artist", middle("artist"))).id, album: (yield* best("album", middle("album"))).id }
    }
  })

interface Measured {
  readonly path: string
  readonly value: number
  readonly yardstick: number
  readonly least: readonly [number, number]
  readonly most: number
}

/** The read and its SQL in turn. Fails where the two do not say the same: nothing is then compared. */
const measured = (read: Read, port: number, key: string, client: pg.Client): Effect.Effect<Measured, BenchFailure> =>
  Effect.gen(function*() {
    const { text, values } = toQuery(read.sql)
    const asked = ask({ port, path: `/v1/listening${read.path}`, headers: { authorization: `Bearer ${key}` } })
    const shown = JSON.stringify(read.shown(JSON.parse(textOf(yield* asked))))
    const found = JSON.stringify(read.found(yield* query(client, text, values)))
    if (shown !== found) {
      return yield* new BenchFailure({ message: `${read.path} and its yardstick differ: ${difference(shown, found)}; mend the SQL in bench/queries` })
    }
    const times: Array<number> = []
    const yardsticks: Array<number> = []
    for (let round = 0; round < warmUps + rounds; round++) {
      const { milliseconds } = yield* asked
      const start = performance.now()
      yield* query(client, text, values)
      if (round < warmUps) continue
      times.push(milliseconds)
      yardsticks.push(performance.now() - start)
    }
    return { path: read.path, value: median(times), yardstick: median(yardsticks), least: [Math.min(...times), Math.min(...yardsticks)], most: Math.max(...times) }
  })

const difference = (shown: string, found: string): string => {
  const at = Array.from(shown).findIndex((letter, index) => letter !== found[index])
  const from = Math.max(0, at - 40)
  return `…${shown.slice(from, at + 40)}… and …${found.slice(from, at + 40)}…`
}

/** What the same read took on a life, where that was measured. */
const onLife = ({ engine, results, size }: Bench, what: string) =>
  size !== "large" ? undefined : results[`life-${engine}`]?.lines.find((line) => line.row === "reads" && line.what === what)?.value

/** Dates in a path move with the day of measuring. */
const nameOf = (path: string) => `first read of ${path.replace(/\d{4}-\d{2}-\d{2}/g, "DAY")}`

const linesOf = (bench: Bench, { least, most, path, value, yardstick }: Measured): ReadonlyArray<Line> => {
  const what = nameOf(path)
  const life = onLife(bench, what)
  return [
    within("reads", 1.5, 2, { what, unit: "ms", value, yardstick, note: `fastest ${least[0].toFixed(2)} beside ${least[1].toFixed(2)}, slowest ${most.toFixed(1)} ms` }),
    ...(life === undefined ? [] : [within("reads", growth, 0, { what: `${what}, large beside life`, unit: "ms", value, yardstick: life })])
  ]
}

/** Every listening GET with nothing kept for it, beside the best SQL for the same answer on the bare driver. */
export const reads: Row = {
  name: "reads",
  measure: (bench) =>
    Effect.gen(function*() {
      const { cwd, env, key } = yield* bench.dataset
      const host = yield* helper<{ readonly port: number; readonly address: DatabaseAddress }>("coldHost", null, {
        cwd,
        env: { ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" }
      })
      const client = yield* connected(host.ready.address)
      const calendar = Either.getOrThrow(fromZoneName(env["DAYBOOK_TIMEZONE"] ?? "UTC"))
      const subjects = yield* subjectsOf(client, calendar)
      const all = yield* Effect.forEach(readsOf(subjects), (read) => measured(read, host.ready.port, key, client))
      const worst = all.reduce((a, b) => a.most > b.most ? a : b)
      return [
        ...all.flatMap((one) => linesOf(bench, one)),
        ...(bench.engine === "embedded" && bench.size !== "large"
          ? [atMost("reads", slowest, { what: "the slowest of all first reads", unit: "ms", value: worst.most, note: worst.path })]
          : [])
      ]
    })
}
