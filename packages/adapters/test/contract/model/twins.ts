import { keyOf, type Library, type StoredPlay } from "./Library.js"

const leastTolerance = 120_000

/** Names without diacritics, case, punctuation and guests. A name that would become empty stays as it is. */
const bare = (name: string) => {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  const cut = plain
    .replace(/\(feat.*?\)/g, "")
    .replace(/\b(feat|ft)\b.*/, "")
    .replace(/[^\p{L}\p{N}]/gu, "")
  return cut === "" ? plain : cut
}

/** The common key of slightly different spellings of a track. */
export const nameOf = ({ artist, track }: Pick<StoredPlay, "artist" | "track">) => `${bare(artist)}|${bare(track)}`

/**
 * The plays that repeat another service's visible play. Services are processed alphabetically. Each pairs as many of
 * its plays as possible with visible ones, earliest first; its remaining plays become visible.
 */
export const twinsOf = ({ durations, stored }: Library): ReadonlySet<StoredPlay> => {
  const twins = new Set<StoredPlay>()
  const tracks = new Map<string, Array<StoredPlay>>()
  for (const play of stored) {
    const name = nameOf(play)
    tracks.set(name, [...(tracks.get(name) ?? []), play])
  }
  for (const [name, plays] of tracks) {
    const tolerance = Math.max(leastTolerance, durations.get(name) ?? 0)
    const sources = Array.from(new Set(plays.map((play) => play.source))).sort()
    let visiblePlays: ReadonlyArray<StoredPlay> = []
    for (const source of sources) {
      const own = inOrder(plays.filter((play) => play.source === source))
      const paired = pair(inOrder(visiblePlays), own, tolerance)
      paired.forEach((play) => twins.add(play))
      visiblePlays = [...visiblePlays, ...own.filter((play) => !paired.has(play))]
    }
  }
  return twins
}

const inOrder = (plays: ReadonlyArray<StoredPlay>) =>
  [...plays].sort((a, b) => a.playedAt - b.playedAt || (keyOf(a) < keyOf(b) ? -1 : 1))

/** A play known to the minute may have started in any second of it. */
const latest = ({ playedAt, precise }: StoredPlay) => (precise ? playedAt : playedAt + 59_000)

/** Each visible play takes the first unpaired play within the tolerance. */
const pair = (
  visiblePlays: ReadonlyArray<StoredPlay>,
  own: ReadonlyArray<StoredPlay>,
  tolerance: number
): ReadonlySet<StoredPlay> => {
  const pairedPlays = new Set<StoredPlay>()
  for (const play of visiblePlays) {
    const match = own.find(
      (other) =>
        !pairedPlays.has(other) &&
        other.playedAt <= latest(play) + tolerance &&
        play.playedAt <= latest(other) + tolerance
    )
    if (match !== undefined) pairedPlays.add(match)
  }
  return pairedPlays
}
