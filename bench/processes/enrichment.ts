import * as Daybook from "@daybook/adapters"
import { domains } from "@daybook/core"
import { Enrichments } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { answering } from "../support/answering.js"

/** Some providers allow one call a second, so enrichment is limited. Records left are the same for every figure. */
const sourceOptions = { budget: "45 seconds", onProgress: () => Effect.void } as const
/** Pictures of a whole library take an hour; the measured reads need only some. */
const pictureOptions = { ...sourceOptions, budget: "15 seconds" } as const

/** Drains enrichment and some of the pictures, as a host does after the first syncs. Ready when it is done. */
answering((_: null) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Daybook.hostLayer)
    const enrichments = yield* Effect.provide(Enrichments, context)
    yield* Effect.forEach(domains, (domain) => enrichments.drainSources(domain, sourceOptions), {
      concurrency: "unbounded",
      discard: true
    })
    yield* Effect.forEach(domains, (domain) => enrichments.drainShared("images", domain, pictureOptions), {
      concurrency: "unbounded",
      discard: true
    })
    return [null, (_: never) => Effect.void] as const
  })
)
