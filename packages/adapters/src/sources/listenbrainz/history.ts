import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Either, Option } from "effect"
import type { Answer, History, Position, Row } from "../scrobbles/index.js"
import type { ListenBrainz } from "./ListenBrainz.js"
import { toRow } from "./toRecords.js"
import { ListenCount, Payload } from "./wire.js"

/** Listens asked for at a time: what is new should fit one answer; large answers deep in the history are slow. No answer has more than the first. */
const counts = { recent: 1000, deep: 200 }
const least = 25

/** The user's listens. There are no pages: every question goes by time, and both of its bounds are exclusive. */
export const history = (listenBrainz: ListenBrainz): History => {
  const ask = (position: Position, most: number, bound: Readonly<Record<string, number>>) => {
    let count = 0
    return Effect.map(
      listenBrainz.checked(Payload, {
        path: listenBrainz.path("listens"),
        query: (struggles) => {
          count = Math.max(least, Math.floor(most / 2 ** struggles))
          return { count, ...bound }
        }
      }, (body) => read(position, body)),
      (found) => ({ found, count })
    )
  }
  const before = (position: Position, most: number): Effect.Effect<Answer, SourceFailure> =>
    Effect.flatMap(
      ask(position, most, position.to === null ? {} : { max_ts: position.to }),
      ({ count, found }) => most < counts.recent && isOneSecond(position, count, found)
        ? before(position, counts.recent)
        : Effect.succeed(answerOf(position, count, found))
    )
  return {
    source: "listenbrainz",
    countBefore: (_, since) => Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => payload.count - since),
    countIn: null,
    ask: (position) => {
      const most = position.from > 0 ? counts.recent : counts.deep
      return position.from === 0 || position.to !== null ? before(position, most) : Effect.flatMap(
        ask(position, most, { min_ts: position.from }),
        ({ count, found }) => isAllSince(count, found) ? Effect.succeed({ ...plain(found), end: true }) : before(position, most)
      )
    }
  }
}

interface Found {
  readonly rows: ReadonlyArray<Row>
  readonly broken: number
  /** The user's first and last listen of all, where the server says so. */
  readonly oldest: number | null
  readonly latest: number | null
}

/** Refuses answers that contradict themselves, or what was seen before. */
const read = (position: Position, { payload }: Payload): Either.Either<Found, string> => {
  const items = payload.listens.map(toRow)
  const rows = items.flatMap(Option.toArray)
  const found = { rows, broken: items.length - rows.length, oldest: payload.oldest_listen_ts || null, latest: payload.latest_listen_ts || null }
  if (rows.length > 0) return Either.right(found)
  if (found.broken > 0) return Either.left("sends listens in an unknown shape")
  const announced = position.to === null
    ? position.from === 0 && found.oldest !== null
    : found.oldest === null || found.oldest < position.to
  return announced ? Either.left("sends no listens where it had announced some") : Either.right(found)
}

/**
 * Whether an answer to "everything since" is everything: servers differ in which end they leave out when there is more
 * than they give.
 */
const isAllSince = (count: number, { latest, rows }: Found): boolean =>
  rows.length > 0 && rows.length < count && (latest === null || rows.some((row) => row.at >= latest))

const oldestOf = (rows: ReadonlyArray<Row>): number => rows.reduce((least, row) => Math.min(least, row.at), Infinity)

/** Whether a full answer holds nothing below the second that was asked again: an import can put hundreds of listens into one. */
const isOneSecond = ({ to }: Position, count: number, { broken, rows }: Found): boolean =>
  to !== null && rows.length + broken >= count && oldestOf(rows) + 1 >= to

const answerOf = (position: Position, count: number, found: Found): Answer => {
  const { broken, oldest, rows } = found
  const last = oldestOf(rows)
  const isShort = rows.length + broken < count
  // Fewer than asked for may still not be all, but nothing new below the second that was asked again is.
  const isBoundaryAlone = position.to !== null && last + 1 >= position.to
  return { ...plain(found), end: isShort && (isBoundaryAlone || rows.length === 0 || (oldest !== null && last <= oldest)) }
}

const plain = ({ broken, rows }: Found) => ({ rows, whole: broken === 0, count: null })
