/** Which artist a title had: the play activity has no column for it. */
export interface ArtistLookup {
  /** From `Artist - Title` on a day, in days since 1970. */
  readonly addDaily: (description: string, day: number) => void
  /** From the library. */
  readonly addTrack: (title: string, album: string, artist: string) => void
  /** Null if no artist or several fit: Daybook does not guess. */
  readonly of: (title: string, album: string, day: number) => string | null
}

const dash = " - "

/** The parts before and after each dash: artists and titles may contain dashes themselves. */
const splitsOf = (description: string): ReadonlyArray<readonly [artist: string, title: string]> => {
  const splits: Array<readonly [string, string]> = []
  for (let at = description.indexOf(dash); at !== -1; at = description.indexOf(dash, at + 1))
    splits.push([description.slice(0, at).trim(), description.slice(at + dash.length).trim()])
  return splits.filter(([artist, title]) => artist !== "" && title !== "")
}

const keyOf = (...names: ReadonlyArray<string>) => names.map((name) => name.trim().toLowerCase()).join("\n")

export const makeArtistLookup = (): ArtistLookup => {
  const daily = new Map<string, Map<string, Set<number>>>()
  const library = new Map<string, Set<string>>()
  const dailyArtists = (title: string, day: number) =>
    [...(daily.get(keyOf(title)) ?? [])].flatMap(([artist, days]) =>
      [day - 1, day, day + 1].some((one) => days.has(one)) ? [artist] : []
    )
  return {
    addDaily: (description, day) => {
      for (const [artist, title] of splitsOf(description)) {
        const artists = daily.get(keyOf(title)) ?? new Map<string, Set<number>>()
        daily.set(keyOf(title), artists.set(artist, (artists.get(artist) ?? new Set()).add(day)))
      }
    },
    addTrack: (title, album, artist) => {
      const key = keyOf(title, album)
      library.set(key, (library.get(key) ?? new Set()).add(artist))
    },
    of: (title, album, day) => {
      const artists = dailyArtists(title, day)
      const candidates = artists.length > 0 ? artists : [...(library.get(keyOf(title, album)) ?? [])]
      return candidates.length === 1 ? candidates[0]! : null
    }
  }
}
