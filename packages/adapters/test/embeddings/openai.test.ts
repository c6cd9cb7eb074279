import { NodeHttpClient } from "@effect/platform-node"
import { expect, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { fastClock } from "../../src/source-testing/fastClock.js"
import { openai } from "../../src/embeddings/Embedder.js"

interface EmbeddingRequest {
  readonly model: string
  readonly input: ReadonlyArray<string>
}
type Answer = (response: ServerResponse, body: EmbeddingRequest) => void

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

/** Vectors that identify their text, in reverse order, which the protocol allows. */
const well: Answer = (response, { input }) =>
  json(response, 200, {
    object: "list",
    data: input.map((text, index) => ({ object: "embedding", index, embedding: [text.length, 1] })).reverse()
  })

/** An endpoint that gives its answers in turn and repeats the last one. */
const endpoint = (...answers: ReadonlyArray<Answer>) =>
  Effect.gen(function* () {
    const requests: Array<{
      readonly body: EmbeddingRequest
      readonly url: string
      readonly authorization: string | undefined
    }> = []
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      let text = ""
      request.on("data", (part: Buffer) => (text += part.toString()))
      request.on("end", () => {
        const body = JSON.parse(text) as EmbeddingRequest
        requests.push({ body, url: request.url ?? "", authorization: request.headers.authorization })
        answers[Math.min(requests.length, answers.length) - 1]!(response, body)
      })
    }
    const server = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(handle)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => (server.closeAllConnections(), server.close()))
    )
    const model = yield* openai({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
      apiKey: Option.some(Redacted.make("sk-secret-0123")),
      model: "small"
    })
    return { model, requests }
  })

const background = { urgent: false }

layer(NodeHttpClient.layerUndici, { excludeTestServices: true })("an OpenAI-compatible endpoint", (it) => {
  it.scoped("gets texts in batches, and its vectors are put in the order of the texts", () =>
    Effect.gen(function* () {
      const { model, requests } = yield* endpoint(well)
      const texts = Array.from({ length: 70 }, (_, index) => "x".repeat(index))
      const vectors = yield* model.embed(texts, background)
      expect(vectors.map(([length]) => length)).toStrictEqual(texts.map(({ length }) => Math.max(1, length)))
      expect(requests.map(({ body }) => body.input.length)).toStrictEqual([32, 32, 6])
      expect(requests[0]).toStrictEqual({
        body: { ...requests[0]!.body, model: "small" },
        url: "/v1/embeddings",
        authorization: "Bearer sk-secret-0123"
      })
      expect(model.name).toBe("openai:small")
    })
  )

  it.scoped("is retried after transient failures", () =>
    Effect.gen(function* () {
      const { model, requests } = yield* endpoint(
        (response) => json(response, 429, { error: "slow down" }, { "retry-after": "0" }),
        (response) => json(response, 503, {}, { "retry-after": "0" }),
        (response) => response.writeHead(200).end('{"data":['),
        (response, { input }) => json(response, 200, { data: input.slice(1).map(() => ({ embedding: [1] })) }),
        (response) => void response.destroy(),
        well
      )
      const vectors = yield* Effect.withClock(
        model.embed(["a", "b"], background),
        fastClock(() => false)
      )
      expect(vectors).toHaveLength(2)
      expect(requests).toHaveLength(6)
    })
  )

  it.scoped("fails immediately when it refuses the key, without the key in the message", () =>
    Effect.gen(function* () {
      const { model, requests } = yield* endpoint((response) =>
        json(response, 401, { error: "sk-secret-0123 is wrong" })
      )
      const failure = yield* Effect.flip(model.embed(["a"], background))
      expect(failure.state).toBe("unauthorized")
      expect(failure.next).toBe("check DAYBOOK_EMBEDDINGS_API_KEY")
      expect(JSON.stringify(failure)).not.toContain("sk-secret")
      expect(requests).toHaveLength(1)
    })
  )
})
