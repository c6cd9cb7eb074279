import { betweenMarks, oneLine } from "./untrusted.js"

export { untrusted } from "./untrusted.js"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** A value without its unknown members and its empty lists. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([, member]) => member !== null && member !== undefined && !(Array.isArray(member) && member.length === 0)
      )
      .map(([name, member]) => [name, withoutNulls(member)])
  )
}

/** Members of members, named by their path. Lists stay. */
const flat = (value: Json, before = ""): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(value).flatMap(([name, member]) =>
    isObject(member) ? flat(member, `${before}${name}.`) : [[`${before}${name}`, member] as const]
  )

/** A value as text. A text with a separator or several lines stands in quotes, unchanged. */
const cell = (value: unknown): string => {
  if (value === undefined) return ""
  if (typeof value === "string") return /[|\n]/.test(value) ? `"${value}"` : value
  if (Array.isArray(value))
    return value
      .map((one) =>
        isObject(one)
          ? flat(one)
              .map(([name, of]) => `${name}=${cell(of)}`)
              .join(" ")
          : cell(one)
      )
      .join(", ")
  return String(value)
}

/** Rows with one heading; the columns are the members of any row. */
const table = (rows: ReadonlyArray<Json>): ReadonlyArray<string> => {
  const all = rows.map((row) => new Map(flat(row)))
  const columns = [...new Set(all.flatMap((row) => [...row.keys()]))]
  return [columns.join("|"), ...all.map((row) => columns.map((column) => cell(row.get(column))).join("|"))]
}

/** The members of an answer as lines: tables for lists of records, `name=value` for the rest. */
const linesOf = (value: Json, before = ""): ReadonlyArray<string> => {
  const simple: Array<string> = []
  const lists: Array<string> = []
  for (const [name, member] of Object.entries(value)) {
    const path = `${before}${name}`
    if (Array.isArray(member) && member.length > 0 && member.every(isObject))
      lists.push(...(path === "items" ? [] : [`${path}:`]), ...table(member))
    else if (isObject(member)) lists.push(...linesOf(member, `${path}.`))
    else simple.push(`${path}=${cell(member)}`)
  }
  return [...(simple.length === 0 ? [] : [simple.join(" ")]), ...lists]
}

/** An answer as a compact text with every value of its structured half. What records say stands between marks. */
export const textOfAnswer = (heading: string, answer: Json): string => {
  const { as_of: asOf, items, next_cursor: cursor, notes, range, ...rest } = answer
  const records = [
    ...(Array.isArray(items) && items.length > 0 ? table(items as ReadonlyArray<Json>) : []),
    // The notes of a record are a text; remarks on the answer are a list.
    ...linesOf(typeof notes === "string" ? { ...rest, notes } : rest)
  ]
  return [
    ...(heading === "" ? [] : [oneLine(heading)]),
    ...(isObject(range)
      ? [
          `range ${flat(range)
            .map(([, value]) => cell(value))
            .join(" ")}`
        ]
      : []),
    ...(records.length === 0 ? [] : [betweenMarks(records.join("\n"))]),
    ...(typeof cursor === "string" ? [`next_cursor=${cursor}`] : []),
    ...(isObject(asOf) ? flat(asOf).map(([domain, at]) => `as_of ${domain} ${cell(at)}`) : []),
    ...(Array.isArray(notes) ? notes.map((note) => oneLine(String(note))) : [])
  ].join("\n")
}
