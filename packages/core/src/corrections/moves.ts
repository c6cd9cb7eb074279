/** Where `same` leads, between keys in the form in which they are compared. Each key has at most one move. */
export interface Moves {
  /** The key at which the moves from a key end. */
  readonly endOf: (key: string) => string
  /** These keys, and all that moves connect with them. */
  readonly connectedTo: (keys: Iterable<string>) => ReadonlyArray<string>
}

export const movesOf = (pairs: ReadonlyArray<readonly [from: string, to: string]>): Moves => {
  const next = new Map(pairs)
  const neighbours = new Map<string, Array<string>>()
  for (const [from, to] of pairs) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to])
    neighbours.set(to, [...(neighbours.get(to) ?? []), from])
  }
  return {
    endOf: (key) => {
      const seen = new Set<string>()
      let at = key
      while (next.has(at) && !seen.has(at)) {
        seen.add(at)
        at = next.get(at)!
      }
      return at
    },
    connectedTo: (keys) => {
      const reached = new Set(keys)
      // A set visits what is added to it meanwhile.
      for (const key of reached) for (const neighbour of neighbours.get(key) ?? []) reached.add(neighbour)
      return [...reached]
    }
  }
}
