/**
 * One scrobble: somebody heard a track. A play keeps the artist, track and album that the provider gave, exactly as
 * spelled; `(playedAt, artist, track, album)` is what the provider holds unique, for equal times exist. Spellings of an
 * artist that differ in case alone are one artist, unless their MBIDs differ.
 */
export interface Play {
  /** When the play began, epoch milliseconds. */
  readonly playedAt: number
  /** `minute` where the source rounds times down to the minute; an exact play of the same minute takes its place. */
  readonly precision: "second" | "minute"
  readonly artist: Named
  readonly track: Named
  readonly album: Named | null
  /** How long the track is, in milliseconds, where the source says. */
  readonly duration?: number
}

/** A name with what the provider says about the thing. `mbid` is a hint, never a key: providers hold stale ones. */
export interface Named {
  readonly name: string
  readonly mbid: string | null
  readonly url: string | null
}

export const kinds = ["artist", "album", "track"] as const
/** What plays are counted by. */
export type Kind = typeof kinds[number]
