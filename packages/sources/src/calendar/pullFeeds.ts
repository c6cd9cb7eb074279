import { type Mention, mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Either, Option, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { placesSuffix } from "../kit/exportFile/exportPages.js"
import type { Span } from "../kit/ics/calendarFile.js"
import { isWithin, pagesOf } from "../kit/mentions/pull.js"
import { forEachInSlices, mapInSlices, sortInSlices } from "../kit/slices.js"
import type { DocumentParser } from "../documents/DocumentParser.js"
import type { Feed } from "./feed.js"

/**
 * An event of the feed. Future ones are stored so that their removal is noticed, and some past ones to notice a feed
 * that has new UIDs at each fetch.
 */
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
  /** Whether the feed has new UIDs at each fetch: its events are then identified by title and start. */
  hasNewUids: Schema.optional(Schema.Boolean),
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
          feedStates = { ...feedStates, [feed.id]: { ...before, ...version, planned: before?.planned ?? [] } }
          return pagesOf([], [], Schema.encodeSync(Cursor)({ version: readingVersion, feeds: feedStates }))
        }
        const { file } = read.right
        const hasNewUids =
          before?.hasNewUids === true || changedUids(before?.planned ?? [], yield* namesOf(file.mentions))
        const keyed = hasNewUids ? yield* mapInSlices(file.mentions, withOwnKey) : file.mentions
        const mentions = yield* withMoves(
          keyed,
          (before?.planned ?? []).filter((one) => isAhead(one, now))
        )
        if (file.isCut)
          yield* Effect.logWarning("a calendar feed: a series has too many events; some of them were left out")
        if (file.broken > 0)
          yield* Effect.logWarning(
            `a calendar feed: ${file.broken} ${file.broken === 1 ? "event" : "events"} could not be read and were left out${placesSuffix(file.leftOut, file.broken)}`
          )
        const { cancelled, stillPlanned } = yield* missingEvents(before?.planned ?? [], mentions, {
          now,
          full,
          isWhole: file.broken === 0 && !file.isCut,
          elsewhere: keysOfOthers(feedStates, feed.id)
        })
        feedStates = {
          ...feedStates,
          [feed.id]: {
            ...version,
            planned: [...(yield* plannedOf(mentions, now)), ...stillPlanned],
            ...(hasNewUids ? { hasNewUids } : {})
          }
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

/** Past events that are stored. */
const maxPast = 20

const byDateDescending = ({ date: a }: PlannedEvent, { date: b }: PlannedEvent) =>
  (a ?? "") === (b ?? "") ? 0 : (a ?? "") < (b ?? "") ? 1 : -1

const plannedOf = (mentions: ReadonlyArray<Mention>, now: number) =>
  Effect.gen(function* () {
    const past: Array<PlannedEvent> = []
    const ahead: Array<PlannedEvent> = []
    yield* forEachInSlices(mentions, ({ at, date, key, state, time, title }) => {
      if (state !== "cancelled") (isAhead({ at, date }, now) ? ahead : past).push({ key, title, date, time, at })
    })
    const newestFirst = yield* sortInSlices(past, byDateDescending)
    return [...newestFirst.slice(0, maxPast), ...ahead]
  })

/** What two rows of one event have in common. */
const identityOf = ({ at, date, time, title }: Omit<PlannedEvent, "key">): string =>
  [title ?? "", date ?? "", time ?? "", at ?? ""].join("\n")

/** The keys and identities of a feed's events. */
interface EventNames {
  readonly keys: ReadonlySet<string>
  readonly identities: ReadonlySet<string>
}

const namesOf = (mentions: ReadonlyArray<Mention>): Effect.Effect<EventNames> =>
  Effect.suspend(() => {
    const names = { keys: new Set<string>(), identities: new Set<string>() }
    const add = (one: Mention) => {
      names.keys.add(one.key)
      names.identities.add(identityOf(one))
    }
    return Effect.as(forEachInSlices(mentions, add), names)
  })

/** Whether none of a feed's events has its UID of the last fetch, although half of them are still there. */
const changedUids = (planned: ReadonlyArray<PlannedEvent>, { identities, keys }: EventNames): boolean => {
  const present = planned.filter((event) => identities.has(identityOf(event)))
  return present.length > 0 && present.length * 2 >= planned.length && !planned.some(({ key }) => keys.has(key))
}

const withOwnKey = (one: Mention): Mention => ({
  ...one,
  key: createHash("sha256").update(identityOf(one)).digest("hex").slice(0, 32)
})

/**
 * Some feeds give an event a new UID when it is moved. An event that is new under the title of one that is missing is
 * that one, if no other has the title.
 */
const withMoves = (mentions: ReadonlyArray<Mention>, ahead: ReadonlyArray<PlannedEvent>) =>
  Effect.gen(function* () {
    const { keys } = yield* namesOf(mentions)
    const plannedKeys = new Set(ahead.map(({ key }) => key))
    const formerOf = yield* onlyByTitle(ahead)
    const currentOf = yield* onlyByTitle(mentions)
    return yield* mapInSlices(mentions, (one): Mention => {
      const former = formerOf.get(one.title)
      return former?.date == null ||
        former.date === one.date ||
        keys.has(former.key) ||
        plannedKeys.has(one.key) ||
        one.state === "cancelled" ||
        currentOf.get(one.title) !== one
        ? one
        : { ...one, formerDates: [former.date] }
    })
  })

/** The rows whose title no other row has; null for a title of several rows. */
const onlyByTitle = <A extends { readonly title: string | null }>(
  rows: ReadonlyArray<A>
): Effect.Effect<ReadonlyMap<string | null, A | null>> =>
  Effect.suspend(() => {
    const byTitle = new Map<string | null, A | null>()
    const add = (row: A) => {
      if (row.title !== null) byTitle.set(row.title, byTitle.has(row.title) ? null : row)
    }
    return Effect.as(forEachInSlices(rows, add), byTitle)
  })

/** Keys of events that other feeds still have. */
const keysOfOthers = (feeds: Feeds, id: string): ReadonlySet<string> =>
  new Set(Object.entries(feeds).flatMap(([other, { planned }]) => (other === id ? [] : planned.map(({ key }) => key))))

/**
 * Future events missing from the feed are cancelled, unless another feed has them. They are reported as of no time: a
 * copy of the event in another calendar, or under another UID, outweighs them. A feed that lost many at once is not
 * believed.
 */
const missingEvents = (
  planned: ReadonlyArray<PlannedEvent>,
  mentions: ReadonlyArray<Mention>,
  { elsewhere, full, isWhole, now }: MissingOptions
) =>
  Effect.gen(function* () {
    const { identities, keys } = yield* namesOf(mentions)
    const ahead = planned.filter((one) => isAhead(one, now))
    const missing = ahead.filter(({ key }) => !keys.has(key) && !elsewhere.has(key))
    const renamed = missing.filter((one) => identities.has(identityOf(one)))
    const absent = missing.filter((one) => !identities.has(identityOf(one)))
    const isMass = absent.length > massFloor && absent.length > ahead.length * massShare
    if (isMass && !full) {
      yield* Effect.logWarning(
        `a calendar feed no longer has ${absent.length} of ${ahead.length} events to come; they are kept: if they were deleted, run \`daybook sync calendar --full\``
      )
    }
    if (!isWhole) return { cancelled: [], stillPlanned: missing }
    const isBelieved = full || !isMass
    const cancelled = [...renamed, ...(isBelieved ? absent : [])]
    return {
      cancelled: cancelled.map((one) => mention({ ...one, saidAt: 0, state: "cancelled" })),
      stillPlanned: isBelieved ? [] : absent
    }
  })

interface MissingOptions {
  readonly now: number
  readonly full: boolean
  readonly isWhole: boolean
  readonly elsewhere: ReadonlySet<string>
}
