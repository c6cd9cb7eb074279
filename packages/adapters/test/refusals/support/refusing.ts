import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { type Refusal, refusals } from "./refusals.js"

/** The true answers, but from the call after `after` on the provider refuses. */
export const refusing = (provider: HttpClient.HttpClient, after: number, refusal: Refusal) => {
  let calls = 0
  const { body, status } = refusals[refusal]
  const client = HttpClient.make((request) => {
    calls += 1
    if (calls <= after) return provider.execute(request)
    const answerWith = (text: string) => HttpClientResponse.fromWeb(request, new Response(text, { status }))
    return body === null
      ? Effect.map(
          Effect.flatMap(provider.execute(request), ({ text }) => text),
          (text) => answerWith(text.slice(0, Math.floor(text.length / 2)))
        )
      : Effect.succeed(answerWith(body))
  })
  return { client, calls: () => calls }
}
