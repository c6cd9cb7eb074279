import { Context, Effect } from "effect"

/** Where the reports of a source stand next to those of others about the same thing. */
export interface Ranked {
  /** The lowest one counts most. Definitions leave gaps between theirs. */
  readonly rank: number
}

/** A source that says nothing of its rank. Only one that copies all others, as Apple Health does, comes after it. */
export const unranked: Ranked = { rank: 1_000 }

/** What a domain asks of its sources, and what it takes a source for that says nothing, or of which nobody knows. */
export interface Ranking<R extends Ranked> {
  readonly name: string
  readonly unranked: R
  /** What is no source and reports all the same, such as the owner. */
  readonly own?: Readonly<Record<string, R>>
}

/** What the definition of a source says of it in a ranking. */
export interface SourceRank {
  readonly ranking: string
  /** Another name in its reports than its id. One that ends with `/` is the beginning of several. */
  readonly reportsAs?: string
  readonly ranked: Ranked
}

/** A source by its name in reports. */
export interface RankedSource extends Omit<SourceRank, "reportsAs"> {
  readonly source: string
}

/** A source by its id, as its definition ranks it. */
export const rankedSource = (id: string, { reportsAs = id, ...rank }: SourceRank): RankedSource => ({
  ...rank,
  source: reportsAs
})

/** The sources of this process as their definitions rank them. */
export class SourceRanks extends Context.Tag("@daybook/core/SourceRanks")<SourceRanks, ReadonlyArray<RankedSource>>() {}

/** The sources of one ranking. */
export interface Ranks<R extends Ranked> {
  readonly of: (source: string) => R
  /** By rank, and sources of one rank by name; of names with a common beginning, shorter ones first: `a/9`, `a/10`. */
  readonly compare: (one: string, other: string) => number
  /** The names of those that fit, by rank. */
  readonly namesOf: (fits: (ranked: R) => boolean) => ReadonlyArray<string>
}

const prefixOf = (source: string): string => source.slice(0, source.indexOf("/") + 1)

/** Says what a source is in a ranking, for its definition. */
export const rankIn =
  <R extends Ranked>({ name, unranked }: Ranking<R>) =>
  ({ reportsAs, ...ranked }: Partial<R> & Ranked & { readonly reportsAs?: string }): SourceRank => ({
    ranking: name,
    ...(reportsAs === undefined ? {} : { reportsAs }),
    ranked: { ...unranked, ...ranked }
  })

/** The sources of a ranking, of those in `sources`. */
export const ranksIn = <R extends Ranked>(
  { name, own = {}, unranked }: Ranking<R>,
  sources: ReadonlyArray<RankedSource>
): Ranks<R> => {
  const all = new Map([
    ...Object.entries(own),
    // Only `rankIn` makes them, with what the ranking asks.
    ...sources.flatMap(({ ranked, ranking, source }) => (ranking === name ? [[source, ranked as R] as const] : []))
  ])
  const of = (source: string): R => all.get(source) ?? all.get(prefixOf(source)) ?? unranked
  const compare = (one: string, other: string): number => {
    const [left, right] = [of(one), of(other)]
    if (left.rank !== right.rank) return left.rank - right.rank
    const isOfOne = prefixOf(one) !== "" && prefixOf(one) === prefixOf(other)
    return (isOfOne ? one.length - other.length : 0) || (one < other ? -1 : one > other ? 1 : 0)
  }
  return {
    of,
    compare,
    namesOf: (fits) => [...all].flatMap(([source, ranked]) => (fits(ranked) ? [source] : [])).sort(compare)
  }
}

/** The sources of a ranking in this process. */
export const ranks = <R extends Ranked>(ranking: Ranking<R>): Effect.Effect<Ranks<R>, never, SourceRanks> =>
  Effect.map(SourceRanks, (sources) => ranksIn(ranking, sources))
