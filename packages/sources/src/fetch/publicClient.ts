import * as HttpClient from "@effect/platform/HttpClient"
import { Context, Effect } from "effect"

/** Loaded at the first request: commands that read no feed start without undici. */
const loading = () => {
  const load = Effect.map(
    Effect.promise(() => import("./makePublicClient.js")),
    ({ makePublicClient }) => makePublicClient()
  )
  const client = Effect.runSync(Effect.cached(load))
  return HttpClient.make((request) => Effect.flatMap(client, ({ execute }) => execute(request)))
}

/** The client for addresses that a provider named, and not the owner. */
export class PublicClient extends Context.Reference<PublicClient>()("@daybook/sources/PublicClient", {
  defaultValue: loading
}) {}
