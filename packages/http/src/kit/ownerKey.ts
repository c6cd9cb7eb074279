import type { ApiKey, Scope } from "@daybook/core/keys"
import { Option } from "effect"

/** The key of a process that owns the data and needs none. */
export const ownerKey = (scope: Scope): ApiKey => ({
  id: 0,
  name: "local",
  scope,
  prefix: "",
  hint: "",
  hash: "",
  rateLimit: Option.none(),
  createdAt: 0,
  lastUsedAt: Option.none(),
  requestCount: 0,
  expiresAt: Option.none(),
  revokedAt: Option.none()
})
