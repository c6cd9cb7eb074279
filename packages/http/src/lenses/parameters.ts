/** What a query parameter reads: fields of the answer, or nothing of the owner's. */
const parameterFields: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...Object.fromEntries(
    ["page", "limit", "cursor", "units", "order", "period", "metric", "window", "years", "group_by", "mode", "q"].map(
      (name) => [name, []]
    )
  ),
  ...Object.fromEntries(
    ["include_sparklines", "compare_to", "include_no_body", "include_bulk_archived", "filter"].map((name) => [name, []])
  ),
  year: ["year"],
  month: ["month"],
  day: ["day"],
  date: ["date"],
  from: ["date"],
  to: ["date"],
  search: ["name"],
  name: ["full_name"],
  artist: ["artist", "artists"],
  artist_id: ["artist_id"],
  artist_name: ["detail"],
  album: ["album"],
  type: ["workout_type"],
  city: ["city"],
  // Shoes are shown by no lens, as ids at the provider are.
  gear: ["strava_id"],
  min_distance: ["distance_mi"],
  max_distance: ["distance_mi"],
  distance: ["distance_mi"],
  exclude_ids: ["id"],
  genre: ["genres"],
  decade: ["year"],
  director: ["directors"],
  format: ["format", "media_type"],
  status: ["status"],
  tag: ["tags"],
  domain: ["domain"],
  starred: ["starred"],
  category: ["category"],
  event_type: ["event_type"],
  season: ["season"],
  venue_id: ["venue"],
  attended: ["attended"],
  team: ["home_team", "away_team"],
  team_id: ["home_team", "away_team", "primary_team"],
  league: ["league"]
}

/** The fields that a sort compares. */
const sortFields: Readonly<Record<string, ReadonlyArray<string>>> = {
  date: ["date", "watched_at"],
  distance: ["distance_mi"],
  duration: ["duration_s"],
  pace: ["pace"],
  elevation: ["elevation_ft"],
  rating: ["rating", "user_rating"],
  plays: ["play_count"],
  playcount: ["playcount"],
  added: ["date_added"],
  recent: ["name"],
  name: ["name"],
  title: ["title"],
  year: ["year"],
  watched_at: ["watched_at", "last_watched_at"],
  date_added: ["date_added"],
  collected_at: ["collected_at"],
  saved_at: ["saved_at"],
  finished_at: ["finished_at"]
}

/** The fields that a parameter with a value filters or sorts by; undefined if nobody has decided. */
export const fieldsReadBy = (parameter: string, value: string): ReadonlyArray<string> | undefined =>
  parameter === "sort" ? sortFields[value] : parameterFields[parameter]

/** Parameters that name a time. */
export const timeParameters: ReadonlySet<string> = new Set(["date", "from", "to"])
