/** A play of the model: names as reported. */
export interface ModelPlay {
  readonly at: number
  readonly artist: string
  readonly track: string
  readonly album: string | null
}

/** A correction of the model, as the API takes it. */
export interface ModelCorrection {
  readonly kind: string
  readonly type: string
  readonly subject: Readonly<Record<string, string>>
  readonly object: Readonly<Record<string, string>> | null
  readonly value: string | null
}

type Title = readonly [artist: string, title: string]

/** What the corrections make of names: plain searches that follow one rule after the other. */
const resolver = (corrections: ReadonlyArray<ModelCorrection>) => {
  const of = (type: string, kind: string) => corrections.filter((one) => one.type === type && one.kind === kind)
  const artistOf = (name: string): string => {
    const same = of("artist", "same").find(({ subject }) => subject["artist"] === name)
    return same === undefined ? name : artistOf(same.object!["artist"]!)
  }
  const isAt = (type: string, key: Readonly<Record<string, string>>, [artist, title]: Title) =>
    artistOf(key["artist"]!) === artist && key[type] === title
  const titleOf = (type: string, [reported, title]: Title): Title => {
    const here: Title = [artistOf(reported), title]
    const same = of(type, "same").find(({ subject }) => isAt(type, subject, here))
    if (same !== undefined) return titleOf(type, [same.object!["artist"]!, same.object![type]!])
    const credit = of(type, "credit").find(({ subject }) => isAt(type, subject, here))
    return credit === undefined ? here : titleOf(type, [credit.object!["artist"]!, title])
  }
  const decision = (type: string, kind: string, [artist, title]: Title) =>
    of(type, kind).find(({ subject }) => {
      const [a, t] = titleOf(type, [subject["artist"]!, subject[type]!])
      return a === artist && t === title
    })
  const artistDecision = (kind: string, artist: string) =>
    of("artist", kind).find(({ subject }) => artistOf(subject["artist"]!) === artist)
  return { artistOf, titleOf, decision, artistDecision }
}

const count = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return Object.entries(counts)
    .map(([name, plays]) => `${name}: ${plays}`)
    .sort()
}

/** The library of some plays under corrections: counts by name, and days with plays. */
export const correctedLibrary = (plays: ReadonlyArray<ModelPlay>, corrections: ReadonlyArray<ModelCorrection>) => {
  const { artistDecision, decision, titleOf } = resolver(corrections)
  const artistName = (artist: string) => artistDecision("name", artist)?.value ?? artist
  const titleName = (type: string, title: Title) => decision(type, "name", title)?.value ?? title[1]
  const visible = plays.flatMap(({ album, artist, at, track }) => {
    const trackTitle = titleOf("track", [artist, track])
    const albumTitle = album === null ? null : titleOf("album", [artist, album])
    const isHidden =
      artistDecision("hide", trackTitle[0]) !== undefined ||
      decision("track", "hide", trackTitle) !== undefined ||
      (albumTitle !== null && decision("album", "hide", albumTitle) !== undefined)
    if (isHidden) return []
    return [
      {
        day: new Date(at).toISOString().slice(0, 10),
        artist: artistName(trackTitle[0]),
        track: `${artistName(trackTitle[0])} / ${titleName("track", trackTitle)}`,
        album: albumTitle === null ? null : `${artistName(albumTitle[0])} / ${titleName("album", albumTitle)}`
      }
    ]
  })
  return {
    plays: visible.length,
    artists: count(visible.map(({ artist }) => artist)),
    tracks: count(visible.map(({ track }) => track)),
    albums: count(visible.flatMap(({ album }) => album ?? [])),
    days: count(visible.map(({ day }) => day))
  }
}
