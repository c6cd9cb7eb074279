import type { Option } from "effect"

export type Scope = "read" | "admin"

/** A key as it is kept: never the key itself, only its SHA-256. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: number
  readonly name: string
  readonly scope: Scope
  /** The first 10 characters of the key. */
  readonly prefix: string
  /** The last 4 characters of the key. */
  readonly hint: string
  /** SHA-256 of the key, hex. */
  readonly hash: string
  /** Requests a minute, where this key has its own limit. */
  readonly rateLimit: Option.Option<number>
  readonly createdAt: number
  readonly lastUsedAt: Option.Option<number>
  readonly requestCount: number
  readonly expiresAt: Option.Option<number>
  readonly revokedAt: Option.Option<number>
}

/** `api.md` §5. */
export const prefixes: Readonly<Record<Scope, string>> = { read: "svc_live_", admin: "svc_admin_" }
