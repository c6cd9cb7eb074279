import {
  AttendingRecords,
  type EventDecision,
  type Mention,
  type Promotion,
  RuleBook,
  artistKeysIn
} from "@daybook/core/attending"
import type { Span } from "@daybook/core/sync"
import { Clock, Effect, Layer } from "effect"
import { domainLock } from "../kit/domainLock.js"
import { acceptReport, decidePresence, rejectReport, separateReports } from "./decisions.js"
import { type UnstoredInputs, unstoredInputs } from "./mergeInputs.js"
import { dropMentions, writeMentions } from "./mentions.js"
import { remerge } from "./remerge.js"
import { newlyEnded } from "./publishable.js"
import { implementPlaced } from "../kit/store.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { storeSetting, storedSetting } from "../kit/storedSettings.js"
import { type RowOf, nullable, number, text, texts } from "../kit/columns.js"

const tiedColumns = { ties: texts }

const tiesOf = (rows: ReadonlyArray<RowOf<typeof tiedColumns>>): ReadonlyArray<string> | null =>
  rows.length === 0 ? null : rows.flatMap(({ ties }) => ties)

const namedColumns = { ...tiedColumns, name: text }

/** Promotes a mention to an event and returns its ties, null if the mention does not exist. */
const setPromotion = Effect.fn("attending.setPromotion")(function* (id: number, added: Promotion) {
  const rows = yield* sql(namedColumns)`
    UPDATE attending_mentions SET promotion = ${JSON.stringify(added)}::jsonb,
      ties = ties || ${added.date === null ? [] : [added.date]}::text[]
    WHERE id = ${id} RETURNING ties, name`
  for (const { name } of rows) yield* acceptReport(name)
  return tiesOf(rows)
})

const setRejected = Effect.fn("attending.setRejected")(function* (id: number) {
  const rows = yield* sql(namedColumns)`
    UPDATE attending_mentions SET promotion = NULL WHERE id = ${id} RETURNING ties, name`
  for (const { name } of rows) yield* rejectReport(name)
  return tiesOf(rows)
})

/** Stores the person's notes on every mention of the event, so that they survive a later split. */
const setDecision = (around: UnstoredInputs) =>
  Effect.fn("attending.setDecision")(function* (event: number, { attended, notes }: EventDecision) {
    const rows = yield* sql(tiedColumns)`
      UPDATE attending_mentions SET own_notes = ${notes === undefined ? sql`own_notes` : sql`${notes}::text`}
      WHERE event_id = ${event} AND EXISTS (SELECT FROM attending_events WHERE id = ${event} AND doubt IS NULL)
      RETURNING ties`
    if (rows.length > 0 && attended !== undefined) yield* decidePresence(around, event, attended)
    return tiesOf(rows)
  })

/** Records that a mention and the rest of its event are two events. */
const apartFrom = Effect.fn("attending.apartFrom")(function* (id: number) {
  const [mention] = yield* sql({ ...tiedColumns, name: text, eventId: nullable(number) })`
    SELECT name, ties, event_id FROM attending_mentions WHERE id = ${id}`
  if (mention === undefined || mention.eventId === null) return null
  const others = yield* sql({ name: text })`
    SELECT name FROM attending_mentions WHERE event_id = ${mention.eventId} AND id <> ${id}
    UNION SELECT external_source || ':' || external_id FROM attending_events
    WHERE id = ${mention.eventId} AND game IS NOT NULL
    UNION SELECT 'setlist_fm:' || (concert ->> 'id')
    FROM attending_events, jsonb_array_elements(concerts) AS concert WHERE id = ${mention.eventId}`
  if (!others.some(({ name }) => name.startsWith("mention:"))) return null
  yield* separateReports(
    mention.name,
    others.map(({ name }) => name)
  )
  // The separated mention becomes a new event. The old event keeps its id, even if the mention was its oldest one.
  yield* sql`UPDATE attending_mentions SET event_id = NULL, reason = NULL WHERE id = ${id}`
  return mention.ties
})

