/** A play as `GET /v1/listening/history` answers it, in names alone. */
export interface PlainPlay {
  readonly at: string
  readonly artist: string
  readonly track: string
  /** Its artist may be another one than the track's. */
  readonly album: { readonly artist: string; readonly title: string } | null
}

export type TitleType = "album" | "track"

export type Key = Readonly<Partial<Record<"artist" | TitleType, string>>>

/** A correction as the API takes it. */
export interface PlainCorrection {
  readonly kind: "credit" | "different" | "hide" | "identify" | "name" | "same"
  readonly type: "artist" | TitleType
  readonly subject: Key
  readonly object?: Key
  readonly value?: string
}

/** Case does not distinguish names. */
const folded = (text: string) => text.toLowerCase()

type Path = readonly [artist: string, title: string]

/** An artist or an album that somebody identified. */
export interface PlainIdentity {
  readonly artist: string
  /** Null for the artist itself. */
  readonly title: string | null
  /** Null if it is none of MusicBrainz's. */
  readonly mbid: string | null
}

/**
 * What docs/corrections.md promises of plays, over plain arrays: an implementation of its own, to compare the product's
 * with. It names no artist by an id. `identities` are of artists and albums that `plays` have.
 */
export const correctPlays = (
  plays: ReadonlyArray<PlainPlay>,
  corrections: ReadonlyArray<PlainCorrection>
): { readonly plays: ReadonlyArray<PlainPlay>; readonly identities: ReadonlyArray<PlainIdentity> } => {
  const of = (kind: PlainCorrection["kind"], type: PlainCorrection["type"]) =>
    corrections.filter((one) => one.kind === kind && one.type === type)
  const spellings = new Map<string, string>()
  const spell = (path: ReadonlyArray<string>, text: string) => {
    const key = path.map(folded).join("\n")
    if (!spellings.has(key)) spellings.set(key, text)
  }
  for (const { album, artist, track } of plays) {
    spell(["artist", artist], artist)
    spell(["track", artist, track], track)
    if (album === null) continue
    spell(["artist", album.artist], album.artist)
    spell(["album", album.artist, album.title], album.title)
  }

  const artistMoves = of("same", "artist")
  const artistEnd = (name: string): string => {
    const move = artistMoves.find(({ subject }) => folded(subject.artist!) === folded(name))
    return move === undefined ? folded(name) : artistEnd(move.object!.artist!)
  }
  const artistName = (end: string): string =>
    of("name", "artist").find(({ subject }) => artistEnd(subject.artist!) === end)?.value ??
    spellings.get(`artist\n${end}`) ??
    end
  const hiddenArtists = new Set(of("hide", "artist").map(({ subject }) => artistEnd(subject.artist!)))

  const titlesOf = (type: TitleType) => {
    const pathOf = (key: Key): Path => [artistEnd(key.artist!), folded(key[type]!)]
    const isPath = (one: Path, other: Path) => one[0] === other[0] && one[1] === other[1]
    // Two artists that became one may make two titles one, and leave nothing to move.
    const moves = [...of("same", type), ...of("credit", type)]
      .map(({ kind, object, subject }) => ({
        from: pathOf(subject),
        to: kind === "same" ? pathOf(object!) : ([artistEnd(object!.artist!), folded(subject[type]!)] as const)
      }))
      .filter(({ from, to }) => !isPath(from, to))
    const endOf = (path: Path): Path => {
      const move = moves.find(({ from }) => isPath(from, path))
      return move === undefined ? path : endOf(move.to)
    }
    const ends = (kind: "hide" | "name") =>
      of(kind, type).map(({ subject, value }) => ({ end: endOf(pathOf(subject)), value }))
    const [names, hidden] = [ends("name"), ends("hide")]
    const results = new Map<string, { readonly artist: string; readonly title: string; readonly isHidden: boolean }>()
    return (artist: string, title: string) => {
      const key = `${folded(artist)}\n${folded(title)}`
      const cached = results.get(key)
      if (cached !== undefined) return cached
      const end = endOf([artistEnd(artist), folded(title)])
      const result = {
        artist: artistName(end[0]),
        title: names.find((one) => isPath(one.end, end))?.value ?? end[1],
        // An album of a hidden artist stays for the plays of others.
        isHidden: (type === "track" && hiddenArtists.has(end[0])) || hidden.some((one) => isPath(one.end, end))
      }
      results.set(key, result)
      return result
    }
  }
  const [trackOf, albumOf] = [titlesOf("track"), titlesOf("album")]
  const corrected = plays.flatMap((play) => {
    const track = trackOf(play.artist, play.track)
    const album = play.album === null ? null : albumOf(play.album.artist, play.album.title)
    return track.isHidden || album?.isHidden === true
      ? []
      : [{ at: play.at, artist: track.artist, track: track.title, album }]
  })
  const shownArtists = new Set(corrected.map(({ artist }) => artist))
  const shownAlbums = new Set(
    corrected.flatMap(({ album }) => (album === null ? [] : [`${album.artist}\n${album.title}`]))
  )
  const mbidOf = ({ value }: PlainCorrection) => (value === "none" ? null : value!.replace("mbid=", ""))
  const identities = [
    ...of("identify", "artist").map((one): PlainIdentity => ({
      ...{ artist: artistName(artistEnd(one.subject.artist!)), title: null, mbid: mbidOf(one) }
    })),
    ...of("identify", "album").map((one): PlainIdentity => {
      const { artist, title } = albumOf(one.subject.artist!, one.subject.album!)
      return { artist, title, mbid: mbidOf(one) }
    })
  ]
  return {
    plays: corrected,
    identities: identities.filter(({ artist, title }) =>
      title === null ? shownArtists.has(artist) : shownAlbums.has(`${artist}\n${title}`)
    )
  }
}
