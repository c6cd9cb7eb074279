import { Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { Viewing } from "../sampleOwner/watching.js"
import type { SimulatedClock } from "../shared/Simulator.js"

/** One play in the server's history. Times are unix seconds. */
export interface ServerPlay {
  readonly id: number
  readonly at: number
  readonly what: Viewing["what"]
  readonly account: number
}

/** The server at one moment. */
export interface ServerView {
  /** Of all accounts, oldest first. */
  readonly plays: ReadonlyArray<ServerPlay>
  /** What the owner's items count: plays and marks made by hand. */
  readonly counts: ReadonlyMap<string, { readonly views: number; readonly lastAt: number }>
  /** Films and episodes that were deleted from the library. */
  readonly deleted: ReadonlySet<string>
}

/** What its owner does to the server. */
export interface ServerControl {
  readonly addPlay: (play: {
    readonly at: number
    readonly what: Viewing["what"]
    readonly account?: number
  }) => Effect.Effect<void>
  /** Takes plays out of the history. Answers how many. */
  readonly removePlays: (at: number) => Effect.Effect<number>
  /** Marks something as watched, which leaves no play. */
  readonly mark: (what: Viewing["what"], at: number) => Effect.Effect<void>
  /** Deletes a file: its plays stay in the history without a key. */
  readonly remove: (what: Viewing["what"]) => Effect.Effect<void>
  readonly view: Effect.Effect<ServerView>
}

export const owner = 1
export const guest = 2

export const keyOf = (what: Viewing["what"]): string =>
  what.kind === "film" ? `film ${what.film}` : `episode ${what.series} ${what.season} ${what.episode}`

/** One film in thirty is deleted after it was seen. */
const isDeleted = (seed: number, what: Viewing["what"]) =>
  what.kind === "film" && what.film >= 8 && hash(seed, "deleted", what.film) % 30 === 0

/** A server that follows the person's life, with a guest in the house who watches, too. */
export const makeServer = (sampleOwner: SampleOwner, clock: SimulatedClock): ServerControl => {
  let added: ReadonlyArray<ServerPlay> = []
  let marks: ReadonlyArray<{ readonly what: Viewing["what"]; readonly at: number }> = []
  const removed = new Set<number>()
  const deleted = new Set<string>()
  let revision = 0
  let snapshot: { readonly at: number; readonly revision: number; readonly view: ServerView } | undefined

  const tell = (now: number): ServerView => {
    const life = sampleOwner.watching.until(now)
    const own = life.flatMap(({ at, server, what }): ReadonlyArray<ServerPlay> =>
      server === "play" ? [{ id: at * 2, at, what, account: owner }] : []
    )
    const others = own.flatMap(({ at, what }): ReadonlyArray<ServerPlay> =>
      what.kind === "film" && hash(sampleOwner.seed, "guest", at) % 9 === 0
        ? [
            {
              id: at * 2 + 1,
              at: at - 40_000,
              what: { kind: "film", film: (what.film + 11) % sampleOwner.watching.films.length },
              account: guest
            }
          ]
        : []
    )
    const plays = [...own, ...others, ...added]
      .filter(({ at, id }) => at < now && !removed.has(id))
      .sort((a, b) => a.at - b.at || a.id - b.id)
    const byHand = [...life.filter(({ server }) => server === "mark"), ...marks].filter(({ at }) => at < now)
    const counts = new Map<string, { views: number; lastAt: number }>()
    for (const { at, what } of [...plays.filter(({ account }) => account === owner), ...byHand]) {
      const count = counts.get(keyOf(what)) ?? { views: 0, lastAt: 0 }
      counts.set(keyOf(what), { views: count.views + 1, lastAt: Math.max(count.lastAt, at) })
    }
    const deletions = life.flatMap(({ server, what }) =>
      server === "play" && isDeleted(sampleOwner.seed, what) ? [keyOf(what)] : []
    )
    return { plays, counts, deleted: new Set([...deletions, ...deleted]) }
  }

  const view = Effect.map(clock.now, (millis) => {
    const at = Math.floor(millis / 1_000)
    if (snapshot === undefined || snapshot.at !== at || snapshot.revision !== revision)
      snapshot = { at, revision, view: tell(at) }
    return snapshot.view
  })
  const change = <A>(make: () => A) =>
    Effect.sync(() => {
      revision++
      return make()
    })
  return {
    view,
    addPlay: ({ account = owner, at, what }) =>
      change(() => void (added = [...added, { id: 9_000_000_000 + added.length, at, what, account }])),
    removePlays: (at) =>
      Effect.flatMap(view, ({ plays }) =>
        change(() => {
          const fitting = plays.filter((play) => play.at === at)
          for (const { id } of fitting) removed.add(id)
          return fitting.length
        })
      ),
    mark: (what, at) => change(() => void (marks = [...marks, { what, at }])),
    remove: (what) => change(() => void deleted.add(keyOf(what)))
  }
}
