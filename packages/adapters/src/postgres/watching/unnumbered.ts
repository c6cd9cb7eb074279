import type { RecordKey } from "@daybook/core/corrections"
import {
  type NumberedSubject,
  type Subject,
  type WatchingRecord,
  matchTitle,
  namesUnnumbered,
  seasonKey,
  seasonTask,
  unnumberedDecisionOf
} from "@daybook/core/watching"
import { Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { retry } from "../EnrichmentTasks.js"
import { type RowOf, boolean, instant, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { columnList, table } from "../kit/table.js"

/** A record whose subject has a place in the stored films and shows. */
export type NumberedRecord = WatchingRecord & { readonly subject: NumberedSubject; readonly unnumberedId?: number }
/** A record of an episode without its number. */
export type UnnumberedRecord = WatchingRecord & { readonly subject: Extract<Subject, { readonly kind: "unnumbered" }> }

const isNumbered = (record: WatchingRecord): record is NumberedRecord => record.subject.kind !== "unnumbered"
const isUnnumbered = (record: WatchingRecord): record is UnnumberedRecord => !isNumbered(record)

/** What TMDB says that a name is, and what corrections say. */
export const decisionColumns = {
  number: nullable(number),
  tmdb: nullable(number),
  decidedSeason: nullable(number),
  decidedNumber: nullable(number),
  isFilm: boolean,
  leftOut: boolean
}

/**
 * The record of the numbered episode, or of the film: as corrections say, else as TMDB does. TMDB's number of the show,
 * if it is known, says which show it is. Null as long as nobody knows what was watched. What the owner calls an episode
 * has its name from `nameCredited`.
 */
export const decided = (
  record: UnnumberedRecord,
  { decidedNumber, decidedSeason, isFilm, number, tmdb }: RowOf<typeof decisionColumns>
): NumberedRecord | null => {
  const { episodeTitle, season, title } = record.subject
  if (isFilm)
    return { ...record, subject: { kind: "movie", title: { ...title, title: `${title.title}: ${episodeTitle}` } } }
  const ids = { ...title.ids, tmdb: tmdb ?? title.ids.tmdb }
  const show = { kind: "episode" as const, title: { ...title, ids } }
  if (decidedSeason !== null && decidedNumber !== null)
    return { ...record, subject: { ...show, season: decidedSeason, episode: decidedNumber, episodeTitle: null } }
  if (season === null || number === null) return null
  return { ...record, subject: { ...show, season, episode: number, episodeTitle } }
}

const keyColumns = { source: text, showKey: text, season: nullable(number), titleKey: text }
const names = table("watching_unnumbered", { ...keyColumns, show: text, title: text, reportedNumber: nullable(number) })
const storedColumns = { ...names.columns, id: number, ...decisionColumns }
export type UnnumberedRow = RowOf<typeof storedColumns>
const namedRecords = table("watching_unnumbered_records", {
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

const decisions = table(names.name, {
  ...{ id: number, decidedSeason: nullable(number), decidedNumber: nullable(number) },
  ...{ isFilm: boolean, leftOut: boolean }
})

/** Of `stored`, names without a number. */
const unnumberedNames = sql(storedColumns)
const selectNames = columnList(storedColumns, "stored")

/** Stores what corrections say of names, and returns the names of which they say something else than before. */
export const decideNames = Effect.fn("watching.decideNames")(function* (rows: ReadonlyArray<UnnumberedRow>) {
  const corrections = (yield* correctionsOf("watching")).filter(({ type }) => type === "unnumbered")
  const incoming = rows.map((row) => {
    const { isFilm, isLeftOut, place } = unnumberedDecisionOf(corrections, row)
    const givenPlace = { decidedSeason: place?.season ?? null, decidedNumber: place?.number ?? null }
    return { id: row.id, ...givenPlace, isFilm, leftOut: isLeftOut }
  })
  return yield* decisions.update(incoming, { key: ["id"], returning: storedColumns })
})

/** Names without a number, all or some. */
export const namesWhere = (where = sql`true`) =>
  unnumberedNames`SELECT ${selectNames} FROM watching_unnumbered AS stored WHERE ${where} ORDER BY id`

/** Names that keys of corrections name. */
export const namesOf = (keys: ReadonlyArray<RecordKey>) =>
  Effect.map(namesWhere(), (rows) => rows.filter((row) => keys.some((key) => namesUnnumbered(key, row))))

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
  const rows = unnumberedNames`SELECT ${selectNames} FROM watching_unnumbered AS stored JOIN ${incoming} ON ${isSame}`
  if (fresh.length === 0) return yield* rows
  yield* decideNames(yield* rows)
  return yield* rows
})

/**
 * Gives records of episodes without a number the number that is known by now, and stores all of them: a correction may
 * say something else later, or be removed. A record at an unknown time is no viewing, and is not stored.
 */
export const numberKnown = Effect.fn("watching.numberKnown")(function* (
  source: string,
  records: ReadonlyArray<WatchingRecord>
) {
  const unnumbered = records.filter(isUnnumbered).filter(({ report }) => report?.at != null)
  const numbered = records.filter(isNumbered)
  if (unnumbered.length === 0) return { records: numbered, added: 0, changed: 0 }
  const nameRows = yield* storeNames(unnumbered.map((record) => nameOf(source, record)))
  const rows = new Map(nameRows.map((row) => [keyOf(row), row]))
  const named = unnumbered.map((record) => {
    const row = rows.get(keyOf(nameOf(source, record)))!
    return { episodeId: row.id, key: record.report!.key, at: record.report!.at!, record, known: decided(record, row) }
  })
  const distinct = [...new Map(named.map((one) => [`${one.episodeId} ${one.key}`, one])).values()]
  const upserted = yield* namedRecords.upsert(distinct, {
    key: ["episodeId", "key"],
    returning: { episodeId: number, key: text }
  })
  const waiting = new Set(distinct.filter(({ known }) => known === null).map(({ episodeId }) => episodeId))
  const waitingRows = upserted.filter(({ episodeId }) => waiting.has(episodeId))
  return {
    // What the source numbers itself comes last: it counts where both are one report.
    records: [
      ...named.flatMap(({ episodeId, known }) => (known === null ? [] : [{ ...known, unnumberedId: episodeId }])),
      ...numbered
    ],
    added: waitingRows.filter(({ isNew }) => isNew).length,
    changed: waitingRows.filter(({ isNew }) => !isNew).length
  }
})
