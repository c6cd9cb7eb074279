import { type Title, noDetails, noIdentifiers } from "@daybook/core/watching"
import { Effect, Record } from "effect"
import { type RowOf, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** A title without the ids and details that are unknown. */
interface StatedTitle {
  readonly title: string
  readonly year: number | null
  readonly ids?: Partial<Title["ids"]>
  readonly details?: Partial<Title["details"]>
}

const newNamings = table("watching_namings", {
  titleId: number,
  namer: text,
  said: json<StatedTitle>(),
  describedId: nullable(number)
})
const columns = { id: number, ...newNamings.columns }
const changedNamings = table(newNamings.name, { id: number, said: newNamings.columns.said })

export const namingsOf = (titleIds: ReadonlyArray<number>) =>
  Effect.map(
    sql(columns)`
      SELECT id, title_id, namer, said, described_id FROM watching_namings
      WHERE title_id = ANY(${titleIds}::int[]) ORDER BY id`,
    (rows) => rows.map(({ said, ...row }) => ({ ...row, title: titleOf(said) }))
  )

const titleOf = ({ details, ids, title, year }: StatedTitle): Title => ({
  ...{ title, year, ids: { ...noIdentifiers, ...ids }, details: { ...noDetails, ...details } }
})

const saidOf = ({ details, ids, title, year }: Title): StatedTitle => ({
  ...{ title, year },
  ids: Record.filter(ids as unknown as Readonly<Record<string, unknown>>, (id) => id !== null),
  details: Record.filter(details as unknown as Readonly<Record<string, unknown>>, (value) => value !== null)
})

/** JSON of a text whose members have one order. */
const contentOf = (value: object) => JSON.stringify(Object.entries(value).sort())

/** The database may answer ids in another order than a source. */
const keyOf = (titleId: number, { ids, title, year }: Title) =>
  `${titleId} ${contentOf({ ids: contentOf(ids), title, year })}`

const detailsOf = ({ details: { directors, ...details } }: Title) =>
  contentOf({ ...details, directors: directors.map(({ id, name }) => [id, name]) })

/** Titles with their keys. Other fibers run between two of them: the ids and details of one are written as JSON. */
const withKeys = <Named extends NamedAs>(named: ReadonlyArray<Named>) =>
  Effect.forEach(named, (one) => Effect.sync(() => [keyOf(one.titleId, one.title), one] as const))

/** What a source calls a stored title. */
export interface NamedAs {
  readonly titleId: number
  readonly title: Title
}

/** Stores how a source names and describes titles. Returns the ids of the namings in the order of the input. */
export const storeNamings = Effect.fn("watching.storeNamings")(function* (
  named: ReadonlyArray<NamedAs>,
  namer: string
) {
  const existing = (yield* namingsOf([...new Set(named.map(({ titleId }) => titleId))])).filter(
    (one) => one.namer === namer && one.describedId === null
  )
  const byKey = new Map(yield* withKeys(existing))
  const keyed = yield* withKeys(named)
  const latest = [...new Map(keyed)]
  const changed = yield* Effect.forEach(latest, ([key, { title }]) =>
    Effect.sync(() => {
      const before = byKey.get(key)
      return before === undefined || detailsOf(before.title) === detailsOf(title)
        ? []
        : [{ id: before.id, said: saidOf(title) }]
    })
  )
  yield* changedNamings.update(changed.flat(), { key: ["id"], returning: {} })
  const fresh = latest.filter(([key]) => !byKey.has(key))
  const ids = yield* insert(
    fresh.map(([, { title, titleId }]) => ({ titleId, namer, said: saidOf(title), describedId: null }))
  )
  const idByKey = new Map([
    ...Array.from(byKey, ([key, { id }]) => [key, id] as const),
    ...fresh.map(([key], index) => [key, ids[index]!] as const)
  ])
  return keyed.map(([key]) => idByKey.get(key)!)
})

/** Stores what the metadata service says of a title, or of a part of it, in place of what it said before. */
export const storeDescription = Effect.fn("watching.storeDescription")(function* (
  titleId: number,
  describedId: number | null,
  title: Title
) {
  yield* sql`
    DELETE FROM watching_namings
    WHERE title_id = ${titleId} AND namer = 'tmdb' AND described_id IS NOT DISTINCT FROM ${describedId}::int`
  yield* newNamings.insert([{ titleId, namer: "tmdb", said: saidOf(title), describedId }])
})

/** Ids are assigned in the order of the rows. */
const insert = (rows: ReadonlyArray<RowOf<typeof newNamings.columns>>) =>
  Effect.map(newNamings.insertReturning(rows, { id: number }), (inserted) =>
    inserted.map(({ id }) => id).sort((one, other) => one - other)
  )
