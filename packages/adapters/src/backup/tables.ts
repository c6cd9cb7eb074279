/**
 * Every table of every schema version, referenced tables first. A backup holds those that exist.
 */
export const tables = [
  "settings",
  "versions",
  "api_keys",
  "lenses",
  "lens_tokens",
  "sync_runs",
  "sync_log",
  "sync_drift",
  "sync_failing",
  "sync_slots",
  "sync_cursors",
  "sync_lists",
  "sync_removals",
  "provider_tokens",
  "source_settings",
  "enrichment_tasks",
  "webhook_events",
  "hooks",
  "hook_messages",
  "hook_attempts",
  "hook_listens",
  "hook_topics",
  "oauth_grants",
  "oauth_codes",
  "oauth_tokens",
  "scrobblers",
  "domain_declarations",
  "domain_deletions",
  "domain_facets",
  "corrections",
  "raw_payloads",
  "listening_sources",
  "listening_genres",
  "listening_artists",
  "listening_spellings",
  "listening_albums",
  "listening_tracks",
  "listening_plays",
  "listening_counts",
  "listening_totals",
  "listening_buckets",
  "listening_filters",
  "listening_similar",
  "listening_lookups",
  "listening_accounts",
  "running_activities",
  "running_courses",
  "running_reports",
  "running_splits",
  "running_efforts",
  "running_gear",
  "running_deletions",
  "running_recorded",
  "running_apart",
  "running_lookups",
  "running_sums",
  "running_days",
  "watching_titles",
  "watching_ids",
  "watching_namings",
  "watching_episodes",
  "watching_reports",
  "watching_apart",
  "watching_watches",
  "watching_ratings",
  "watching_unnumbered",
  "watching_unnumbered_records",
  "watching_lookups",
  "collecting_releases",
  "collecting_credits",
  "collecting_names",
  "collecting_album_links",
  "collecting_copies",
  "collecting_wants",
  "collecting_listings",
  "collecting_values",
  "collecting_lookups",
  "collecting_films",
  "collecting_discs",
  "collecting_film_links",
  "collecting_decisions",
  "reading_articles",
  "reading_saves",
  "reading_texts",
  "reading_highlights",
  "reading_lookups",
  "attending_mentions",
  "attending_apart",
  "attending_games",
  "attending_concerts",
  "attending_teams",
  "attending_players",
  "attending_appearances",
  "attending_venues",
  "attending_performers",
  "attending_events",
  "attending_tickets",
  "attending_billings",
  "attending_lookups",
  "feed_items",
  "feed_set_aside",
  "search_documents",
  "search_ranks",
  "search_starts",
  "search_chunks",
  "search_vectors",
  "images"
] as const

/** Tables that only earlier versions had, and backups of them have. */
export const formerTables: ReadonlySet<string> = new Set([
  "listening_lookups",
  "running_lookups",
  "watching_lookups",
  "collecting_lookups",
  "reading_lookups",
  "attending_lookups",
  "attending_apart",
  "running_apart",
  "watching_apart",
  "collecting_decisions"
])

/**
 * Runtime state of processes, useless after a restart, and what is computed when the database is opened: counts, and
 * the log of changes, which begins another history after a restore. Approvals of consent pages, logins that were
 * begun, and one-time codes last minutes, as do what a scrobbler plays and how it logs in. An import belongs to a file
 * in the folder of a host, which no backup has.
 */
export const passing = [
  "hosts",
  "rate_windows",
  "provider_token_leases",
  "enrichment_turns",
  "domain_counts",
  "changes",
  "oauth_approvals",
  "login_attempts",
  "one_time_codes",
  "imports",
  "scrobbler_handshakes",
  "scrobbler_logins",
  "scrobbler_playing"
] as const

/** Tables that have rows even in a new database. */
export const standing: ReadonlySet<string> = new Set(["settings", "versions", "sync_slots", "domain_declarations"])

/** Sequences that no column owns. */
export const sequences = ["search_vectors_revision", "collecting_ids"] as const

/** Functions with their argument types. */
export const functions = [
  "search_starts_of(tsvector)",
  "search_starts_insert_new()",
  "search_starts_update_old()",
  "search_starts_update_new()",
  "search_starts_delete_old()",
  "search_kind_weight(text)",
  "search_ranks_put()",
  "search_ranks_drop()",
  "collecting_distance(text, text)"
] as const

export const types = ["listening_kind", "listening_grain", "watching_source", "watching_kind"] as const
