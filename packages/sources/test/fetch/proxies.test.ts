import * as HttpClient from "@effect/platform/HttpClient"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { makePublicClient } from "../../src/fetch/makePublicClient.js"
import { make } from "../../src/fetch/safeFetch.js"
import { server } from "../../../adapters/test/images/support/server.js"

const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]

it.scopedLive("no call goes through a proxy of the environment, which would connect to addresses unchecked", () =>
  Effect.gen(function* () {
    let calls = 0
    const proxy = yield* server((_, response) => {
      calls++
      response.end("through the proxy")
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
    for (const name of names) vi.stubEnv(name, `http://${proxy.host}`)
    vi.stubEnv("NODE_USE_ENV_PROXY", "1")
    vi.stubEnv("NO_PROXY", "")
    const target = yield* server((_, response) => response.end("direct"))
    const { get } = yield* make({ allow: [target.host] })
    expect(Buffer.from((yield* get(`http://${target.host}/`)).bytes).toString()).toBe("direct")
    const provider = HttpClient.get(`http://${target.host}/`).pipe(Effect.flatMap((answer) => answer.text))
    expect(yield* Effect.provide(provider, NodeHttpClient.layerUndici)).toBe("direct")
    yield* Effect.flip(get("http://10.0.0.1/"))
    yield* Effect.flip(makePublicClient().get("http://10.0.0.1/"))
    expect(calls).toBe(0)
  })
)
