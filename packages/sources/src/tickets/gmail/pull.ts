import type { Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { isOneOf, sellerOf } from "../../kit/mentions/sellers.js"
import { mentionsOf } from "../mentionsOf.js"
import { always, forwardMarks, gmailQuery, isTicketSubject } from "../query.js"
import { parserVersion } from "../reading/draft.js"
import type { Envelope, Gmail } from "./client.js"

/** History id, time of the sync (epoch milliseconds) and version of the parser. */
const Cursor = Schema.parseJson(
  Schema.Struct({ historyId: Schema.NonEmptyString, at: Schema.Number, parser: Schema.Number })
)

const perPage = 25
/** The history lasts about a week. Older mails are searched for with some overlap. */
const overlapMs = 3 * 86_400_000
const maxMailBytes = 15_000_000

/** Mails since the last sync; all mails of sellers on the first sync and after a parser change. */
export const pull = (
  gmail: Gmail,
  { cursor, full }: PullRequest,
  senders: ReadonlyArray<string> = []
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const storedCursor = Option.filter(
        full ? Option.none() : Option.flatMap(cursor, Schema.decodeOption(Cursor)),
        ({ parser }) => parser === parserVersion
      )
      if (Option.isSome(storedCursor)) {
        const arrived = yield* arrivals(gmail, storedCursor.value.historyId, senders)
        if (Option.isSome(arrived))
          return pages(gmail, senders, Stream.fromIterable(arrived.value.ids), {
            historyId: arrived.value.historyId,
            at: now
          })
      }
      const since = Option.match(storedCursor, {
        onNone: () => always,
        onSome: ({ at }): Days => ({ from: new Date(at - overlapMs).toISOString().slice(0, 10), to: null })
      })
      // The history id is read before the search, so that no mail is missed.
      const historyId = yield* gmail.historyId
      return pages(gmail, senders, searchIds(gmail, gmailQuery(since, senders)), { historyId, at: now })
    })
  )

/** Mails of some days. */
export const pullDays = (
  gmail: Gmail,
  days: Days,
  senders: ReadonlyArray<string> = []
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  read(gmail, senders, searchIds(gmail, gmailQuery(days, senders)))

const searchIds = (gmail: Gmail, query: string): Stream.Stream<string, SourceFailure> =>
  Stream.paginateEffect(undefined as string | undefined, (page) =>
    Effect.map(
      gmail.search(query, page),
      ({ ids, next }) => [ids, next === undefined ? Option.none() : Option.some(next)] as const
    )
  ).pipe(Stream.mapConcat((ids) => ids))

/** New mails that may be from sellers; the history lists all. None when it does not reach back that far. */
const arrivals = (gmail: Gmail, since: string, senders: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const ids = new Set<string>()
    for (let page: string | undefined; ;) {
      const part = yield* gmail.arrived(since, page)
      if (Option.isNone(part)) return Option.none()
      part.value.ids.forEach((id) => ids.add(id))
      page = part.value.next
      if (page !== undefined) continue
      const ticketIds = yield* Effect.filter([...ids], (id) =>
        Effect.map(gmail.envelope(id), Option.exists(isOurs(senders)))
      )
      return Option.some({ ids: ticketIds, historyId: part.value.historyId })
    }
  })

const isForward = new RegExp(`^\\s*(?:${forwardMarks.join("|")})\\s*:`, "i")

/** A mail without known headers must be read. */
const isOurs =
  (senders: ReadonlyArray<string>) =>
  ({ from, size, subject }: Envelope): boolean => {
    const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
    return (
      size <= maxMailBytes &&
      (from === "" ||
        sellerOf(address) !== null ||
        isOneOf(address, senders) ||
        isForward.test(subject) ||
        isTicketSubject(subject))
    )
  }

/** The cursor is stored once all mails up to it are stored. */
const pages = (
  gmail: Gmail,
  senders: ReadonlyArray<string>,
  ids: Stream.Stream<string, SourceFailure>,
  place: { readonly historyId: string; readonly at: number }
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.concat(
    read(gmail, senders, ids),
    Stream.make(pageOf([], Option.some(Schema.encodeSync(Cursor)({ ...place, parser: parserVersion }))))
  )

const read = (
  gmail: Gmail,
  senders: ReadonlyArray<string>,
  ids: Stream.Stream<string, SourceFailure>
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  ids.pipe(
    Stream.mapEffect((id) => gmail.raw(id)),
    Stream.mapEffect((raw) =>
      Option.match(raw, { onNone: () => Effect.succeed([]), onSome: (bytes) => mentionsOf(bytes, senders) })
    ),
    Stream.grouped(perPage),
    Stream.map((mentions) => pageOf([...mentions].flat(), Option.none()))
  )

const pageOf = (records: ReadonlyArray<Mention>, cursor: Page<Mention>["cursor"]): Page<Mention> => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor,
  total: Option.none()
})
