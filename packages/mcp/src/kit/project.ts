type Json = Readonly<Record<string, unknown>>

/** Members that answers leave out: pictures, and addresses and ids at providers. */
const leftOut = new Set([
  "image",
  "image_key",
  "thumbhash",
  "image_url",
  "photo_silo",
  "photo_full",
  "sparkline",
  "polyline",
  "preview_url",
  "apple_music_url",
  "album_apple_music_url",
  "instapaper_url",
  "instapaper_app_url",
  "url",
  "strava_url",
  "discogs_url",
  "review_url",
  "setlist_url",
  "mbid",
  "artist_mbid",
  "discogs_id",
  "strava_id",
  "tmdb_id",
  "imdb_id",
  "trakt_id",
  "mlb_stats_id",
  "mlb_id",
  "espn_id",
  "external_id",
  "external_source",
  "series_id",
  "lastfm_artist_id",
  "album_id",
  "bio_synced_at",
  "origins",
  "ui_tint_color",
  "primary_color",
  "secondary_color",
  "source"
])

/** A record without pictures, addresses and provider's ids, at any depth. */
export const withoutImages = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutImages)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Json)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, member]) => [name, withoutImages(member)])
  )
}
