import type { Context } from "effect"
import type { EntityRef } from "../domains.js"
import type { FeedEntry, FeedKey } from "../feed/FeedStore.js"
import type { Changes, Entity } from "../publishing/index.js"
import type { Document } from "../search/SearchStore.js"
import type { Calendar } from "../shared/Calendar.js"
import type { DeclaredRecord, FeedRule, RecordRef } from "./model.js"
import type { RecordChanges } from "./DeclaredRecords.js"
import type { RecordRow } from "./DeclaredStore.js"
import type { DeclaredOptions } from "./fields.js"
import { type FieldValue, type Values, keyText } from "./values.js"

type HomeCalendar = Context.Tag.Service<Calendar>

const maxTitleLength = 500

const textOf = (value: FieldValue | undefined): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

const cut = (text: string) => text.slice(0, maxTitleLength).replace(/[\ud800-\udbff]$/u, "")

/** The texts of the fields that go into one part of a search document. */
const partOf = ({ fields }: DeclaredRecord, values: Values, part: NonNullable<DeclaredOptions["search"]>) =>
  Object.entries(fields)
    .flatMap(([name, { options }]) => (options.search === part ? [textOf(values[name])] : []))
    .filter((text) => text !== "")
    .join("\n")

const orNull = (text: string) => (text === "" ? null : text)

/** The name of a record in lists: its title in search, else its key. */
export const nameOf = (record: DeclaredRecord, values: Values): string =>
  orNull(cut(partOf(record, values, "title"))) ?? record.key.map((name) => textOf(values[name])).join(", ")

const isSearched = ({ fields }: DeclaredRecord) =>
  Object.values(fields).some(({ options }) => options.search !== undefined)

const documentOf = (record: DeclaredRecord, values: Values): Document | null =>
  isSearched(record)
    ? {
        title: nameOf(record, values),
        subtitle: orNull(partOf(record, values, "subtitle")),
        body: orNull(partOf(record, values, "body")),
        details: {}
      }
    : null

/** The addresses of a record's pictures, in the declared order. */
const picturesOf = ({ fields }: DeclaredRecord, values: Values): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { options }]) => {
    const address = values[name]
    return options.picture === true && typeof address === "string" && address !== "" ? [address] : []
  })

const hasPictures = ({ entities }: RecordRef["domain"], name: string) => entities[name]?.pictures !== undefined

/** The title of a feed entry: the name of the record where the declaration's function fails or answers no text. */
const titleOf = (record: DeclaredRecord, rule: FeedRule, values: Values): string => {
  try {
    const title: unknown = (rule.title as (values: Values) => unknown)(values)
    if (typeof title === "string" && title.trim() !== "") return cut(title.replaceAll("\0", ""))
  } catch {
    // The record is stored either way: only its title is lost.
  }
  return nameOf(record, values)
}

/** The permanent name of a record in the feed: the type and the key. */
const feedId = (record: DeclaredRecord, values: Values): string => {
  const [only, ...others] = record.key
  return `${record.name}:${only !== undefined && others.length === 0 ? textOf(values[only]) : keyText(record, values)}`
}

const entriesOf = (record: DeclaredRecord, values: Values, calendar: HomeCalendar): ReadonlyArray<FeedEntry> =>
  Object.entries(record.feed).flatMap(([eventType, rule]) => {
    const at = values[rule.when]
    if (at === null || at === undefined) return []
    return [
      {
        eventType,
        sourceId: feedId(record, values),
        // A day has no time: noon in UTC, as of events without one.
        occurredAt: typeof at === "number" ? at : Date.parse(`${textOf(at)}T12:00:00Z`),
        date: typeof at === "number" ? calendar.dateOf(at) : textOf(at),
        title: titleOf(record, rule, values),
        subtitle: orNull(cut(partOf(record, values, "subtitle"))),
        metadata: null
      }
    ]
  })

const absentEntries = (record: DeclaredRecord, { values }: RecordRow): ReadonlyArray<FeedKey> =>
  Object.entries(record.feed).flatMap(([eventType, { when }]) =>
    values[when] === null || values[when] === undefined ? [{ eventType, sourceId: feedId(record, values) }] : []
  )

/** What feed, search and pictures publish of a record. */
export const recordEntity =
  ({ domain, record }: RecordRef, calendar: HomeCalendar) =>
  ({ id, values }: RecordRow): Entity => ({
    type: record.name,
    id,
    document: documentOf(record, values),
    image: hasPictures(domain, record.name) ? { urls: picturesOf(record, values), hints: {} } : null,
    feed: entriesOf(record, values, calendar)
  })

/** What a write changed, for the shared services. Feed entries whose day or time is unknown now are retracted. */
export const publishedChanges = (
  { record }: RecordRef,
  { concealed = [], deleted, upserted }: RecordChanges
): Changes<RecordRow> => {
  const refOf = (id: number): EntityRef => ({ type: record.name, id })
  return {
    upserted,
    retracted: upserted.flatMap((row) => absentEntries(record, row)),
    deleted: deleted.map(refOf),
    concealed: concealed.map(refOf)
  }
}
