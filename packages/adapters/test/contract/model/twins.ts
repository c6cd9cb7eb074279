import { keyOf, type Library, type StoredPlay } from "./Library.js"

const leastTolerance = 120_000
const longestPause = 3_600_000

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

/** The artists of a credit. Enough for the names of the histories. */
const creditsOf = (artist: string) => [artist, ...artist.split("&")].map(bare)

const haveCommonArtist = (a: StoredPlay, b: StoredPlay) =>
  [a, b].some(({ artist }) => artist === "Various Artists") ||
  creditsOf(a.artist).some((name) => creditsOf(b.artist).includes(name))

/** Last.fm, ListenBrainz, Spotify, then others by name, then the lists that know the minute of the end. */
const rankOf = ({ endedAt, precise, source }: StoredPlay) => {
  const place = ["lastfm", "listenbrainz", "spotify"].indexOf(source)
  return `${endedAt !== null && !precise ? 9 : place === -1 ? 8 : place} ${source}`
}

/** A visible play with all reports of it that were paired so far. */
interface Visible {
  readonly play: StoredPlay
  readonly reports: Array<StoredPlay>
}

/** The plays that repeat another list's visible play, rule by rule. What a list has left becomes visible. */
export const twinsOf = ({ durations, stored }: Library): ReadonlySet<StoredPlay> => {
  const twins = new Set<StoredPlay>()
  for (const title of new Set(stored.map(({ track }) => bare(track)))) {
    const plays = stored.filter(({ track }) => bare(track) === title)
    let visible: ReadonlyArray<Visible> = []
    for (const rank of Array.from(new Set(plays.map(rankOf))).sort()) {
      const all = inOrder(plays.filter((play) => rankOf(play) === rank))
      const own = withoutEchoes(all)
      const pairs = pair(visible, own, durations)
      all.filter((play) => !own.includes(play) || pairs.has(play)).forEach((play) => twins.add(play))
      pairs.forEach((partner, play) => void partner.reports.push(play))
      const fresh = own.filter((play) => !pairs.has(play)).map((play): Visible => ({ play, reports: [play] }))
      visible = [...visible, ...fresh].sort((a, b) => compare(a.play, b.play))
    }
  }
  return twins
}

const compare = (a: StoredPlay, b: StoredPlay) => a.playedAt - b.playedAt || (keyOf(a) < keyOf(b) ? -1 : 1)
const inOrder = (plays: ReadonlyArray<StoredPlay>) => [...plays].sort(compare)

/** A precise row that ends at most 30 seconds after an equal one that counts, heard equally long, does not count. */
const withoutEchoes = (own: ReadonlyArray<StoredPlay>) =>
  own.reduce<ReadonlyArray<StoredPlay>>((distinct, play) => {
    const isEcho = distinct.some(
      (one) =>
        play.precise &&
        one.endedAt !== null &&
        play.endedAt !== null &&
        play.endedAt - one.endedAt <= 30_000 &&
        play.endedAt - play.playedAt === one.endedAt - one.playedAt &&
        play.artist === one.artist &&
        play.track === one.track &&
        play.album === one.album
    )
    return isEcho ? distinct : [...distinct, play]
  }, [])

/** The latest start: a minute may be any second of it, and one computed from the minute of the end is off by two. */
const latest = ({ endedAt, playedAt, precise }: StoredPlay) =>
  precise ? playedAt : playedAt + (endedAt === null ? 59_000 : 119_000)

const isNear = (a: StoredPlay, b: StoredPlay, tolerance: number) =>
  a.playedAt <= latest(b) + tolerance && b.playedAt <= latest(a) + tolerance

/** Whether the second play begins while the first, which knows its end, is heard. */
const contains = (a: StoredPlay, b: StoredPlay) =>
  a.endedAt !== null &&
  b.playedAt >= a.playedAt - leastTolerance &&
  b.playedAt <= a.endedAt &&
  b.playedAt <= a.playedAt + longestPause

const minuteOf = (at: number | null) => (at === null ? null : Math.floor(at / 60_000))

const pair = (
  visible: ReadonlyArray<Visible>,
  own: ReadonlyArray<StoredPlay>,
  durations: Library["durations"]
): ReadonlyMap<StoredPlay, Visible> => {
  const pairs = new Map<StoredPlay, Visible>()
  const isFree = (one: Visible) => !Array.from(pairs.values()).includes(one)
  const isSameAccount = (play: StoredPlay, { reports }: Visible) =>
    play.endedAt !== null && reports.some(({ endedAt, source }) => endedAt !== null && source === play.source)
  const isSameEnd = (play: StoredPlay, { reports }: Visible) =>
    !play.precise &&
    play.endedAt !== null &&
    reports.some(
      ({ endedAt, playedAt, source }) =>
        source === play.source &&
        minuteOf(endedAt) === minuteOf(play.endedAt) &&
        Math.abs(playedAt - play.playedAt) <= longestPause
    )
  const tolerance = (...plays: ReadonlyArray<StoredPlay>) =>
    Math.max(leastTolerance, ...plays.map((play) => durations.get(nameOf(play)) ?? 0))
  const rules: ReadonlyArray<(play: StoredPlay, other: Visible) => boolean> = [
    isSameEnd,
    (play, other) => !isSameAccount(play, other) && isNear(play, other.play, leastTolerance),
    (play, other) =>
      !isSameAccount(play, other) &&
      (isNear(play, other.play, tolerance(play, other.play)) ||
        contains(play, other.play) ||
        contains(other.play, play))
  ]
  for (const rule of rules)
    for (const play of own) {
      if (pairs.has(play)) continue
      const match = visible.find((one) => isFree(one) && haveCommonArtist(play, one.play) && rule(play, one))
      if (match !== undefined) pairs.set(play, match)
    }
  const leads = visible.map(({ play }) => play)
  for (const late of inOrder([...own, ...leads])) {
    const before = inOrder([...own, ...leads]).filter(
      (one) => one.playedAt < late.playedAt && haveCommonArtist(one, late)
    )
    const early = before.at(-1)
    if (early === undefined || late.endedAt === null || early.endedAt !== null) continue
    const [play, lead] = own.includes(late) ? [late, early] : [early, late]
    const other = visible.find((one) => one.play === lead)
    if (!own.includes(play) || other === undefined || late.playedAt - early.playedAt > longestPause) continue
    if (!pairs.has(play) && isFree(other) && !isSameAccount(play, other)) pairs.set(play, other)
  }
  return pairs
}
