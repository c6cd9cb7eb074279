import type { Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { isOneOf, sellerOf } from "../../mentions/sellers.js"
import type { DocumentParser } from "../../../documents/DocumentParser.js"
import { mentionsOf } from "../mentionsOf.js"
import { always, forwardMarks, gmailQuery, isTicketSubject } from "../query.js"
import { parserVersion } from "../reading/parserVersion.js"
import type { Envelope, Gmail } from "./Gmail.js"

/** Where the history was and when (epoch milliseconds), and what read the mails until then. */
const Cursor = Schema.parseJson(Schema.Struct({ historyId: Schema.NonEmptyString, at: Schema.Number, parser: Schema.Number }))

const perPage = 25
/** The history lasts about a week; what it has forgotten is searched for from a little earlier. */
const overlapMs = 3 * 86_400_000
const largest = 15_000_000

/** What has arrived since the last time; every mail of a seller's the first time and after a change of the reading. */
export const pull = (
  gmail: Gmail,
  { cursor, full }: PullRequest,
  senders: ReadonlyArray<string> = []
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrap(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const known = Option.filter(full ? Option.none() : Option.flatMap(cursor, Schema.decodeOption(Cursor)), ({ parser }) => parser === parserVersion)
    if (Option.isSome(known)) {
      const arrived = yield* arrivals(gmail, known.value.historyId, senders)
      if (Option.isSome(arrived)) return pages(gmail, senders, Stream.fromIterable(arrived.value.ids), { historyId: arrived.value.historyId, at: now })
    }
    const since = Option.match(known, { onNone: () => always, onSome: ({ at }): Days => ({ from: new Date(at - overlapMs).toISOString().slice(0, 10), to: null }) })
    // First the place in the history, then the search, so that nothing falls between.
    const historyId = yield* gmail.historyId
    return pages(gmail, senders, searched(gmail, gmailQuery(since, senders)), { historyId, at: now })
  }))

/** The mails that came on some days. */
export const pullDays = (
  gmail: Gmail,
  days: Days,
  senders: ReadonlyArray<string> = []
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> => read(gmail, senders, searched(gmail, gmailQuery(days, senders)))

const searched = (gmail: Gmail, query: string): Stream.Stream<string, SourceFailure> =>
  Stream.paginateEffect(undefined as string | undefined, (page) =>
    Effect.map(gmail.search(query, page), ({ ids, next }) => [ids, next === undefined ? Option.none() : Option.some(next)] as const)).pipe(
    Stream.mapConcat((ids) => ids)
  )

/** New mails that may be sellers': the history names all. None where it does not reach back that far. */
const arrivals = (gmail: Gmail, since: string, senders: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const ids = new Set<string>()
    for (let page: string | undefined;;) {
      const part = yield* gmail.arrived(since, page)
      if (Option.isNone(part)) return Option.none()
      part.value.ids.forEach((id) => ids.add(id))
      page = part.value.next
      if (page !== undefined) continue
      const wanted = yield* Effect.filter([...ids], (id) => Effect.map(gmail.envelope(id), Option.exists(isOurs(senders))))
      return Option.some({ ids: wanted, historyId: part.value.historyId })
    }
  })

const isForward = new RegExp(`^\\s*(?:${forwardMarks.join("|")})\\s*:`, "i")

/** A mail whose headers were not told has to be read to know. */
const isOurs = (senders: ReadonlyArray<string>) => ({ from, size, subject }: Envelope): boolean => {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
  return size <= largest && (from === "" || sellerOf(address) !== null || isOneOf(address, senders) || isForward.test(subject) || isTicketSubject(subject))
}

/** The place in the history is kept once all mails up to it are stored. */
const pages = (
  gmail: Gmail,
  senders: ReadonlyArray<string>,
  ids: Stream.Stream<string, SourceFailure>,
  place: { readonly historyId: string; readonly at: number }
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.concat(read(gmail, senders, ids), Stream.make(pageOf([], Option.some(Schema.encodeSync(Cursor)({ ...place, parser: parserVersion })))))

const read = (
  gmail: Gmail,
  senders: ReadonlyArray<string>,
  ids: Stream.Stream<string, SourceFailure>
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  ids.pipe(
    Stream.mapEffect((id) => gmail.raw(id)),
    Stream.mapEffect((raw) => Option.match(raw, { onNone: () => Effect.succeed([]), onSome: (bytes) => mentionsOf(bytes, senders) })),
    Stream.grouped(perPage),
    Stream.map((mentions) => pageOf([...mentions].flat(), Option.none()))
  )

const pageOf = (records: ReadonlyArray<Mention>, cursor: Page<Mention>["cursor"]): Page<Mention> => ({ records, gone: [], covers: Option.none(), cursor, total: Option.none() })
