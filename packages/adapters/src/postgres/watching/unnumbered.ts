import {
  type NumberedSubject,
  type Subject,
  type WatchSource,
  type WatchingRecord,
  matchTitle,
  seasonKey,
  seasonTask
} from "@daybook/core/watching"
import { Effect } from "effect"
import { retry } from "../EnrichmentTasks.js"
import { type RowOf, instant, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { watchSource } from "./rows.js"

/** A record whose subject has a place in the stored films and shows. */
export type NumberedRecord = WatchingRecord & { readonly subject: NumberedSubject }
/** A record of an episode without its number. */
export type UnnumberedRecord = WatchingRecord & { readonly subject: Extract<Subject, { readonly kind: "unnumbered" }> }

const isNumbered = (record: WatchingRecord): record is NumberedRecord => record.subject.kind !== "unnumbered"
const isUnnumbered = (record: WatchingRecord): record is UnnumberedRecord => !isNumbered(record)

/** The record of the numbered episode. TMDB's number of the show, if it is known, says which show it is. */
export const numbered = (record: UnnumberedRecord, episode: number, tmdb: number | null): NumberedRecord => {
  const { episodeTitle, season, title } = record.subject
  const ids = { ...title.ids, tmdb: tmdb ?? title.ids.tmdb }
  return { ...record, subject: { kind: "episode", title: { ...title, ids }, season, episode, episodeTitle } }
}

const keyColumns = { source: watchSource, showKey: text, season: number, titleKey: text }
const names = table("watching_unnumbered", { ...keyColumns, show: text, title: text })
const storedColumns = { ...keyColumns, id: number, number: nullable(number), tmdb: nullable(number) }
const waitingRecords = table("watching_unnumbered_records", {
  episodeId: number,
  key: text,
  at: instant,
  record: json<UnnumberedRecord>()
})

type Name = RowOf<typeof names.columns>

const nameOf = (source: WatchSource, { subject: { episodeTitle, season, title } }: UnnumberedRecord): Name => ({
  source,
  show: title.title,
  showKey: matchTitle(title.title),
  season,
  title: episodeTitle,
  titleKey: matchTitle(episodeTitle)
})

const keyOf = ({ season, showKey, titleKey }: Pick<Name, "season" | "showKey" | "titleKey">): string =>
  `${seasonKey(showKey, season)}\n${titleKey}`

/** Stores names that are new, and makes their seasons due. Returns the stored rows of all names. */
const storeNames = Effect.fn(function* (named: ReadonlyArray<Name>) {
  const incoming = names.valuesOf([...new Map(named.map((name) => [keyOf(name), name])).values()])
  const isSame = sql`
    stored.source = incoming.source AND stored.show_key = incoming.show_key AND stored.season = incoming.season
    AND stored.title_key = incoming.title_key`
  const fresh = yield* sql({ showKey: text, season: number })`
    INSERT INTO watching_unnumbered (${names.names})
    SELECT ${names.names} FROM ${incoming} WHERE NOT EXISTS (SELECT FROM watching_unnumbered AS stored WHERE ${isSame})
    RETURNING show_key, season`
  yield* retry(
    seasonTask,
    fresh.map(({ season, showKey }) => seasonKey(showKey, season))
  )
  return yield* sql(storedColumns)`
    SELECT stored.source, stored.show_key, stored.season, stored.title_key, stored.id, stored.number, stored.tmdb
    FROM watching_unnumbered AS stored JOIN ${incoming} ON ${isSame}`
})

/**
 * Gives records of episodes without a number the number that is known by now, and stores the others until it is. A
 * record at an unknown time is no viewing, and is not stored.
 */
export const numberKnown = Effect.fn("watching.numberKnown")(function* (
  source: WatchSource,
  records: ReadonlyArray<WatchingRecord>
) {
  const unnumbered = records.filter(isUnnumbered)
  if (unnumbered.length === 0) return { records: records.filter(isNumbered), added: 0, changed: 0 }
  const nameRows = yield* storeNames(unnumbered.map((record) => nameOf(source, record)))
  const rows = new Map(nameRows.map((row) => [keyOf(row), row]))
  const rowOf = (record: UnnumberedRecord) => rows.get(keyOf(nameOf(source, record)))!
  const waiting = unnumbered.flatMap((record) => {
    const { id, number } = rowOf(record)
    const { report } = record
    return number !== null || report === null || report.at === null
      ? []
      : [{ episodeId: id, key: report.key, at: report.at, record }]
  })
  const distinct = [...new Map(waiting.map((one) => [`${one.episodeId} ${one.key}`, one])).values()]
  const upserted = yield* waitingRecords.upsert(distinct, { key: ["episodeId", "key"], returning: {} })
  return {
    records: records.flatMap((record): ReadonlyArray<NumberedRecord> => {
      if (isNumbered(record)) return [record]
      if (!isUnnumbered(record)) return []
      const { number, tmdb } = rowOf(record)
      return number === null ? [] : [numbered(record, number, tmdb)]
    }),
    added: upserted.filter(({ isNew }) => isNew).length,
    changed: upserted.filter(({ isNew }) => !isNew).length
  }
})
