import type { LivePlay } from "@daybook/core/listening"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Either, Option } from "effect"
import type { Answer, Position, Row } from "../kit/scrobbles/cursor.js"
import type { History } from "../kit/scrobbles/traversal.js"
import type { ListenBrainz } from "./client.js"
import { ListenCount, Payload, toRow, toNames } from "./wire.js"

/**
 * Listens per request: new listens should fit into one response, but large responses deep in the history are slow.
 * `recent` is the server's maximum.
 */
const counts = { recent: 1000, deep: 200 }
const minCount = 25

/** The user's listens. There are no pages: every request is a time range with exclusive bounds. */
export const history = (listenBrainz: ListenBrainz): History => {
  const ask = (position: Position, maxCount: number, bound: Readonly<Record<string, number>>) => {
    let count = 0
    return Effect.map(
      listenBrainz.checked(
        Payload,
        {
          path: listenBrainz.path("listens"),
          query: (overloads) => {
            count = Math.max(minCount, Math.floor(maxCount / 2 ** overloads))
            return { count, ...bound }
          }
        },
        (body) => read(position, body)
      ),
      (listens) => ({ found: listens, count })
    )
  }
  const before = (position: Position, maxCount: number): Effect.Effect<Answer, SourceFailure> =>
    Effect.flatMap(
      ask(position, maxCount, position.to === null ? {} : { max_ts: position.to }),
      ({ count, found: listens }) =>
        maxCount < counts.recent && isOneSecond(position, count, listens)
          ? before(position, counts.recent)
          : Effect.succeed(answerOf(position, count, listens))
    )
  return {
    source: "listenbrainz",
    countBefore: (_, since) =>
      Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => payload.count - since),
    countIn: null,
    ask: (position) => {
      const maxCount = position.from > 0 ? counts.recent : counts.deep
      return position.from === 0 || position.to !== null
        ? before(position, maxCount)
        : Effect.flatMap(ask(position, maxCount, { min_ts: position.from }), ({ count, found: listens }) =>
            isAllSince(count, listens) ? Effect.succeed({ ...plain(listens), isEnd: true }) : before(position, maxCount)
          )
    }
  }
}

interface ListenPage {
  readonly rows: ReadonlyArray<Row>
  readonly broken: number
  /** The user's first and last listen, if the server reports them. */
  readonly oldest: number | null
  readonly latest: number | null
}

/** Rejects responses that contradict themselves or earlier ones. */
const read = (position: Position, { payload }: Payload): Either.Either<ListenPage, string> => {
  const items = payload.listens.map(toRow)
  const rows = items.flatMap(Option.toArray)
  const listens = {
    rows,
    broken: items.length - rows.length,
    oldest: payload.oldest_listen_ts || null,
    latest: payload.latest_listen_ts || null
  }
  if (rows.length > 0) return Either.right(listens)
  if (listens.broken > 0) return Either.left("sends listens in an unknown shape")
  const announced =
    position.to === null
      ? position.from === 0 && listens.oldest !== null
      : listens.oldest === null || listens.oldest < position.to
  return announced ? Either.left("sends no listens although it reported some") : Either.right(listens)
}

/**
 * Whether a response to "everything since" is complete. Servers differ in which end they omit when there is too much.
 */
const isAllSince = (count: number, { latest, rows }: ListenPage): boolean =>
  rows.length > 0 && rows.length < count && (latest === null || rows.some((row) => row.at >= latest))

const oldestOf = (rows: ReadonlyArray<Row>): number => rows.reduce((least, row) => Math.min(least, row.at), Infinity)

/** Whether a full response holds only the requested second: an import can put hundreds of listens into one. */
const isOneSecond = ({ to }: Position, count: number, { broken, rows }: ListenPage): boolean =>
  to !== null && rows.length + broken >= count && oldestOf(rows) + 1 >= to

const answerOf = (position: Position, count: number, listens: ListenPage): Answer => {
  const { broken, oldest, rows } = listens
  const last = oldestOf(rows)
  const isShort = rows.length + broken < count
  // A short response may be incomplete. One that only repeats the boundary second is the end.
  const isBoundaryAlone = position.to !== null && last + 1 >= position.to
  return {
    ...plain(listens),
    isEnd: isShort && (isBoundaryAlone || rows.length === 0 || (oldest !== null && last <= oldest))
  }
}

const plain = ({ broken, rows }: ListenPage) => ({ rows, isComplete: broken === 0, count: null })

/** Enough to find one that no filter hides. */
const newestListens = 10

/** The track that is playing, if any, and the newest listens. */
export const nowPlaying = (listenBrainz: ListenBrainz) =>
  Effect.map(
    Effect.all([
      listenBrainz.ofUser("playing-now", Payload),
      listenBrainz.ofUser("listens", Payload, { count: newestListens })
    ]),
    ([playing, listens]): ReadonlyArray<LivePlay> => {
      const [now] = playing.payload.listens
      const names = now === undefined ? null : toNames(now)
      return [
        ...(names === null ? [] : [{ play: names, playedAt: null }]),
        ...listens.payload.listens
          .flatMap((item) => Option.toArray(toRow(item)))
          .flatMap(({ play }) => (play === null ? [] : [{ play, playedAt: play.playedAt }]))
      ]
    }
  )
