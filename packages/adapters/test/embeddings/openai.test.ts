import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { openai } from "../../src/embeddings/openai.js"

interface Asked {
  readonly model: string
  readonly input: ReadonlyArray<string>
}
type Answer = (response: ServerResponse, asked: Asked) => void

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

/** Vectors that tell which text they are of, in the reverse order, as an endpoint may. */
const well: Answer = (response, { input }) =>
  json(response, 200, { object: "list", data: input.map((text, index) => ({ object: "embedding", index, embedding: [text.length, 1] })).reverse() })

/** An endpoint that gives its answers in turn, the last one for ever. */
const endpoint = (...answers: ReadonlyArray<Answer>) =>
  Effect.gen(function*() {
    const requests: Array<{ readonly asked: Asked; readonly url: string; readonly authorization: string | undefined }> = []
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      let text = ""
      request.on("data", (part: Buffer) => text += part.toString())
      request.on("end", () => {
        const asked = JSON.parse(text) as Asked
        requests.push({ asked, url: request.url ?? "", authorization: request.headers.authorization })
        answers[Math.min(requests.length, answers.length) - 1]!(response, asked)
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
  it.scoped("is asked in batches, and answers in the order of the texts", () =>
    Effect.gen(function*() {
      const { model, requests } = yield* endpoint(well)
      const texts = Array.from({ length: 70 }, (_, index) => "x".repeat(index))
      const vectors = yield* model.embed(texts, background)
      assert.deepStrictEqual(vectors.map(([length]) => length), texts.map(({ length }) => Math.max(1, length)))
      assert.deepStrictEqual(requests.map(({ asked }) => asked.input.length), [32, 32, 6])
      assert.deepStrictEqual(requests[0], { asked: { ...requests[0]!.asked, model: "small" }, url: "/v1/embeddings", authorization: "Bearer sk-secret-0123" })
      assert.strictEqual(model.name, "openai:small")
    }))

  it.scoped("is asked again after what passes", () =>
    Effect.gen(function*() {
      const { model, requests } = yield* endpoint(
        (response) => json(response, 429, { error: "slow down" }, { "retry-after": "0" }),
        (response) => json(response, 503, {}, { "retry-after": "0" }),
        (response) => response.writeHead(200).end("{\"data\":["),
        (response, { input }) => json(response, 200, { data: input.slice(1).map(() => ({ embedding: [1] })) }),
        (response) => void response.destroy(),
        well
      )
      assert.strictEqual((yield* model.embed(["a", "b"], background)).length, 2)
      assert.strictEqual(requests.length, 6)
    }))

  it.scoped("fails at once, and without the key in it, when the key is refused", () =>
    Effect.gen(function*() {
      const { model, requests } = yield* endpoint((response) => json(response, 401, { error: "sk-secret-0123 is wrong" }))
      const failure = yield* Effect.flip(model.embed(["a"], background))
      assert.strictEqual(failure.state, "unauthorized")
      assert.strictEqual(failure.next, "check DAYBOOK_EMBEDDINGS_API_KEY")
      assert.notInclude(JSON.stringify(failure), "sk-secret")
      assert.strictEqual(requests.length, 1)
    }))
})
