import { Array as Arrays } from "effect"
import type { DomainOptions, UnnamedRecord } from "./model.js"
import { type DeclaredField, type FieldType, optionsOf, typeOf } from "./fields.js"
import { domainNameProblem, fieldNameProblem, recordNameProblem } from "./names.js"
import { readValue } from "./values.js"

const maxRecords = 16
const maxFields = 64
/** PostgreSQL indexes at most 32 columns together. */
const maxKeyFields = 32
/** `entities` is of a declared domain: `domain` adds it. */
const domainMembers = ["name", "title", "records", "migrations", "entities"]
const eventType = /^[a-z][a-z0-9_]{0,62}$/

type Mistakes = ReadonlyArray<string>

const at = (place: string, why: string | null): Mistakes => (why === null ? [] : [`${place}: ${why}`])
const when = (isMistake: boolean, place: string, why: string): Mistakes => (isMistake ? [`${place}: ${why}`] : [])

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const isField = (value: unknown): value is DeclaredField =>
  isObject(value) && "storedAs" in value && "values" in value && "options" in value && isObject(value.options)

/** The first mistake of a declaration: one line with its place; null if there is none. */
export const mistakeIn = (options: DomainOptions<string, Readonly<Record<string, UnnamedRecord>>>): string | null => {
  // The declaration may come from JavaScript, where no compiler has seen it.
  const { migrations, name, records, title } = options as Partial<typeof options>
  const named = at(typeof name === "string" ? name : "domain", domainNameProblem(name))
  if (named.length > 0) return named[0]!
  const place = name as string
  if (typeof title !== "string" || title.trim() === "") return `${place}: give it a title`
  if (!isObject(records)) return `${place}: give it records`
  const unknown = Object.keys(options).find((member) => !domainMembers.includes(member))
  if (unknown !== undefined)
    return `${place}: a domain has no ${unknown}; it has ${domainMembers.slice(0, -1).join(", ")}`
  const count = Object.keys(records).length
  const mistakes = [
    ...when(count === 0, place, "declare at least one record"),
    ...when(count > maxRecords, place, `has ${count} records, and at most ${maxRecords} are possible`),
    ...when(
      migrations !== undefined && !(Array.isArray(migrations) && migrations.every((one) => typeof one === "string")),
      place,
      "migrations must be a list of SQL texts"
    ),
    ...Object.entries(records).flatMap(([of, one]) => recordMistakes(`${place}.${of}`, of, one))
  ]
  return mistakes[0] ?? null
}

const recordMistakes = (place: string, name: string, record: UnnamedRecord): Mistakes => {
  const misnamed = at(place, recordNameProblem(name))
  if (misnamed.length > 0) return misnamed
  if (!isObject(record) || !isObject(record.fields) || !isObject(record.feed))
    return [`${place}: declare it with record({ key, fields })`]
  const fields = Object.entries<DeclaredField>(record.fields)
  const wrong = fields.flatMap(([of, field]) => fieldMistakes(`${place}.${of}`, of, field))
  if (wrong.length > 0) return wrong
  const occurring = fields.filter(([, { options }]) => options.occurs === true)
  const titles = fields.filter(([, { options }]) => options.search === "title")
  return [
    ...when(fields.length > maxFields, place, `has ${fields.length} fields, and at most ${maxFields} are possible`),
    ...when(occurring.length > 1, `${place}.${occurring[1]?.[0] ?? ""}`, "only one field of a record can have occurs"),
    ...when(titles.length > 1, `${place}.${titles[1]?.[0] ?? ""}`, "only one field can be the title in search"),
    ...keyMistakes(place, record),
    ...Object.entries(record.feed).flatMap(([kind, rule]) => feedMistakes(`${place}.feed.${kind}`, kind, rule, record))
  ]
}

