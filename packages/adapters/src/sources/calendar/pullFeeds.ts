import type { Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Either, Option, Schema, Stream } from "effect"
import { mention } from "../mentions/mention.js"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import type { Span } from "../ics/index.js"
import type { Feed } from "./Feed.js"
import { isWithin, pagesOf } from "./pages.js"

/** What is still to come, so that it can be told when it is no longer there. */
const Planned = Schema.Struct({
  key: Schema.String,
  title: Schema.NullOr(Schema.String),
  date: Schema.NullOr(Schema.String),
  time: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.Number)
})
type Planned = typeof Planned.Type

const Refused = Schema.Struct({ hash: Schema.String, message: Schema.String })

const Known = Schema.Struct({
  etag: Schema.NullOr(Schema.String),
  modified: Schema.NullOr(Schema.String),
  planned: Schema.Array(Planned),
  refused: Schema.optional(Refused)
})
type Known = typeof Known.Type

/** How rows are read: what was read otherwise is read again, though the feed has not changed since. */
const readingVersion = 2
const Cursor = Schema.parseJson(Schema.Struct({
  version: Schema.optional(Schema.Number),
  feeds: Schema.Record({ key: Schema.String, value: Known })
}))
type Feeds = (typeof Cursor.Type)["feeds"]

const asReadNow = (cursor: typeof Cursor.Type): Feeds =>
  cursor.version === readingVersion
    ? cursor.feeds
    : Object.fromEntries(Object.entries(cursor.feeds).map(([id, feed]) => [id, { ...feed, etag: null, modified: null }]))

const dayMs = 86_400_000
/** As with whole sources: more than a fifth of what was planned, and more than a handful, does not vanish at once. */
const massShare = 0.2
const massFloor = 10

/**
 * Each feed that changed. Feeds drop what is past, so that only the absence of what is still to come means something. One
 * feed that fails does not keep the others from being read.
 */
export const pullFeeds = (feeds: ReadonlyArray<Feed>, { cursor, full }: PullRequest): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> => {
  const stored: Feeds = Option.match(Option.flatMap(cursor, Schema.decodeOption(Cursor)), { onNone: () => ({}), onSome: asReadNow })
  let known: Feeds = Object.fromEntries(feeds.flatMap(({ id }) => stored[id] === undefined ? [] : [[id, stored[id]] as const]))
  const failures: Array<SourceFailure> = []
  const pages = Stream.flatMap(Stream.fromIterable(feeds), (feed) =>
    Stream.unwrap(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const before = known[feed.id]
      const read = yield* Effect.either(feed.read(full ? null : before ?? null, now))
      if (Either.isLeft(read)) {
        failures.push(read.left)
        return Stream.empty
      }
      if (read.right === null) return Stream.empty
      const { version } = read.right
      if ("refusal" in read.right) {
        failures.push(read.right.refusal)
        known = { ...known, [feed.id]: { ...version, planned: before?.planned ?? [] } }
        return pagesOf([], [], Schema.encodeSync(Cursor)({ version: readingVersion, feeds: known }))
      }
      const { file } = read.right
      const { mentions } = file
      if (file.isCut) yield* Effect.logWarning("a calendar feed: a series has too many events; some of them were left out")
      if (file.broken > 0) yield* Effect.logWarning(`a calendar feed: ${file.broken} ${file.broken === 1 ? "event" : "events"} could not be read and were left out`)
      const { cancelled, kept } = yield* vanished(before?.planned ?? [], mentions, { now, full, isWhole: file.broken === 0 && !file.isCut })
      known = { ...known, [feed.id]: { ...version, planned: [...plannedOf(mentions, now), ...kept] } }
      return pagesOf([...mentions, ...cancelled], [], Schema.encodeSync(Cursor)({ version: readingVersion, feeds: known }))
    })))
  return Stream.concat(pages, Stream.unwrap(Effect.sync(() => failures[0] === undefined ? Stream.empty : Stream.fail(failures[0]))))
}

/** Days as a span that holds them on all clocks. */
const spanOf = ({ from, to }: Days): Span => ({
  from: from === null ? undefined : Date.parse(`${from}T00:00:00Z`) - dayMs,
  to: to === null ? undefined : Date.parse(`${to}T00:00:00Z`) + 2 * dayMs
})

/** What is in the feeds on some days. */
export const pullFeedsDays = (feeds: ReadonlyArray<Feed>, days: Days): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.flatMap(Stream.fromIterable(feeds), (feed) =>
    Stream.unwrap(Effect.gen(function*() {
      const read = yield* feed.read(null, yield* Clock.currentTimeMillis, spanOf(days))
      if (read === null) return Stream.empty
      return "refusal" in read ? Stream.fail(read.refusal) : pagesOf(read.file.mentions.filter(isWithin(days)), [], null)
    })))

const isAhead = ({ at, date }: Pick<Planned, "at" | "date">, now: number) => (at ?? (date === null ? 0 : Date.parse(`${date}T12:00:00Z`))) > now + dayMs / 2

const plannedOf = (mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Planned> =>
  mentions.flatMap(({ at, date, key, state, time, title }) => state !== "cancelled" && isAhead({ at, date }, now) ? [{ key, title, date, time, at }] : [])

/** What was planned and is in the feed no more is off; a feed that lost much of it at once is not believed. */
const vanished = (planned: ReadonlyArray<Planned>, mentions: ReadonlyArray<Mention>, { full, isWhole, now }: { readonly now: number; readonly full: boolean; readonly isWhole: boolean }) =>
  Effect.gen(function*() {
    const present = new Set(mentions.map(({ key }) => key))
    const ahead = planned.filter((one) => isAhead(one, now))
    const missing = ahead.filter(({ key }) => !present.has(key))
    const isMass = missing.length > massFloor && missing.length > ahead.length * massShare
    if (isMass && !full) {
      yield* Effect.logWarning(`a calendar feed no longer has ${missing.length} of ${ahead.length} events to come; they are kept: if that is right, run \`daybook sync calendar --full\``)
    }
    if (missing.length === 0 || !isWhole || (isMass && !full)) return { cancelled: [], kept: missing }
    return { cancelled: missing.map((one) => mention({ ...one, saidAt: now, state: "cancelled" })), kept: [] }
  })
