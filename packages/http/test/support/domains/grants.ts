import { ClientDocuments, DocumentFailure, type Grant, GrantSeal, GrantStore, Grants } from "@daybook/core/grants"
import { Effect, Layer } from "effect"

const created = Date.UTC(2025, 2, 1)

const sample: Grant = {
  id: 1,
  clientId: "https://assistant.example/client.json",
  clientName: "Example Assistant",
  clientHost: "assistant.example",
  scopes: ["read"],
  lens: null,
  createdAt: created,
  lastUsedAt: created,
  expiresAt: created + 365 * 86_400_000
}

const store = () => {
  let all: ReadonlyArray<Grant> = [sample]
  return Layer.mock(GrantStore, {
    all: () => Effect.sync(() => all),
    revoke: (id) =>
      Effect.sync(() => {
        const exists = all.some((grant) => grant.id === id)
        all = all.filter((grant) => grant.id !== id)
        return exists
      }),
    recordUses: () => Effect.void,
    version: Effect.succeed(1)
  })
}

/** One assistant with access. */
export const grants = () =>
  Grants.Default.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        store(),
        Layer.succeed(GrantSeal, {
          sign: (text) => text,
          challengeOf: (text) => text,
          encode: (text) => text,
          decode: (text) => text
        }),
        Layer.succeed(ClientDocuments, { read: () => new DocumentFailure({ message: "is not read here" }) })
      )
    )
  )