const keyMistakes = (place: string, { fields, key }: UnnamedRecord): Mistakes => {
  if (!Array.isArray(key) || key.length === 0)
    return [`${place}: give it a key, the names of the fields that identify it`]
  if (Arrays.dedupe(key).length < key.length) return [`${place}: its key names a field twice`]
  if (key.length > maxKeyFields)
    return [`${place}: its key has ${key.length} fields, and at most ${maxKeyFields} are possible`]
  return key.flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return [`${place}.${name}: is part of the key, but no field`]
    if (field.options.nullable === true) return [`${place}.${name}: is part of the key, so it cannot be nullable`]
    const fits = field.storedAs !== "texts" && field.options.picture !== true && field.options.default === undefined
    return when(!fits, `${place}.${name}`, "a key is of no lists and pictures, and has no default")
  })
}

const feedMistakes = (
  place: string,
  kind: string,
  rule: { readonly when: string; readonly title: unknown },
  { fields }: UnnamedRecord
): Mistakes => {
  if (!eventType.test(kind)) return [`${place}: a kind of feed entries has a name of a-z, 0-9 and _`]
  if (!isObject(rule)) return [`${place}: give it when and title`]
  const field = Object.hasOwn(fields, rule.when) ? fields[rule.when] : undefined
  const isTime = field?.storedAs === "date" || field?.storedAs === "instant"
  return [
    ...when(!isTime, place, "when must name a field of type date or instant"),
    ...when(typeof rule.title !== "function", place, "title must be a function of the record")
  ]
}

const fieldMistakes = (place: string, name: string, field: unknown): Mistakes => {
  const misnamed = at(place, fieldNameProblem(name))
  if (misnamed.length > 0) return misnamed
  if (!isField(field) || !Object.hasOwn(optionsOf, typeOf(field)))
    return [`${place}: declare it with a field function such as text()`]
  const type = typeOf(field)
  const wrong = Object.keys(field.options).find((option) => !optionsOf[type].includes(option))
  if (wrong !== undefined) return [`${place}: a field of type ${type} has no option ${wrong}`]
  const { default: standard, max, meaning, min, search } = field.options
  const misread = optionMistakes(place, type, field)
  if (misread.length > 0) return misread
  return [
    ...when(min !== undefined && max !== undefined && min > max, place, "min must not be above max"),
    ...when(meaning === true && search === undefined, place, "meaning needs search too"),
    ...when(
      search !== undefined && !["title", "subtitle", "body"].includes(search),
      place,
      "search must be title, subtitle or body"
    ),
    ...defaultMistakes(place, name, field, standard)
  ]
}

const flags = ["nullable", "sensitive", "meaning", "facet", "occurs"] as const
const bounds = ["min", "max"] as const

/** Options and values of a type that no field can have. */
const optionMistakes = (place: string, type: FieldType, { options, values }: DeclaredField): Mistakes => [
  ...flags.flatMap((name) => when(![undefined, true, false].includes(options[name]), place, `${name} must be true`)),
  ...bounds.flatMap((name) =>
    when(options[name] !== undefined && !Number.isFinite(options[name]), place, `${name} must be a number`)
  ),
  ...when(!["undefined", "string"].includes(typeof options.description), place, "its description must be a text"),
  ...when(
    type === "choice" && !(Array.isArray(values) && values.length > 0 && values.every(isChoosable)),
    place,
    "give it values to choose from: texts of at most 500 characters"
  )
]

/** Values are parts of an index. */
const isChoosable = (value: unknown) => typeof value === "string" && value.length <= 500 && !value.includes("\0")

const defaultMistakes = (place: string, name: string, field: DeclaredField, value: unknown): Mistakes => {
  if (value === undefined) return []
  const reading = readValue(name, field, value)
  return reading._tag === "Unreadable" ? [`${place}: its default ${reading.why}`] : []
}

/** What declarations have in common that they must not: one line; null if nothing. */
export const clashIn = (domains: ReadonlyArray<{ readonly name: string; readonly records: object }>): string | null => {
  const owners = new Map<string, string>()
  const names = new Set<string>()
  for (const { name, records } of domains) {
    if (names.has(name)) return `${name}: is declared twice`
    names.add(name)
    for (const record of Object.keys(records)) {
      const table = `${name}_${record}`
      const owner = owners.get(table)
      if (owner !== undefined) return `${name}.${record}: has the same table as ${owner}: choose another name`
      owners.set(table, `${name}.${record}`)
    }
  }
  return null
}
