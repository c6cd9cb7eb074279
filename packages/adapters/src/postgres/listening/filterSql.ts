import type { SqlClient, Statement } from "@effect/sql"

/** Where the names of the row in question are found; a scope whose names are not there cannot match. */
export interface Names {
  readonly artist?: string
  readonly album?: string
  readonly track?: string
}

/**
 * A condition that is true when a filter hides the artist, album or track. PostgreSQL's regular expressions are matched
 * without backtracking, so that a careless pattern cannot run away.
 */
export const matchesFilter = (sql: SqlClient.SqlClient, kind: "artist" | "album" | "track", names: Names): Statement.Fragment => {
  const artist = sql.literal(names.artist ?? "''")
  const album = sql.literal(names.album ?? "''")
  const track = sql.literal(names.track ?? "''")
  const rule = kind === "artist"
    ? sql`filter.scope = 'artist' AND lower(${artist}) = lower(filter.pattern)`
    : kind === "album"
    ? sql`filter.scope = 'album' AND strpos(lower(${album}), lower(filter.pattern)) > 0`
    : sql`CASE filter.scope
        WHEN 'track' THEN strpos(lower(${track}), lower(filter.pattern)) > 0
        WHEN 'artist_track' THEN lower(${artist} || '||' || ${track}) = lower(filter.pattern)
        WHEN 'track_regex' THEN ${track} ~* filter.pattern
        ELSE false END`
  return sql`EXISTS (SELECT FROM listening_filters AS filter WHERE ${rule})`
}
