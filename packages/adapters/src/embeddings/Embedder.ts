import { Embedder, type Model } from "@daybook/core/search"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Duration, Effect, Either, Layer, Option, Redacted, Schema } from "effect"
import {
  type Answer,
  readJson,
  exchange,
  refusedAnswer,
  Setback,
  about,
  failureOf,
  patiently,
  transient,
  Verdict
} from "@daybook/sources/kit"
import * as Setting from "@daybook/sources/setting"
import { local } from "./local.js"

const kind = Setting.withDefault(
  Setting.oneOf(
    "DAYBOOK_EMBEDDINGS",
    ["local", "openai", "off"],
    "`local`: English model, no network; `openai`: an endpoint",
    "local, openai or off"
  ),
  "local",
  "local"
)

/** Settings of an OpenAI-compatible endpoint. Local ones often need no key. */
const endpoint = Setting.settings({
  url: Setting.baseUrl("DAYBOOK_EMBEDDINGS_URL", "https://api.openai.com/v1", "any endpoint compatible with OpenAI's"),
  apiKey: Setting.optional(Setting.secret("DAYBOOK_EMBEDDINGS_API_KEY", "key of the endpoint, if it wants one")),
  model: Setting.requiredAtTimes(
    Setting.text("DAYBOOK_EMBEDDINGS_MODEL", "name of the model at the endpoint"),
    "required with `openai`"
  )
})
type Endpoint = Setting.ValuesOf<typeof endpoint>

export const embeddingSettings = [kind, ...Object.values(endpoint.fields)]

/**
 * https://platform.openai.com/docs/api-reference/embeddings/create, which Ollama, LM Studio, vLLM and others implement:
 *
 *   POST {url}/embeddings {"model":"text-embedding-3-small","input":["…","…"],"encoding_format":"float"}
 *   {"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.0023,-0.0093]}],"model":"…","usage":{…}}
 */
const Embeddings = Schema.Struct({
  data: Schema.Array(Schema.Struct({ index: Schema.optional(Schema.Number), embedding: Schema.Array(Schema.Number) }))
})

const name = "the embeddings endpoint"
const batch = 32
const limits = { timeout: Duration.seconds(30), maxBytes: 32 * 1_048_576 }
/** Timeouts: a search must answer quickly, background work may take longer. */
const patience = { urgent: Duration.seconds(8), background: Duration.seconds(75) }
const advice = {
  unauthorized: "check DAYBOOK_EMBEDDINGS_API_KEY",
  not_found: "check DAYBOOK_EMBEDDINGS_URL and DAYBOOK_EMBEDDINGS_MODEL",
  bad_answer: "check DAYBOOK_EMBEDDINGS_URL and DAYBOOK_EMBEDDINGS_MODEL",
  unavailable: "check DAYBOOK_EMBEDDINGS_URL; it is tried again later"
}

/** Any OpenAI-compatible endpoint. Such models accept thousands of characters per text. */
export const openai = (endpoint: Endpoint) =>
  Effect.map(HttpClient.HttpClient, (baseClient): Model => {
    const client = HttpClient.withTracerDisabledWhen(baseClient, () => true)
    const once = (texts: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const request = requestOf(endpoint, texts)
        const answer = yield* exchange("embeddings", client, request, limits)
        return yield* Effect.mapError(vectorsIn(answer, texts.length), (setback) =>
          about(setback, refusedAnswer(request, answer))
        )
      })
    return {
      name: `openai:${endpoint.model}`,
      window: { characters: 6_000, chunks: 3 },
      embed: (texts, { urgent }) =>
        Effect.forEach(inBatches(texts), (some) =>
          patiently(() => once(some), {
            name,
            patience: urgent ? patience.urgent : patience.background,
            onSetback: () => Effect.void
          })
        ).pipe(
          Effect.map((vectors) => vectors.flat()),
          Effect.mapError((setback) => failureOf(setback, { source: "embeddings", name, advice }))
        )
    }
  })

const inBatches = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(texts.length / batch) }, (_, index) => texts.slice(index * batch, (index + 1) * batch))

const requestOf = ({ apiKey, model, url }: Endpoint, texts: ReadonlyArray<string>) => {
  const request = HttpClientRequest.post(`${url.replace(/\/+$/, "")}/embeddings`).pipe(
    HttpClientRequest.acceptJson,
    HttpClientRequest.bodyUnsafeJson({
      model,
      input: texts.map((text) => (text === "" ? " " : text)),
      encoding_format: "float"
    })
  )
  return Option.match(apiKey, {
    onNone: () => request,
    onSome: (key) => HttpClientRequest.bearerToken(request, Redacted.value(key))
  })
}

const failOnSetback = (verdict: Verdict.Verdict): Effect.Effect<void, Setback> =>
  verdict._tag === "Good"
    ? Effect.void
    : verdict._tag === "Again"
      ? transient(verdict.state, verdict.what, verdict.wait)
      : new Setback({ ...verdict, final: true, wait: Option.none() })

const vectorsIn = (answer: Answer, count: number): Effect.Effect<ReadonlyArray<Float32Array>, Setback> =>
  Effect.gen(function* () {
    yield* failOnSetback(Verdict.ofStatus(answer))
    const body = yield* Either.mapLeft(readJson(Embeddings)(answer), (what) => transient("bad_answer", what))
    return yield* vectorsOf(body, count)
  })

/** One vector per text, all of one length, in any order. */
const vectorsOf = (
  { data }: typeof Embeddings.Type,
  count: number
): Either.Either<ReadonlyArray<Float32Array>, Setback> => {
  const inOrder = data.map((one, place) => ({ ...one, index: one.index ?? place })).sort((a, b) => a.index - b.index)
  const dimensions = inOrder[0]?.embedding.length ?? 0
  const whole =
    inOrder.length === count &&
    inOrder.every(({ embedding, index }, place) => index === place && embedding.length === dimensions) &&
    dimensions > 0
  return whole
    ? Either.right(inOrder.map(({ embedding }) => Float32Array.from(embedding)))
    : Either.left(transient("bad_answer", "does not answer with one vector for each text"))
}

/** The embedding model of the settings. */
export const layer = Layer.scoped(
  Embedder,
  Effect.gen(function* () {
    const chosenKind = yield* kind.config
    if (chosenKind === "off") return null
    return chosenKind === "local" ? yield* local : yield* openai(yield* endpoint.config)
  })
)
