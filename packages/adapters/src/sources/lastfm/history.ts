import { Effect, Either, Ref } from "effect"
import type { Answer, History, Position } from "../scrobbles/index.js"
import type { LastFm } from "./LastFm.js"
import { type Rows, toRows } from "./toRecords.js"
import { itemsOf, RecentTracks } from "./wire.js"

/** Rows asked for at a time: what is new should fit one answer, deep in the history large answers fail more. */
const limits = { recent: 1000, deep: 200 }
/** Each divides the one before it, so that a question that is part answered can go on with a smaller one. */
const ladder = [1000, 200, 100, 50, 25]
/** Answers in a row without trouble before more is asked for again. */
const calmAfter = 5

/** How much Last.fm can cope with: rungs below the usual one, answers since the last trouble, the most rows it gives. */
interface Strength {
  readonly below: number
  readonly calm: number
  readonly most: number
}

/** The account's scrobbles. Asks for less when Last.fm cannot cope, and for more again when it can. */
export const history = (lastFm: LastFm): Effect.Effect<History> =>
  Effect.map(Ref.make<Strength>({ below: 0, calm: 0, most: Infinity }), (strength): History => ({
    source: "lastfm",
    countBefore: (to) => counting(lastFm, { from: 0, to }),
    countIn: (stretch) => counting(lastFm, stretch),
    ask: (position) =>
      Effect.gen(function*() {
        const before = yield* Ref.get(strength)
        let asked = { limit: 0, struggles: 0 }
        const query = (struggles: number) => {
          asked = { limit: limitOf(position, { ...before, below: before.below + struggles }), struggles }
          return questionOf(lastFm.username, position, asked.limit)
        }
        const found = yield* lastFm.checked("user.getRecentTracks", RecentTracks, query, (body) => read(position, body))
        yield* Ref.set(strength, after(before, asked.struggles, found.perPage))
        return answerOf(position, asked.limit, found)
      })
  }))

/** The total that stands beside any answer. */
const counting = (lastFm: LastFm, { from, to }: Pick<Position, "from" | "to">) =>
  Effect.map(
    lastFm.call("user.getRecentTracks", RecentTracks, questionOf(lastFm.username, { from, to, skip: 0, counted: null }, 1)),
    ({ recenttracks }) => recenttracks["@attr"].total
  )

const after = ({ below, calm, most }: Strength, struggles: number, perPage: number): Strength => {
  const least = Math.min(most, perPage)
  if (struggles > 0) return { below: Math.min(ladder.length, below + struggles), calm: 0, most: least }
  return below > 0 && calm + 1 >= calmAfter
    ? { below: below - 1, calm: 0, most: least }
    : { below, calm: calm + 1, most: least }
}

const limitOf = (position: Position, { below, most }: Strength): number => {
  const first = ladder.indexOf(position.from > 0 ? limits.recent : limits.deep)
  return Math.min(most, ladder[Math.min(first + below, ladder.length - 1)] ?? limits.deep)
}

/** Pages are only counted where one second fills more than one. */
const questionOf = (user: string, { from, skip, to }: Position, limit: number) => ({
  user,
  limit,
  page: Math.floor(skip / limit) + 1,
  ...(from > 0 ? { from } : {}),
  ...(to === null ? {} : { to })
})

interface Found extends Rows {
  readonly total: number
  readonly totalPages: number
  /** Rows that Last.fm gives at a time: fewer than asked for, where it has a bound of its own. */
  readonly perPage: number
}

/** Refuses answers that contradict themselves, or what was seen before. */
const read = (position: Position, { recenttracks }: typeof RecentTracks.Type): Either.Either<Found, string> => {
  const { perPage = 0, total, totalPages } = recenttracks["@attr"]
  const rows = toRows(itemsOf(recenttracks.track))
  if (rows.dated.length === 0) {
    if (rows.broken > 0) return Either.left("sends plays in an unknown shape")
    if (total > 0 && position.skip === 0) return Either.left(`announces ${total} plays and sends none`)
    if (position.to !== null && position.skip === 0) return Either.left("sends no plays where it had announced some")
  }
  return Either.right({ ...rows, total, totalPages, perPage: perPage > 0 ? perPage : Infinity })
}

const answerOf = (position: Position, limit: number, { broken, dated, perPage, total, totalPages }: Found): Answer => {
  const size = Math.min(limit, perPage)
  const page = Math.floor(position.skip / limit) + 1
  const before = (page - 1) * size
  const given = dated.length + broken
  return {
    rows: dated.slice(Math.max(0, position.skip - before)),
    whole: broken === 0,
    end: before + given === total && page >= totalPages && (given < size || total === 0),
    count: total
  }
}
