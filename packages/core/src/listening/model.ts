import { type RowOf, choice, instant, integer, text } from "../kit/record.js"

const mbid = text({
  nullable: true,
  sensitivity: "public",
  description: "MusicBrainz id if the source reports one, otherwise null",
  example: "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"
})
const url = text({
  nullable: true,
  sensitivity: "public",
  description: "Address at the provider",
  example: "https://www.last.fm/music/Velmora+Tide"
})

/** What identifies an artist, album or track in answers. */
export const identityFields = {
  id: integer({
    sensitivity: "public",
    description: "Id in this instance; stable for the lifetime of the record",
    example: 42
  }),
  name: text({ sensitivity: "public", description: "Name", example: "Velmora Tide" })
}
/** What the catalogue service adds to artists and albums. */
export const catalogueFields = {
  appleMusicUrl: text({
    nullable: true,
    sensitivity: "public",
    description: "Address at Apple Music; null if it was not found there",
    example: "https://music.apple.com/us/album/leaving-dusk/2300000093"
  })
}
/** What the catalogue service adds to tracks. */
export const previewFields = {
  ...catalogueFields,
  previewUrl: text({
    nullable: true,
    sensitivity: "public",
    description: "30-second preview at Apple Music",
    example: "https://audio-ssl.itunes.apple.com/preview.m4a"
  })
}
export const linkFields = { url, ...catalogueFields }
/** The artist of an album, track or play. */
export const artistNameFields = { ...identityFields, ...catalogueFields }
export const artistFields = {
  ...identityFields,
  mbid,
  ...linkFields,
  genre: text({
    nullable: true,
    sensitivity: "public",
    description: "Genre: the first tag that names a genre",
    example: "indie rock"
  })
}
export const albumFields = {
  ...identityFields,
  mbid,
  ...linkFields,
  releasedYear: integer({ nullable: true }),
  totalTracks: integer({ nullable: true })
}
export const trackFields = { ...identityFields, url, ...previewFields }

/** What an artist's profile says about the plays. */
export const playCountFields = {
  plays: integer({ as: "scrobble_count", sensitivity: "public", description: "Number of stored plays", example: 423 }),
  firstPlayedAt: instant({
    nullable: true,
    as: "first_scrobbled_at",
    sensitivity: "public",
    description: "Time of the first play",
    example: "2023-11-21T22:21:59.000Z"
  }),
  lastPlayedAt: instant({
    nullable: true,
    sensitivity: "public",
    description: "Time of the last play",
    example: "2026-03-14T20:15:00.000Z"
  }),
  /** Ties are in a fixed order. */
  rank: integer({
    nullable: true,
    as: "all_time_rank",
    sensitivity: "public",
    description: "Rank among all artists by plays of all time",
    example: 3
  }),
  tracks: integer({
    as: "distinct_tracks",
    sensitivity: "public",
    description: "Number of different tracks played",
    example: 37
  }),
  albums: integer({
    as: "distinct_albums",
    sensitivity: "public",
    description: "Number of different albums played",
    example: 5
  })
}

/** An artist's biography. */
export const biographyFields = {
  bioSummary: text({
    nullable: true,
    sensitivity: "public",
    description: "Short biography from Last.fm",
    example: "Velmora Tide are a band from the coast."
  }),
  bioContent: text({
    nullable: true,
    sensitivity: "public",
    description: "Full biography from Last.fm",
    example: "Velmora Tide are a band from the coast. They met at school."
  }),
  bioSyncedAt: instant({
    nullable: true,
    sensitivity: "public",
    description: "Time the biography was fetched",
    example: "2026-03-01T04:00:00.000Z"
  })
}

/** What plays of a period add up to. */
export const totalFields = {
  plays: integer({ as: "total_scrobbles", sensitivity: "public", description: "Number of plays", example: 6634 }),
  artists: integer({
    as: "unique_artists",
    sensitivity: "public",
    description: "Number of different artists",
    example: 344
  }),
  albums: integer({
    as: "unique_albums",
    sensitivity: "public",
    description: "Number of different albums",
    example: 678
  }),
  tracks: integer({
    as: "unique_tracks",
    sensitivity: "public",
    description: "Number of different tracks",
    example: 2799
  })
}

export const filterTypes = ["holiday", "audiobook", "custom"] as const
export const filterScopes = ["album", "track", "artist", "artist_track", "track_regex"] as const

/** A rule that hides plays from every result. */
export const filterFields = {
  id: identityFields.id,
  type: choice(filterTypes)({
    as: "filter_type",
    sensitivity: "public",
    description: "Reason for hiding these plays",
    example: "custom"
  }),
  /**
   * `artist`: the whole name. `album`, `track`: a part of the title. `artist_track`: both in full, as `artist||track`.
   * `track_regex`: a regular expression on the title. All are case-insensitive.
   */
  pattern: text({
    sensitivity: "public",
    description: "Pattern to hide: a name, part of a name or a regular expression, depending on the scope",
    example: "bedtime stories"
  }),
  scope: choice(filterScopes)({ sensitivity: "public", description: "Field that the pattern is compared with" }),
  reason: text({ nullable: true, sensitivity: "public", description: "Reason", example: "plays of the children" }),
  createdAt: instant({ sensitivity: "public", example: "2026-03-14T20:16:02.120Z" })
}
export type Filter = RowOf<typeof filterFields>

/** A name with the provider's identifiers. `mbid` is a hint, never a key: providers return stale ones. */
export const nameFields = { name: identityFields.name, mbid, url }
export type Named = RowOf<typeof nameFields>

/**
 * One scrobble. Its natural key is `(playedAt, artist, track, album)`, since two plays can have the same time.
 * Spellings that differ only in case or in how letters are composed are one artist, unless their MBIDs differ, one
 * track and one album. A play stores its artist exactly as the provider spells it. Titles have the spelling that
 * `betterSpelling` picks.
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
  /**
   * When the play ended, epoch milliseconds, if the source reports the end and how long was heard. Unless the source
   * also reports the start, `playedAt` is computed: a pause makes it later than the true start. With the precision
   * `minute` both lie in their minute.
   */
  readonly endedAt?: number
  /**
   * The start that the end gives, epoch milliseconds, if the source reports another one. A play of the same names that
   * is stored there is this one: it was read before the start was known.
   */
  readonly computedAt?: number
}

export const kinds = ["artist", "album", "track"] as const
/** What plays are grouped by. */
export type Kind = (typeof kinds)[number]
