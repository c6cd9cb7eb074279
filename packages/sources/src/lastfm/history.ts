import type { LivePlay } from "@daybook/core/listening"
import { Effect, Either, Ref } from "effect"
import type { Answer, Position } from "../kit/scrobbles/cursor.js"
import type { History } from "../kit/scrobbles/traversal.js"
import type { LastFm } from "./client.js"
import { type Rows, toRows, itemsOf, RecentTracks, namesOf } from "./wire.js"

/**
 * Rows per request: new plays should fit into one response, but large responses deep in the history fail more often.
 */
const limits = { recent: 1000, deep: 200 }
/** Each divides the previous one, so that a partly read second can continue with a smaller page size. */
const ladder = [1000, 200, 100, 50, 25]
/** Successful responses in a row before the page size grows again. */
const calmAfter = 5

/** The current page size: steps below the default, successes since the last failure, and Last.fm's own maximum. */
interface Strength {
  readonly below: number
  readonly calm: number
  readonly max: number
}

/** The account's scrobbles. The page size shrinks after failures and grows again after successes. */
export const history = (lastFm: LastFm): Effect.Effect<History> =>
  Effect.map(Ref.make<Strength>({ below: 0, calm: 0, max: Infinity }), (strength): History => ({
    source: "lastfm",
    countBefore: (to) => counting(lastFm, { from: 0, to }),
    countIn: (stretch) => counting(lastFm, stretch),
    ask: (position) =>
      Effect.gen(function* () {
        const before = yield* Ref.get(strength)
        let lastQuery = { limit: 0, overloads: 0 }
        const query = (overloads: number) => {
          lastQuery = { limit: limitOf(position, { ...before, below: before.below + overloads }), overloads }
          return questionOf(lastFm.username, position, lastQuery.limit)
        }
        const recent = yield* lastFm.checked("user.getRecentTracks", RecentTracks, query, (body) =>
          read(position, body)
        )
        yield* Ref.set(strength, after(before, lastQuery.overloads, recent.perPage))
        return answerOf(position, lastQuery.limit, recent)
      })
  }))

/** The total, which every response contains. */
const counting = (lastFm: LastFm, { from, to }: Pick<Position, "from" | "to">) =>
  Effect.map(
    lastFm.call(
      "user.getRecentTracks",
      RecentTracks,
      questionOf(lastFm.username, { from, to, skip: 0, counted: null }, 1)
    ),
    ({ recenttracks }) => recenttracks["@attr"].total
  )

/** All plays that the account lists. */
export const playCount = (lastFm: LastFm) =>
  Effect.map(counting(lastFm, { from: 0, to: null }), (total) => ({ unit: "plays", total }))

const after = ({ below, calm, max }: Strength, overloads: number, perPage: number): Strength => {
  const nextMax = Math.min(max, perPage)
  if (overloads > 0) return { below: Math.min(ladder.length, below + overloads), calm: 0, max: nextMax }
  return below > 0 && calm + 1 >= calmAfter
    ? { below: below - 1, calm: 0, max: nextMax }
    : { below, calm: calm + 1, max: nextMax }
}

const limitOf = (position: Position, { below, max }: Strength): number => {
  const first = ladder.indexOf(position.from > 0 ? limits.recent : limits.deep)
  return Math.min(max, ladder[Math.min(first + below, ladder.length - 1)] ?? limits.deep)
}

/** Page numbers are needed only if one second fills several pages. */
const questionOf = (user: string, { from, skip, to }: Position, limit: number) => ({
  user,
  limit,
  page: Math.floor(skip / limit) + 1,
  ...(from > 0 ? { from } : {}),
  ...(to === null ? {} : { to })
})

interface RecentPage extends Rows {
  readonly total: number
  readonly totalPages: number
  /** Rows per page as applied by Last.fm, which may be fewer than requested. */
  readonly perPage: number
}

/** Rejects responses that contradict themselves or earlier ones. */
const read = (position: Position, { recenttracks }: typeof RecentTracks.Type): Either.Either<RecentPage, string> => {
  const { perPage = 0, total, totalPages } = recenttracks["@attr"]
  const rows = toRows(itemsOf(recenttracks.track))
  if (rows.dated.length === 0) {
    if (rows.broken > 0) return Either.left("sends plays in an unknown shape")
    if (total > 0 && position.skip === 0) return Either.left(`reports ${total} plays but sends none`)
    if (position.to !== null && position.skip === 0) return Either.left("sends no plays although it reported some")
  }
  return Either.right({ ...rows, total, totalPages, perPage: perPage > 0 ? perPage : Infinity })
}

const answerOf = (
  position: Position,
  limit: number,
  { broken, dated, perPage, total, totalPages }: RecentPage
): Answer => {
  const size = Math.min(limit, perPage)
  const page = Math.floor(position.skip / limit) + 1
  const before = (page - 1) * size
  const rowCount = dated.length + broken
  return {
    rows: dated.slice(Math.max(0, position.skip - before)),
    isComplete: broken === 0,
    isEnd: before + rowCount === total && page >= totalPages && (rowCount < size || total === 0),
    count: total
  }
}

/** Enough to find one that no filter hides. */
const newestPlays = 10

/** The track that is playing, if any, and the newest plays. */
export const nowPlaying = (lastFm: LastFm) =>
  Effect.map(
    lastFm.call("user.getRecentTracks", RecentTracks, { user: lastFm.username, limit: newestPlays }),
    ({ recenttracks }): ReadonlyArray<LivePlay> => {
      const { dated, playing } = toRows(itemsOf(recenttracks.track))
      const now = playing === null ? null : namesOf(playing)
      return [
        ...(now === null ? [] : [{ play: now, playedAt: null }]),
        ...dated.flatMap(({ play }) => (play === null ? [] : [{ play, playedAt: play.playedAt }]))
      ]
    }
  )
