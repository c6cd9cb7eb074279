import * as Daybook from "@daybook/adapters"
import { domains } from "@daybook/core"
import { Followers } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { answering } from "../support/answering.js"

/** Some providers allow a call a second: what is not known by then stays unknown to every figure alike. */
const ofSources = { budget: "45 seconds", onProgress: () => Effect.void } as const
/** Pictures of a whole library take an hour; what is read needs to find some. */
const ofPictures = { ...ofSources, budget: "15 seconds" } as const

/** Does what a host does after first syncs: what providers know more, and some of the pictures. Ready when it is done. */
answering((_: null) => Effect.gen(function*() {
  const context = yield* Layer.build(Daybook.hostLayer)
  const followers = yield* Effect.provide(Followers, context)
  yield* Effect.forEach(domains, (domain) => followers.drainSources(domain, ofSources), { concurrency: "unbounded", discard: true })
  yield* Effect.forEach(domains, (domain) => followers.drainHall("images", domain, ofPictures), { concurrency: "unbounded", discard: true })
  return [null, (_: never) => Effect.void] as const
}))
