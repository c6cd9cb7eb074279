import * as Daybook from "@daybook/adapters"
import { Embedder } from "@daybook/core/search"
import { serve } from "@daybook/http"
import { Context, Effect, Layer } from "effect"
import { databaseUrl } from "../support/databaseUrl.js"
import { answering } from "../support/answering.js"

/**
 * A host without an answer cache, so that each read takes the full path: limit, key, parameters, database and schema. A
 * question with texts is answered with their embeddings.
 */
answering((_: null) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Daybook.hostLayer)
    const options = {
      host: "127.0.0.1",
      port: 0,
      rateLimit: 1_000_000_000,
      corsOrigins: ["*"],
      trustedProxies: [],
      cacheBytes: 0
    }
    const { port } = yield* Effect.provide(serve(options), context)
    const model = Context.get(context, Embedder)
    const embed = (texts: ReadonlyArray<string>) =>
      model === null
        ? Effect.dieMessage("embeddings are off")
        : Effect.map(model.embed(texts, { urgent: true }), (vectors) => vectors.map((vector) => [...vector]))
    return [{ port, address: yield* Effect.provide(databaseUrl, context), model: model?.name ?? "" }, embed] as const
  })
)
