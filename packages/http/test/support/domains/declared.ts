import {
  DeclaredAdmin,
  DeclaredQueries,
  DeclaredRecords,
  DeclaredStore,
  DeclaredWrites,
  type PicturedRow,
  type RecordRef,
  type Values,
  boolean,
  choice,
  date,
  domain,
  instant,
  integer,
  keyText,
  mergeReports,
  number,
  picture,
  record,
  text,
  texts
} from "@daybook/core/domain"
import { Publisher } from "@daybook/core/publishing"
import { Calendar, Transaction } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"
import { memoryStore } from "../../../../core/test/declared/memoryStore.js"

/** A domain with two types of records and every type of field. */
export const books = domain({
  name: "books",
  title: "Books",
  records: {
    book: record({
      key: ["isbn13"],
      fields: {
        isbn13: text({ example: "9780441000012" }),
        title: text({ search: "title", example: "The Quiet Harbour" }),
        author: text({ search: "subtitle", facet: true, nullable: true, example: "Ina Vale" }),
        shelf: choice(["to_read", "reading", "read"])({ facet: true, default: "to_read" }),
        tags: texts({ facet: true, default: [], example: ["sea"] }),
        pages: integer({ nullable: true, min: 1, description: "Number of pages" }),
        rating: number({ min: 0, max: 5, nullable: true }),
        owned: boolean({ default: false }),
        cover: picture({ nullable: true }),
        added_at: instant({ nullable: true }),
        finished_on: date({ nullable: true, occurs: true })
      },
      feed: { book_finished: { when: "finished_on", title: (book) => `Finished: ${book.title}` } }
    }),
    reading_session: record({
      key: ["number"],
      fields: {
        number: integer(),
        constructor: text({ nullable: true, facet: true }),
        started_at: instant({ occurs: true })
      }
    })
  }
})

const book = (id: number, title: string, finished_on: string | null, of: Values = {}): Values => ({
  isbn13: `978044100001${id}`,
  title,
  author: "Ina Vale",
  shelf: finished_on === null ? "to_read" : "read",
  tags: ["sea"],
  pages: 100 * id,
  rating: null,
  owned: false,
  cover: null,
  added_at: Date.UTC(2024, 4, id),
  finished_on,
  ...of
})

const samples: Readonly<Record<string, ReadonlyArray<Values>>> = {
  book: [
    book(1, "The Quiet Harbour", "2025-03-14", { rating: 4.25 }),
    book(2, "Long Winter", "2025-03-15", { author: "Mo Ash", tags: [] }),
    book(3, "Unread Thing", null, { author: null }),
    book(4, "Lantern", "2024-05-01")
  ],
  reading_session: [
    { number: 1, constructor: "home", started_at: Date.UTC(2025, 2, 14, 20) },
    { number: 2, constructor: null, started_at: Date.UTC(2025, 2, 14, 23, 30) }
  ]
}

interface Table {
  rows: ReadonlyArray<PicturedRow>
  next: number
}

const tableOf = (values: ReadonlyArray<Values>): Table => ({
  rows: values.map((one, index) => ({ id: index + 1, values: one, sources: ["goodreads"], picture: null })),
  next: values.length + 1
})

/** Rows that can be changed. */
const memory = () => {
  const tables = new Map<string, Table>()
  const table = ({ domain, record }: RecordRef): Table => {
    const name = `${domain.name}.${record.name}`
    const existing = tables.get(name)
    if (existing !== undefined) return existing
    const created = tableOf(domain.name === "books" ? (samples[record.name] ?? []) : [])
    tables.set(name, created)
    return created
  }
  const set = (of: RecordRef, id: number, values: Values) => {
    const rows = table(of)
    const row: PicturedRow = { id, values, sources: ["manual"], picture: null }
    rows.rows = [...rows.rows.filter((one) => one.id !== id), row]
    return row
  }
  return { table, set }
}

const recordsOver = ({ set, table }: ReturnType<typeof memory>) =>
  Layer.mock(DeclaredRecords, {
    put: (of, _, rows) =>
      Effect.sync(() => {
        const upserted = rows.map((values) => {
          const key = keyText(of.record, values)
          const existing = table(of).rows.find((row) => keyText(of.record, row.values) === key)
          return set(of, existing?.id ?? table(of).next++, values)
        })
        return { added: upserted.length, changed: 0, present: [], changes: { upserted, deleted: [] } }
      }),
    create: (of, values) =>
      Effect.sync(() => {
        const key = keyText(of.record, values)
        return table(of).rows.some((row) => keyText(of.record, row.values) === key)
          ? Option.none()
          : Option.some({
              upserted: [set(of, table(of).next++, mergeReports(of.record, { manual: values })!)],
              deleted: []
            })
      }),
    change: (of, id, values) =>
      Effect.sync(() => {
        const row = table(of).rows.find((one) => one.id === id)
        return row === undefined
          ? Option.none()
          : Option.some({ upserted: [set(of, id, { ...row.values, ...values })], deleted: [] })
      }),
    remove: (of, ids) =>
      Effect.sync(() => {
        const deleted = ids.filter((id) => table(of).rows.some((row) => row.id === id))
        table(of).rows = table(of).rows.filter(({ id }) => !deleted.includes(id))
        return { upserted: [], deleted }
      }),
    after: (of, id, limit) =>
      Effect.sync(() =>
        table(of)
          .rows.filter((row) => row.id > id)
          .slice(0, limit)
      )
  })

const publisher = Layer.mock(Publisher, {
  publish: () => Effect.void,
  retract: () => Effect.void,
  withdraw: () => Effect.void,
  conceal: () => Effect.void
} as never)

/** The services of declared domains over rows in memory. */
export const declared = Layer.suspend(() => {
  const rows = memory()
  const store = Layer.effect(
    DeclaredStore,
    Effect.map(Calendar, (calendar) => memoryStore((of) => rows.table(of).rows, calendar))
  )
  return Layer.merge(DeclaredQueries.Default, DeclaredAdmin.Default).pipe(
    Layer.provide(DeclaredWrites.Default),
    Layer.provide([
      store,
      recordsOver(rows),
      publisher,
      Layer.succeed(Transaction, { run: (work) => work, dryRun: (work) => work })
    ])
  )
})
