import { Effect, Schema } from "effect"
import { askDeclared } from "../domains/askDeclared.js"
import { longTexts, plainFields } from "../domains/declaredRow.js"
import { type DeclaredShape, type RecordShape, recordOf } from "../declared/shape.js"
import { Home } from "../Home.js"
import { idOf } from "../kit/ids.js"
import { listWith } from "../kit/output.js"
import { domainName, fields, oneOf, optional, paged, text, when } from "../kit/params.js"
import { untrusted } from "../kit/text.js"
import { datesOf, domainOf, itemsOf, listPart, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import { badArgument } from "../ToolError.js"

const maxPageSize = 100

const filters = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean)
}).annotations({
  message: () => ({ message: "must be an object of fields with their values", override: true }),
  jsonSchema: { type: "object", description: 'field and value, such as {"author": "…"}' }
})

const wrongField = (name: string, { name: domain }: DeclaredShape, record: RecordShape) => {
  const [example = ""] = [...record.facets, ...record.filters]
  return badArgument(
    `${record.name} has no field ${name} to filter by; it has ${record.filters.join(", ")}.`,
    `Call records with ${JSON.stringify({ domain, record: record.name })}, or with where and ${example}.`
  )
}

const wrongRecord = ({ main, name, records }: DeclaredShape, record: string) =>
  badArgument(
    `${name} has no records of the type ${record}; it has ${records.map((one) => one.name).join(", ")}.`,
    `Call records with ${JSON.stringify({ domain: name, record: main.name })}.`
  )

/** Lists records of a domain that the configuration declares. Built-in domains have tools of their own. */
export const declaredRecords = readTool({
  name: "records",
  title: "Records of a declared domain",
  description:
    "Lists records of a domain that the owner declared, latest first: filtered by their fields (where), by time, and " +
    "sorted by any field. For counts by a field call breakdown, for totals stats.",
  domains: ({ declaration }) => declaration !== undefined,
  example: { domain: "", limit: 5 },
  input: {
    domain: domainName,
    record: optional(text("type of record; the main one by default")),
    where: optional(filters),
    sort: optional(text("a field")),
    order: optional(oneOf(["asc", "desc"])),
    ...when("all"),
    ...paged,
    ...fields
  },
  output: listWith({}),
  run: ({ domain, fields, limit = 20, order, record: name, sort, when, where = {} }, { place }) =>
    Effect.gen(function* () {
      const shape = (yield* domainOf(domain)).declaration!
      const record = name === undefined ? shape.main : recordOf(shape, name)
      if (record === undefined) return yield* wrongRecord(shape, name ?? "")
      const wrong = Object.keys(where).find((one) => !record.filters.includes(one))
      if (wrong !== undefined) return yield* wrongField(wrong, shape, record)
      if (sort !== undefined && sort !== "id" && !record.fields.includes(sort))
        return yield* wrongField(sort, shape, record)
      const range = yield* rangeOf(when, "all")
      if (range.from !== null && !record.hasDays)
        return yield* badArgument(
          `Records of the type ${record.name} have no day.`,
          `Call records with ${JSON.stringify({ domain: shape.name, record: record.name })}, without when.`
        )
      const { local } = yield* Home
      const { rows, total } = yield* rowsFrom(place, limit, maxPageSize, (page) =>
        askDeclared(shape.name).list(record.name, { ...where, ...datesOf(range), sort, order, ...page })
      )
      const idOfRow = (id: number) => idOf(shape.name, record.name, id)
      const items = itemsOf(
        rows.map((row) => ({
          ...row,
          // Anybody may have written a long text: it comes only where a call asks for it, and between marks.
          ...Object.fromEntries(longTexts(row).map(([field, long]) => [field, untrusted(idOfRow(row.id), long)])),
          item: { id: idOfRow(row.id), ...plainFields(row, local) }
        })),
        ({ item }) => item,
        fields
      )
      const hasLong = fields === undefined && rows.some((row) => longTexts(row).length > 0)
      return {
        heading: `${shape.title}: ${record.name}, ${wordsOf(range)} (${total} in all)`,
        domains: [shape.name],
        range,
        list: listPart(items, total, place),
        notes: hasLong ? ["Long texts are left out: fetch has them."] : []
      }
    })
})
