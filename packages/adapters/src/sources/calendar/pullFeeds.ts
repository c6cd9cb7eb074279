import { type Mention, mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Either, Option, Schema, Stream } from "effect"
import type { Span } from "../kit/ics/calendarFile.js"
import { isWithin, pagesOf } from "../kit/mentions/pull.js"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import type { Feed } from "./feed.js"

/** A future event, stored so that its removal from the feed is noticed. */
const PlannedEvent = Schema.Struct({
  key: Schema.String,
  title: Schema.NullOr(Schema.String),
  date: Schema.NullOr(Schema.String),
  time: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.Number)
})
type PlannedEvent = typeof PlannedEvent.Type

const Refusal = Schema.Struct({ hash: Schema.String, message: Schema.String })

const FeedState = Schema.Struct({
  etag: Schema.NullOr(Schema.String),
  modified: Schema.NullOr(Schema.String),
  planned: Schema.Array(PlannedEvent),
  refused: Schema.optional(Refusal)
})
type FeedState = typeof FeedState.Type

/** Version of the row parsing. After a change, unchanged feeds are read again. */
const readingVersion = 3
const Cursor = Schema.parseJson(
  Schema.Struct({
    version: Schema.optional(Schema.Number),
    feeds: Schema.Record({ key: Schema.String, value: FeedState })
  })
)
type Feeds = (typeof Cursor.Type)["feeds"]

const withCurrentReading = (cursor: typeof Cursor.Type): Feeds =>
  cursor.version === readingVersion
    ? cursor.feeds
    : Object.fromEntries(
        Object.entries(cursor.feeds).map(([id, feed]) => [id, { ...feed, etag: null, modified: null }])
      )

const dayMs = 86_400_000
/** Like the deletion guard of full syncs: losing more than a fifth, and more than ten events, is not believed. */
const massShare = 0.2
const massFloor = 10

/**
 * Reads each changed feed. Feeds drop past events, so only missing future events mean a cancellation. A failing feed
 * does not block the others.
 */
export const pullFeeds = (
  feeds: ReadonlyArray<Feed>,
  { cursor, full }: PullRequest
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> => {
  const storedFeeds: Feeds = Option.match(Option.flatMap(cursor, Schema.decodeOption(Cursor)), {
    onNone: () => ({}),
    onSome: withCurrentReading
  })
  let feedStates: Feeds = Object.fromEntries(
    feeds.flatMap(({ id }) => (storedFeeds[id] === undefined ? [] : [[id, storedFeeds[id]] as const]))
  )
  const failures: Array<SourceFailure> = []
  const pages = Stream.flatMap(Stream.fromIterable(feeds), (feed) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const before = feedStates[feed.id]
        const read = yield* Effect.either(feed.read(full ? null : (before ?? null), now))
        if (Either.isLeft(read)) {
          failures.push(read.left)
          return Stream.empty
        }
        if (read.right === null) return Stream.empty
        const { version } = read.right
        if ("refusal" in read.right) {
          failures.push(read.right.refusal)
          feedStates = { ...feedStates, [feed.id]: { ...version, planned: before?.planned ?? [] } }
          return pagesOf([], [], Schema.encodeSync(Cursor)({ version: readingVersion, feeds: feedStates }))
        }
        const { file } = read.right
        const { mentions } = file
        if (file.isCut)
          yield* Effect.logWarning("a calendar feed: a series has too many events; some of them were left out")
        if (file.broken > 0)
          yield* Effect.logWarning(
            `a calendar feed: ${file.broken} ${file.broken === 1 ? "event" : "events"} could not be read and were left out`
          )
        const { cancelled, stillPlanned: stillPlanned } = yield* missingEvents(before?.planned ?? [], mentions, {
          now,
          full,
          isWhole: file.broken === 0 && !file.isCut
        })
        feedStates = {
          ...feedStates,
          [feed.id]: { ...version, planned: [...plannedOf(mentions, now), ...stillPlanned] }
        }
        return pagesOf(
          [...mentions, ...cancelled],
          [],
          Schema.encodeSync(Cursor)({ version: readingVersion, feeds: feedStates })
        )
      })
    )
  )
  return Stream.concat(
    pages,
    Stream.unwrap(Effect.sync(() => (failures[0] === undefined ? Stream.empty : Stream.fail(failures[0]))))
  )
}

/** The span of some days in any time zone. */
const spanOf = ({ from, to }: Days): Span => ({
  from: from === null ? undefined : Date.parse(`${from}T00:00:00Z`) - dayMs,
  to: to === null ? undefined : Date.parse(`${to}T00:00:00Z`) + 2 * dayMs
})

/** Events of the feeds on some days. */
export const pullFeedsDays = (
  feeds: ReadonlyArray<Feed>,
  days: Days
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.flatMap(Stream.fromIterable(feeds), (feed) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const read = yield* feed.read(null, yield* Clock.currentTimeMillis, spanOf(days))
        if (read === null) return Stream.empty
        return "refusal" in read
          ? Stream.fail(read.refusal)
          : pagesOf(read.file.mentions.filter(isWithin(days)), [], null)
      })
    )
  )

const isAhead = ({ at, date }: Pick<PlannedEvent, "at" | "date">, now: number) =>
  (at ?? (date === null ? 0 : Date.parse(`${date}T12:00:00Z`))) > now + dayMs / 2

const plannedOf = (mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<PlannedEvent> =>
  mentions.flatMap(({ at, date, key, state, time, title }) =>
    state !== "cancelled" && isAhead({ at, date }, now) ? [{ key, title, date, time, at }] : []
  )

/** Future events missing from the feed are cancelled. A feed that lost many at once is not believed. */
const missingEvents = (
  planned: ReadonlyArray<PlannedEvent>,
  mentions: ReadonlyArray<Mention>,
  { full, isWhole, now }: { readonly now: number; readonly full: boolean; readonly isWhole: boolean }
) =>
  Effect.gen(function* () {
    const present = new Set(mentions.map(({ key }) => key))
    const ahead = planned.filter((one) => isAhead(one, now))
    const missing = ahead.filter(({ key }) => !present.has(key))
    const isMass = missing.length > massFloor && missing.length > ahead.length * massShare
    if (isMass && !full) {
      yield* Effect.logWarning(
        `a calendar feed no longer has ${missing.length} of ${ahead.length} events to come; they are kept: if they were deleted, run \`daybook sync calendar --full\``
      )
    }
    if (missing.length === 0 || !isWhole || (isMass && !full)) return { cancelled: [], stillPlanned: missing }
    return { cancelled: missing.map((one) => mention({ ...one, saidAt: now, state: "cancelled" })), stillPlanned: [] }
  })
