import { fold, keyOf, type Library, sameNames, type StoredPlay } from "./Library.js"

const minTolerance = 120_000
const maxPause = 3_600_000

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
      const own = withoutEchoes(withoutRepeats(all))
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

/** Of the rows of one moment by a common artist or with a common album, an exact one with an album counts. */
const withoutRepeats = (own: ReadonlyArray<StoredPlay>) => {
  const orderOf = ({ album, precise }: StoredPlay) => (precise ? 0 : 2) + (album === null ? 1 : 0)
  const minute = ({ playedAt }: StoredPlay) => Math.floor(playedAt / 60_000)
  const countedRows = [...own]
    .sort((a, b) => orderOf(a) - orderOf(b) || compare(a, b))
    .reduce<ReadonlyArray<StoredPlay>>((distinct, play) => {
      const isRepeated = distinct.some(
        (one) =>
          (one.precise && play.precise ? one.playedAt === play.playedAt : minute(one) === minute(play)) &&
          (haveCommonArtist(one, play) ||
            (one.album !== null && play.album !== null && fold(one.album) === fold(play.album)))
      )
      return isRepeated ? distinct : [...distinct, play]
    }, [])
  return own.filter((play) => countedRows.includes(play))
}

/**
 * A precise row does not count that ends with an equal one that counts, or at most 30 seconds after one that was heard
 * equally long.
 */
const withoutEchoes = (own: ReadonlyArray<StoredPlay>) =>
  own.reduce<ReadonlyArray<StoredPlay>>((distinct, play) => {
    const isEcho = distinct.some(
      (one) =>
        play.precise &&
        one.endedAt !== null &&
        play.endedAt !== null &&
        (play.endedAt === one.endedAt ||
          (play.endedAt - one.endedAt <= 30_000 && play.endedAt - play.playedAt === one.endedAt - one.playedAt)) &&
        sameNames(play, one)
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
  b.playedAt >= a.playedAt - minTolerance &&
  b.playedAt <= a.endedAt &&
  b.playedAt <= a.playedAt + maxPause

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
        Math.abs(playedAt - play.playedAt) <= maxPause
    )
  const tolerance = (...plays: ReadonlyArray<StoredPlay>) =>
    Math.max(minTolerance, ...plays.map((play) => durations.get(nameOf(play)) ?? 0))
  const rules: ReadonlyArray<(play: StoredPlay, other: Visible) => boolean> = [
    isSameEnd,
    (play, other) => !isSameAccount(play, other) && isNear(play, other.play, minTolerance),
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
    if (!own.includes(play) || other === undefined || late.playedAt - early.playedAt > maxPause) continue
    if (!pairs.has(play) && isFree(other) && !isSameAccount(play, other)) pairs.set(play, other)
  }
  return pairs
}
