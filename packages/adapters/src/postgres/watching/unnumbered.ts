import {
  type NumberedSubject,
  type Subject,
  type WatchingRecord,
  matchTitle,
  seasonKey,
  seasonTask
} from "@daybook/core/watching"
import { Effect } from "effect"
import { retry } from "../EnrichmentTasks.js"
import { type RowOf, boolean, instant, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** A record whose subject has a place in the stored films and shows. */
export type NumberedRecord = WatchingRecord & { readonly subject: NumberedSubject }
/** A record of an episode without its number. */
export type UnnumberedRecord = WatchingRecord & { readonly subject: Extract<Subject, { readonly kind: "unnumbered" }> }

const isNumbered = (record: WatchingRecord): record is NumberedRecord => record.subject.kind !== "unnumbered"
const isUnnumbered = (record: WatchingRecord): record is UnnumberedRecord => !isNumbered(record)

/** What TMDB or the person says that a name is. */
export const decisionColumns = {
  number: nullable(number),
  tmdb: nullable(number),
  decidedSeason: nullable(number),
  isFilm: boolean
}

/**
 * The record of the numbered episode, or of the film. TMDB's number of the show, if it is known, says which show it is.
 * Null as long as nobody knows what was watched.
 */
export const decided = (
  record: UnnumberedRecord,
  { decidedSeason, isFilm, number, tmdb }: RowOf<typeof decisionColumns>
): NumberedRecord | null => {
  const { episodeTitle, title } = record.subject
  if (isFilm)
    return { ...record, subject: { kind: "movie", title: { ...title, title: `${title.title}: ${episodeTitle}` } } }
  const season = record.subject.season ?? decidedSeason
  if (season === null || number === null) return null
  const ids = { ...title.ids, tmdb: tmdb ?? title.ids.tmdb }
  return { ...record, subject: { kind: "episode", title: { ...title, ids }, season, episode: number, episodeTitle } }
}

const keyColumns = { source: text, showKey: text, season: nullable(number), titleKey: text }
const names = table("watching_unnumbered", { ...keyColumns, show: text, title: text, reportedNumber: nullable(number) })
const storedColumns = { ...keyColumns, id: number, ...decisionColumns }
const waitingRecords = table("watching_unnumbered_records", {
  episodeId: number,
  key: text,
  at: instant,
  record: json<UnnumberedRecord>()
})

type Name = RowOf<typeof names.columns>

const nameOf = (source: string, { subject: { episode, episodeTitle, season, title } }: UnnumberedRecord): Name => ({
  source,
  show: title.title,
  showKey: matchTitle(title.title),
  season,
  title: episodeTitle,
  titleKey: matchTitle(episodeTitle),
  reportedNumber: episode
})

const keyOf = ({ season, showKey, titleKey }: Pick<Name, "season" | "showKey" | "titleKey">): string =>
  `${season ?? ""} ${showKey}\n${titleKey}`

/** Stores names that are new, and makes their seasons due. Returns the stored rows of all names. */
const storeNames = Effect.fn(function* (named: ReadonlyArray<Name>) {
  const incoming = names.valuesOf([...new Map(named.map((name) => [keyOf(name), name])).values()])
  const isSame = sql`
    stored.source = incoming.source AND stored.show_key = incoming.show_key AND stored.title_key = incoming.title_key
    AND stored.season IS NOT DISTINCT FROM incoming.season`
  const fresh = yield* sql({ showKey: text, season: nullable(number) })`
    INSERT INTO watching_unnumbered (${names.names})
    SELECT ${names.names} FROM ${incoming} WHERE NOT EXISTS (SELECT FROM watching_unnumbered AS stored WHERE ${isSame})
    RETURNING show_key, season`
  yield* retry(
    seasonTask,
    fresh.flatMap(({ season, showKey }) => (season === null ? [] : seasonKey(showKey, season)))
  )
  yield* sql`
    UPDATE watching_unnumbered AS stored SET reported_number = incoming.reported_number FROM ${incoming}
    WHERE ${isSame} AND stored.reported_number IS NULL AND incoming.reported_number IS NOT NULL`
  return yield* sql(storedColumns)`
    SELECT stored.source, stored.show_key, stored.season, stored.title_key, stored.id, stored.number, stored.tmdb,
      stored.decided_season, stored.is_film
    FROM watching_unnumbered AS stored JOIN ${incoming} ON ${isSame}`
})

/**
 * Gives records of episodes without a number the number that is known by now, and stores the others until it is. A
 * record at an unknown time is no viewing, and is not stored.
 */
export const numberKnown = Effect.fn("watching.numberKnown")(function* (
  source: string,
  records: ReadonlyArray<WatchingRecord>
) {
  const unnumbered = records.filter(isUnnumbered)
  if (unnumbered.length === 0) return { records: records.filter(isNumbered), added: 0, changed: 0 }
  const nameRows = yield* storeNames(unnumbered.map((record) => nameOf(source, record)))
  const rows = new Map(nameRows.map((row) => [keyOf(row), row]))
  const rowOf = (record: UnnumberedRecord) => rows.get(keyOf(nameOf(source, record)))!
  const waiting = unnumbered.flatMap((record) => {
    const row = rowOf(record)
    const { report } = record
    return decided(record, row) !== null || report === null || report.at === null
      ? []
      : [{ episodeId: row.id, key: report.key, at: report.at, record }]
  })
  const distinct = [...new Map(waiting.map((one) => [`${one.episodeId} ${one.key}`, one])).values()]
  const upserted = yield* waitingRecords.upsert(distinct, { key: ["episodeId", "key"], returning: {} })
  return {
    records: records.flatMap((record): ReadonlyArray<NumberedRecord> => {
      if (isNumbered(record)) return [record]
      const numbered = isUnnumbered(record) ? decided(record, rowOf(record)) : null
      return numbered === null ? [] : [numbered]
    }),
    added: upserted.filter(({ isNew }) => isNew).length,
    changed: upserted.filter(({ isNew }) => !isNew).length
  }
})
