import { Effect, Option } from "effect"
import { Pictures } from "../images/Picture.js"
import { orNotFound } from "../kit/results.js"
import { Conflict, NoData } from "../shared/errors.js"
import type { JobProgress } from "../sync/SyncStore.js"
import { type DeclaredDomain, type RecordRef, recordsOf } from "./declaration.js"
import { DeclaredStore } from "./DeclaredStore.js"
import { DeclaredWrites } from "./DeclaredWrites.js"
import { type Values, readRow } from "./values.js"
import { recordView } from "./views.js"

const firstRow = { page: 1, limit: 1 }

/** The key as a filter. */
const keyOf = ({ record }: RecordRef, values: Values): Values =>
  Object.fromEntries(record.key.map((name) => [name, values[name] ?? null]))

/** Changes of declared records by hand, as the admin endpoints answer them. */
export class DeclaredAdmin extends Effect.Service<DeclaredAdmin>()("@daybook/core/DeclaredAdmin", {
  effect: Effect.gen(function* () {
    const store = yield* DeclaredStore
    const writes = yield* DeclaredWrites
    const { image } = yield* Pictures

    /** Names the record that has the key of a row. */
    const conflict = Effect.fn(function* (of: RecordRef, row: unknown) {
      const reading = readRow(of.record, row)
      const equals = reading._tag === "Read" ? keyOf(of, reading.value) : {}
      const { rows } = yield* store.list(of, { days: {}, equals, sort: "id", order: "asc", page: firstRow })
      const [key, which] = [of.record.key.join(", "), rows[0]?.id ?? ""]
      return yield* new Conflict({
        message: `${of.record.name} ${which} has the same ${key}: change it, or delete it first`
      })
    })

    const byId = (of: RecordRef, id: number) =>
      Effect.flatMap(store.find(of, id), orNotFound(`${of.record.name} ${id}`))

    return {
      /** Fails with `Conflict` if a record with the key exists. */
      create: Effect.fn("DeclaredAdmin.create")(function* (of: RecordRef, row: unknown) {
        const changes = yield* writes.create(of, row)
        if (Option.isNone(changes)) return yield* conflict(of, row)
        const created = yield* Effect.transposeOption(
          Option.map(Option.fromNullable(changes.value.upserted[0]), ({ id }) => store.find(of, id))
        )
        return yield* Option.match(Option.flatten(created), {
          onNone: () => new Conflict({ message: `the ${of.record.name} was deleted meanwhile` }),
          onSome: (row) => Effect.succeed(recordView(of, image)(row))
        })
      }),
      change: Effect.fn("DeclaredAdmin.change")(function* (of: RecordRef, id: number, row: unknown) {
        yield* writes.change(of, id, row)
        return recordView(of, image)(yield* byId(of, id))
      }),
      /** Fails with `NoData` for an unknown id. */
      remove: Effect.fn("DeclaredAdmin.remove")(function* (of: RecordRef, id: number) {
        const { deleted } = yield* writes.remove(of, [id])
        if (deleted.length === 0) return yield* new NoData({ what: `${of.record.name} ${id}` })
      }),
      /** Publishes every record of a domain to feed, search and pictures again; answers the number of records. */
      reindex: Effect.fn("DeclaredAdmin.reindex")(function* (
        domain: DeclaredDomain,
        progress: (progress: JobProgress) => Effect.Effect<void>
      ) {
        let indexed = 0
        for (const of of recordsOf(domain)) {
          const before = indexed
          indexed += yield* writes.republish(of, ({ done }) => progress({ done: before + done, total: null }))
        }
        return indexed
      })
    }
  })
}) {}