export const layer = Layer.effect(
  AttendingRecords,
  Effect.gen(function* () {
    const rules = JSON.stringify(yield* RuleBook)
    const around = yield* unstoredInputs
    const events = yield* remerge

    const put = Effect.fn(function* (source: string, mentions: ReadonlyArray<Mention>, covers: Span | null) {
      const { applied, ties } = yield* writeMentions(source, mentions, covers)
      return { applied, changes: yield* events.of(ties) }
    })

    const remove = Effect.fn(function* (source: string, keys: ReadonlyArray<string>) {
      const dropped = yield* dropMentions(source, keys)
      const changes = yield* events.of(
        dropped.flatMap(({ ties }) => ties),
        dropped.flatMap(({ eventId }) => eventId ?? [])
      )
      return { removed: dropped.length, changes }
    })

    /**
     * Merges everything again when the rules have changed since the last run. The settings table stores the last rules.
     */
    const refresh = Effect.gen(function* () {
      const changed = yield* sql`
      INSERT INTO settings (name, value) VALUES ('attending_rules', ${rules})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value RETURNING name`
      const ties = yield* namedByNewArtists()
      return yield* events.of(changed.length > 0 ? null : ties, [], yield* newlyEnded(yield* Clock.currentTimeMillis))
    })

    const reprocess = Effect.gen(function* () {
      const changes = yield* events.of(null)
      return { ...changes, count: yield* countOf(sql`SELECT count(*) FROM attending_mentions`) }
    })

    const promote = Effect.fn(function* (id: number, added: Promotion) {
      const ties = yield* setPromotion(id, added)
      if (ties === null) return null
      const changes = yield* events.correct(ties)
      const [row] = yield* sql({ id: number, doubt: nullable(text) })`
        SELECT event.id, event.doubt
        FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id
        WHERE mention.id = ${id}`
      return row === undefined || row.doubt !== null ? ("nothing" as const) : { event: row.id, changes }
    })

    const after = (ties: ReadonlyArray<string> | null) => (ties === null ? Effect.succeed(null) : events.correct(ties))

    const locked = domainLock("attending")
    return yield* implementPlaced(AttendingRecords, {
      put: (...of) => locked(put(...of)),
      remove: (...of) => locked(remove(...of)),
      existing: (source, keys) =>
        Effect.map(
          sql({ key: text })`
            SELECT key FROM attending_mentions WHERE source = ${source} AND key = ANY(${keys}::text[]) ORDER BY key`,
          (rows) => rows.map(({ key }) => key)
        ),
      count: (source) => countOf(sql`SELECT count(*) FROM attending_mentions WHERE source = ${source}`),
      refresh: locked(refresh),
      reprocess: locked(reprocess),
      promote: (...of) => locked(promote(...of)),
      reject: (id) => locked(Effect.flatMap(setRejected(id), after)),
      separate: (id) => locked(Effect.flatMap(apartFrom(id), after)),
      decide: (event, decision) => locked(Effect.flatMap(setDecision(around)(event, decision), after))
    })
  })
)

const setting = "attending_artists"

/**
 * Ties of mentions that name an artist added to the listening library since the last run. A known artist may decide the
 * kind of event.
 */
const namedByNewArtists = Effect.fn("attending.namedByNewArtists")(function* () {
  const last = Number((yield* storedSetting(setting)) ?? 0)
  const artists = yield* sql({ id: number, matchName: text })`
    SELECT id, match_name FROM listening_artists WHERE id > ${last} AND heard AND NOT hidden ORDER BY id`
  const newest = artists.at(-1)?.id
  if (newest === undefined) return []
  yield* storeSetting(setting, String(newest))
  const names = new Set(artists.map(({ matchName }) => matchName))
  const rows = yield* sql({ tie: text, title: text })`
    SELECT name AS tie, body ->> 'title' AS title FROM attending_mentions WHERE body ->> 'title' IS NOT NULL`
  return rows.filter(({ title }) => [...artistKeysIn(title)].some((key) => names.has(key))).map(({ tie }) => tie)
})
