/**
 * One scrobble. A play stores artist, track and album exactly as the provider spells them. Its natural key is
 * `(playedAt, artist, track, album)`, since two plays can have the same time. Spellings of an artist that differ only
 * in case are one artist, unless their MBIDs differ.
 */
export interface Play {
  /** When the play began, epoch milliseconds. */
  readonly playedAt: number
  /** `minute` if the source rounds down to the minute. An exact play of the same minute replaces such a play. */
  readonly precision: "second" | "minute"
  readonly artist: Named
  readonly track: Named
  readonly album: Named | null
  /** The track's length in milliseconds, if the source reports it. */
  readonly duration?: number
}

/** A name with the provider's identifiers. `mbid` is a hint, never a key: providers return stale ones. */
export interface Named {
  readonly name: string
  readonly mbid: string | null
  readonly url: string | null
}

export const kinds = ["artist", "album", "track"] as const
/** What plays are grouped by. */
export type Kind = (typeof kinds)[number]
