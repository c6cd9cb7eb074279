import { keyOf, type Library, type Stored } from "./Library.js"

const leastTolerance = 120_000

/** Names without marks, case, punctuation and guests; a name of nothing else stands for itself. */
const bare = (name: string) => {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  const cut = plain.replace(/\(feat.*?\)/g, "").replace(/\b(feat|ft)\b.*/, "").replace(/[^\p{L}\p{N}]/gu, "")
  return cut === "" ? plain : cut
}

/** What services that spell a track a little differently have in common. */
export const nameOf = ({ artist, track }: Pick<Stored, "artist" | "track">) => `${bare(artist)}|${bare(track)}`

/**
 * The plays that are another service's report of one that is shown. Services are asked in the order of the alphabet;
 * each pairs as many of its plays as it can with those shown already, earlier ones first, and what is left is shown.
 */
export const twinsOf = ({ durations, stored }: Library): ReadonlySet<Stored> => {
  const twins = new Set<Stored>()
  const tracks = new Map<string, Array<Stored>>()
  for (const play of stored) {
    const name = nameOf(play)
    tracks.set(name, [...tracks.get(name) ?? [], play])
  }
  for (const [name, plays] of tracks) {
    const tolerance = Math.max(leastTolerance, durations.get(name) ?? 0)
    const sources = Array.from(new Set(plays.map((play) => play.source))).sort()
    let shown: ReadonlyArray<Stored> = []
    for (const source of sources) {
      const own = inOrder(plays.filter((play) => play.source === source))
      const paired = pair(inOrder(shown), own, tolerance)
      paired.forEach((play) => twins.add(play))
      shown = [...shown, ...own.filter((play) => !paired.has(play))]
    }
  }
  return twins
}

const inOrder = (plays: ReadonlyArray<Stored>) =>
  [...plays].sort((a, b) => a.playedAt - b.playedAt || (keyOf(a) < keyOf(b) ? -1 : 1))

/** A play known to the minute may have been in any second of it. */
const latest = ({ playedAt, precise }: Stored) => precise ? playedAt : playedAt + 59_000

/** Each shown play takes the first one within reach that nobody took before. */
const pair = (shown: ReadonlyArray<Stored>, own: ReadonlyArray<Stored>, tolerance: number): ReadonlySet<Stored> => {
  const taken = new Set<Stored>()
  for (const play of shown) {
    const match = own.find((other) => !taken.has(other) && other.playedAt <= latest(play) + tolerance && play.playedAt <= latest(other) + tolerance)
    if (match !== undefined) taken.add(match)
  }
  return taken
}
