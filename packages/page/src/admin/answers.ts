/** Answers of the admin paths, as far as the pages read them. A test of the host compares them with the document. */
export interface Pagination {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly total_pages: number
}

export interface Listed<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: Pagination
}

export interface Data<A> {
  readonly data: ReadonlyArray<A>
}

export type ReviewKind =
  "event" | "film" | "episode" | "record" | "disc" | "event_merge" | "viewing_merge" | "run_merge" | "filter"

export interface ReviewDecision {
  readonly decision: "accept" | "reject" | "separate" | "remove"
  readonly label: string
  readonly method: "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | null
  readonly needs: ReadonlyArray<"event_date" | "tmdb_id" | "season" | "episode">
}

export interface ReviewItem {
  readonly id: string
  readonly kind: ReviewKind
  readonly title: string
  readonly detail: string | null
  readonly reason: string
  readonly excerpt: string | null
  readonly reported_at: string | null
  readonly decisions: ReadonlyArray<ReviewDecision>
}

export interface ReviewCounts {
  readonly waiting: number
  readonly kinds: ReadonlyArray<{ readonly kind: ReviewKind; readonly count: number; readonly waits: boolean }>
}

export interface Key {
  readonly id: number
  readonly name: string
  readonly scope: "read" | "admin" | "publish"
  readonly key_prefix: string
  readonly key_hint: string
  readonly lens: string | null
  readonly origins: ReadonlyArray<string>
  readonly no_origin: boolean
  readonly exposed_to: string | null
  readonly rate_limit_rpm: number | null
  readonly last_used_at: string | null
  readonly request_count: number | null
  readonly expires_at: string | null
  readonly is_active: boolean
  readonly created_at: string
}

export interface Grant {
  readonly id: number
  readonly client_name: string
  readonly client_host: string
  readonly scopes: ReadonlyArray<string>
  readonly lens: string | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string
}

export interface HostStatus {
  readonly version: string
  readonly node_version: string
  readonly started_at: string
  readonly database: {
    readonly engine: "embedded" | "server"
    readonly size_bytes: number
    readonly connections_open: number
    readonly connections_max: number
    readonly restarts: number
    readonly restarted_at: string | null
  }
  readonly disk: { readonly free_bytes: number; readonly total_bytes: number } | null
  readonly queues: ReadonlyArray<Queue>
}

export interface Queue {
  readonly queue: string
  readonly domain: string | null
  readonly source: string | null
  readonly waiting: number | null
  readonly given_up: number
  readonly error: string | null
  readonly retry_at: string | null
}

export interface SyncDays {
  readonly time_zone: string
  readonly sources: ReadonlyArray<{
    readonly source: string
    readonly domain: string
    readonly days: ReadonlyArray<{ readonly date: string; readonly completed: number; readonly failed: number }>
  }>
}

export interface LogLine {
  readonly at: string
  readonly level: "debug" | "info" | "warning" | "error"
  readonly message: string
}

export interface Backups {
  readonly data: ReadonlyArray<{ readonly name: string; readonly made_at: string; readonly size_bytes: number }>
  readonly running: { readonly started_at: string; readonly rows: number } | null
  readonly failure: { readonly failed_at: string; readonly error: string } | null
  readonly next_at: string | null
}
