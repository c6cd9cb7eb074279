import { attendingWriter, type Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { isWithin, pagesOf } from "../kit/mentions/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Eventbrite from "./client.js"
import { type PageQuery, orderIdOf, toMention } from "./wire.js"

const maxPages = 500
const maxNamed = 10

/** All orders by number. Orders that arrive between two pages may be listed twice. */
const readAll = (eventbrite: Eventbrite.Eventbrite) =>
  Effect.gen(function* () {
    const rows = new Map<string, unknown>()
    const queries = new Set<string>()
    let nameless = 0
    let query: PageQuery | null = {}
    while (query !== null && queries.size < maxPages && !queries.has(JSON.stringify(query))) {
      queries.add(JSON.stringify(query))
      const part: Effect.Effect.Success<ReturnType<Eventbrite.Eventbrite["orders"]>> = yield* eventbrite.orders(query)
      for (const row of part.rows) {
        const id = orderIdOf(row)
        if (id === null) nameless++
        else rows.set(id, row)
      }
      query = part.next
    }
    return { nameless, rows }
  })

/** The mentions of all orders. Orders that were not understood are counted and named. */
const mentions = (eventbrite: Eventbrite.Eventbrite): Effect.Effect<ReadonlyArray<Mention>, SourceFailure> =>
  Effect.gen(function* () {
    const { nameless, rows } = yield* readAll(eventbrite)
    const read = [...rows].map(([id, row]) => ({ id, result: toMention(row) }))
    const leftOut = read.flatMap(({ id, result }) => (typeof result === "string" ? [{ id, reason: result }] : []))
    const unfinished = leftOut.filter(({ reason }) => reason === "unfinished").length
    if (unfinished > 0) yield* Effect.logInfo(`Eventbrite: ${unfinished} orders were never completed`)
    const unknown = leftOut.filter(({ reason }) => reason !== "unfinished")
    const names = unknown.slice(0, maxNamed).map(({ id, reason }) => `${id}: ${reason}`)
    if (nameless + unknown.length > 0)
      yield* Effect.logWarning(
        `Eventbrite: ${nameless + unknown.length} orders were not understood and left out (${[
          ...names,
          ...(nameless > 0 ? [`${nameless} without a number`] : [])
        ].join(", ")})`
      )
    return read.flatMap(({ result }) => (typeof result === "string" ? [] : [result]))
  })

/** Orders of an Eventbrite account. An order that is no longer listed stays: the ticket was bought. */
export const eventbrite = pulling({
  id: "eventbrite",
  about: {
    title: "Eventbrite",
    brings: "Events that you have tickets for from Eventbrite.",
    keys: "https://www.eventbrite.com/platform/api-keys"
  },
  writer: attendingWriter,
  syncType: "orders",
  schedule: { cron: "20 4 * * *", zone: "UTC" },
  settings: Eventbrite.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Eventbrite.make(values), (eventbrite) => {
      const pages = (isWanted: (mention: Mention) => boolean): Stream.Stream<Page<Mention>, SourceFailure> =>
        Stream.unwrap(Effect.map(mentions(eventbrite), (all) => pagesOf(all.filter(isWanted), [], null)))
      return { pull: () => pages(() => true), pullDays: (days: Days) => pages(isWithin(days)) }
    })
})
