import {
  PlayingReports,
  type Scrobbler,
  Scrobblers,
  ScrobblerSeal,
  ScrobblerStore,
  Scrobbling
} from "@daybook/core/listening"
import { Effect, Layer, Option } from "effect"

const created = Date.UTC(2025, 2, 1)

const sample: Scrobbler = {
  id: 1,
  name: "living room",
  hint: "b914",
  hash: "0".repeat(64),
  sealedDigest: "",
  createdAt: created,
  lastUsedAt: created,
  client: "navidrome 0.55.0",
  listens: 12,
  submittedAt: created,
  lastAdded: 1,
  revokedAt: null
}

const store = () => {
  let all: ReadonlyArray<Scrobbler> = [sample]
  let version = 1
  const change = (next: ReadonlyArray<Scrobbler>) => {
    all = next
    version++
  }
  return Layer.mock(ScrobblerStore, {
    all: Effect.sync(() => all),
    create: (scrobbler) =>
      Effect.sync(() => {
        const added = { ...sample, ...scrobbler, id: all.length + 1, lastUsedAt: null, submittedAt: null, client: null }
        change([...all, added])
        return added
      }),
    revoke: (id, at) =>
      Effect.sync(() => {
        const exists = all.some((one) => one.id === id && one.revokedAt === null)
        if (exists) change(all.map((one) => (one.id === id ? { ...one, revokedAt: at } : one)))
        return exists
      }),
    recordUse: () => Effect.void,
    version: Effect.sync(() => version)
  })
}

const seal = Layer.succeed(ScrobblerSeal, {
  md5: (text) => text,
  sign: (text) => Buffer.from(text).toString("hex").padEnd(32, "0"),
  seal: (_, text) => text,
  open: (_, sealed) => Option.some(sealed)
})

/** No client reports what is playing. */
export const noReports = Layer.succeed(PlayingReports, {
  put: () => Effect.void,
  clear: () => Effect.void,
  current: () => Effect.succeedNone
})

/** One client that may submit listens. */
export const scrobblers = () =>
  Layer.merge(
    Scrobblers.Default.pipe(Layer.provideMerge(store()), Layer.provide(seal)),
    Layer.mock(Scrobbling, {} as never)
  )
