import { type EnrichmentTask, EnrichmentTasks } from "@daybook/core/sync"
import { depth } from "../support/depth.js"
import { type SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Layer } from "effect"
import * as Postgres from "../../src/postgres/EnrichmentTasks.js"
import { boolean, number } from "../../src/postgres/kit/columns.js"
import { sql } from "../../src/postgres/kit/sql.js"
import { forEvery } from "../support/property.js"

/** They differ in one part of the key each. */
const tasks: ReadonlyArray<EnrichmentTask> = [
  { domain: "listening", task: "tags", kind: "artist" },
  { domain: "listening", task: "links", kind: "artist" },
  { domain: "listening", task: "tags", kind: "album" },
  { domain: "running", task: "tags", kind: "artist" }
]

const hour = 3_600_000
const waits = { past: -hour, later: hour, never: Number.POSITIVE_INFINITY }
/** Ten sorts before two as a text. */
const allIds = [1, 2, 3, 10]

type Verb = "queue" | "record" | "postpone" | "complete" | "forget" | "lease" | "release" | "retry"

interface Step {
  readonly verb: Verb
  readonly task: EnrichmentTask
  readonly ids: ReadonlyArray<number>
  readonly wait: keyof typeof waits
  readonly succeeded: boolean
}

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record({
    verb: fc.constantFrom<Verb>(
      "queue",
      "record",
      "record",
      "postpone",
      "complete",
      "forget",
      "lease",
      "release",
      "retry"
    ),
    task: fc.constantFrom(...tasks),
    ids: fc.array(fc.constantFrom(...allIds), { maxLength: 4 }),
    wait: fc.constantFrom<keyof typeof waits>("past", "later", "never"),
    succeeded: fc.boolean()
  }),
  { minLength: 1, maxLength: 12 }
)

interface State {
  readonly due: "now" | "leased" | "later"
  readonly attempts: number
  readonly tried: boolean
}

/** The state of each record that has one, by task and id. */
type Model = Map<string, State>

const keyOf = ({ domain, kind, task }: EnrichmentTask, id: number) => `${domain} ${task} ${kind} ${id}`

const untouched: State = { due: "now", attempts: 0, tried: false }

/** The state of a record after a step; undefined if it has none. */
const after = ({ succeeded, verb, wait }: Step, state: State | undefined): State | undefined => {
  const before = state ?? untouched
  switch (verb) {
    case "queue":
      return { ...before, due: "now", attempts: 0 }
    case "record":
      return { due: wait === "past" ? "now" : "later", attempts: succeeded ? 0 : before.attempts + 1, tried: true }
    case "postpone":
      return { ...before, due: wait === "past" ? "now" : "later" }
    case "complete":
    case "forget":
      return undefined
    case "lease":
      return before.due === "now" ? { ...before, due: "leased" } : before
    case "release":
      return state === undefined || state.due === "later" ? state : { ...state, due: "now" }
    case "retry":
      return state === undefined ? undefined : { ...state, due: "now", attempts: 0 }
  }
}

const predict = (model: Model, step: Step) => {
  const { ids, task, verb } = step
  const touched =
    verb === "forget" ? tasks.filter((one) => one.domain === task.domain && one.kind === task.kind) : [task]
  for (const one of touched) {
    for (const id of new Set(ids)) {
      const next = after(step, model.get(keyOf(one, id)))
      if (next === undefined) model.delete(keyOf(one, id))
      else model.set(keyOf(one, id), next)
    }
  }
}

const perform = ({ ids, succeeded, task, verb, wait }: Step) =>
  Effect.gen(function* () {
    const port = yield* EnrichmentTasks
    switch (verb) {
      case "queue":
        return yield* port.queue(task, ids)
      case "record":
        return yield* port.recordOutcome(task, ids, Date.now() + waits[wait], succeeded)
      case "postpone":
        return yield* port.postpone(task, ids, Date.now() + waits[wait])
      case "complete":
        return yield* port.complete(task, ids)
      case "forget":
        return yield* Postgres.forget(task.domain, task.kind, ids)
      case "lease":
        return yield* Effect.asVoid(sql`${Postgres.lease(task, sql`SELECT DISTINCT unnest(${ids}::int[]) AS id`)}`)
      case "release":
        return yield* Postgres.release(task, ids)
      case "retry":
        return yield* Postgres.retry(task, ids)
    }
  })

/** What a domain reads of each record. */
const read = (task: EnrichmentTask) =>
  sql({ id: number, due: boolean, attempts: number, tried: boolean })`
    SELECT record.id, ${Postgres.isDue()} AS due, ${Postgres.attempts} AS attempts,
      ${Postgres.wasTried(task, "record.id")} AS tried
    FROM unnest(${allIds}::int[]) AS record (id) ${Postgres.joinTask(task, "record.id")} ORDER BY record.id`

const agree = (model: Model) =>
  Effect.forEach(tasks, (task) =>
    Effect.gen(function* () {
      const { queuedCount } = yield* EnrichmentTasks
      const states = allIds.map((id) => ({ id, state: model.get(keyOf(task, id)) }))
      expect(yield* read(task)).toStrictEqual(
        states.map(({ id, state }) => {
          const { attempts, due, tried } = state ?? untouched
          return { id, due: due === "now", attempts, tried }
        })
      )
      expect(yield* queuedCount(task)).toBe(states.filter(({ state }) => state?.due === "now").length)
    })
  )

/** Contract for the state of enrichment tasks: it agrees with a map after every step. */
export const enrichmentTasksContract = (database: Layer.Layer<SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("EnrichmentTasks", (it) => {
    it.effect("agrees with a map of records, after any outcomes", () =>
      forEvery(
        steps,
        (history) =>
          Effect.gen(function* () {
            yield* sql`TRUNCATE enrichment_tasks`
            const model: Model = new Map()
            for (const step of history) {
              yield* perform(step)
              predict(model, step)
              yield* agree(model)
            }
          }),
        { numRuns: depth(60) }
      ).pipe(Effect.provide(Postgres.layer))
    )

    it.effect("leases each record to one of several processes", () =>
      Effect.gen(function* () {
        yield* sql`TRUNCATE enrichment_tasks`
        const task = tasks[0]!
        const ids = sql`SELECT unnest(${allIds}::int[]) AS id`
        const leased = yield* Effect.all(
          [1, 2, 3].map(() => sql({})`${Postgres.lease(task, ids)}`),
          { concurrency: "unbounded" }
        )
        expect(leased.map((rows) => rows.length).sort()).toStrictEqual([0, 0, allIds.length])
      })
    )
  })
