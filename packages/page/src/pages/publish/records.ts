/** The lists of newest records, by group, as far as a lens can allow them. */
const newestLists: Readonly<Record<string, string>> = {
  listening: "listening.recent",
  running: "running.recent",
  watching: "watching.recent",
  collecting: "collecting.recentRecords",
  reading: "reading.recent",
  attending: "attending.events",
  feed: "feed.all"
}

export const newestCount = 10

/** The newest records of a group under a lens: an operation that it allows. */
export const newestOf = (operations: ReadonlyArray<string>, group: string): string | undefined => {
  const list = newestLists[group]
  return list !== undefined && operations.includes(list) ? list : undefined
}

/** A field of a record: its path, and its value as text. */
export type RecordField = readonly [path: string, value: string]

/** The fields of a record, whatever it is, without those that have no value. */
export const fieldsOf = (record: unknown, path = ""): ReadonlyArray<RecordField> => {
  if (record === null || record === undefined) return []
  if (typeof record !== "object") return [[path, String(record)]]
  return Object.entries(record).flatMap(([name, value]) => fieldsOf(value, path === "" ? name : `${path}.${name}`))
}

/** A preview, as the host answers it. */
export interface Preview {
  readonly before: { readonly status: number; readonly body: unknown }
  readonly after: { readonly status: number; readonly body: unknown }
}

const recordsOf = (body: unknown): ReadonlyArray<unknown> => {
  const data = typeof body === "object" && body !== null && "data" in body ? body.data : []
  return Array.isArray(data) ? data.slice(0, newestCount) : []
}

/** What a preview shows: each record with its fields, and the names of the fields that the lens leaves out. */
export const readPreview = ({ after, before }: Preview) => {
  const records = recordsOf(after.body).map((record) => fieldsOf(record))
  const namesIn = (body: unknown) =>
    new Set(recordsOf(body).flatMap((record) => fieldsOf(record).map(([path]) => path)))
  const visible = namesIn(after.body)
  return { records, hidden: Array.from(namesIn(before.body)).filter((path) => !visible.has(path)) }
}
