import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { type Environment, patience, run } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"
import { newKey, serve } from "./support/host.js"
import { collector, type Receiver } from "./support/receiver.js"

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Span {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<Attribute>
}

/** Everything under a name, however deep. */
const allNamed = (name: string, value: unknown): ReadonlyArray<unknown> =>
  typeof value !== "object" || value === null ? [] : Object.entries(value).flatMap(([key, one]) => [...key === name ? [one] : [], ...allNamed(name, one)])

const sent = (receiver: Receiver, path: string) => receiver.received().filter((one) => one.path === path).map(({ body }) => JSON.parse(body.toString()) as unknown)
const spansOf = (receiver: Receiver) => sent(receiver, "/v1/traces").flatMap((data) => allNamed("spans", data).flat() as ReadonlyArray<Span>)

const traceId = "0af7651916cd43dd8448eb211c80319c"

/** Asks a host one thing, and lets it end. */
const asked = (env: Environment) =>
  Effect.scoped(Effect.gen(function*() {
    const { key } = yield* newKey({ DAYBOOK_DATA_DIR: env["DAYBOOK_DATA_DIR"]! })
    const { host, url } = yield* serve(env)
    const headers = { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-b7ad6b7169203331-01`, "x-request-id": "asked-once" }
    yield* Effect.promise(() => fetch(`${url}/v1/search?q=private+words`, { headers }).then((response) => response.text()))
    yield* host.kill("SIGTERM")
    const ended = yield* host.ended
    return { key, ended }
  }))

describe("telemetry", { timeout: patience }, () => {
  it.scopedLive("goes to where the standard variables say, by route and without what was asked", () =>
    Effect.gen(function*() {
      const taker = yield* collector
      const { ended, key } = yield* asked({
        DAYBOOK_DATA_DIR: yield* newDataDir,
        OTEL_EXPORTER_OTLP_ENDPOINT: taker.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "x-team=home%20lab",
        OTEL_SERVICE_NAME: "my-daybook",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test"
      })
      expect(ended).toMatchObject({ code: 0, stderr: "" })
      const spans = spansOf(taker)
      const request = spans.find(({ name }) => name === "GET /v1/search")
      expect(request).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" })
      expect(Object.fromEntries(request!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))).toEqual({
        "http.request.method": "GET",
        "http.route": "/v1/search",
        "http.response.status_code": expect.anything(),
        "daybook.request_id": "asked-once"
      })
      expect(spans.filter((span) => span.traceId === traceId).map(({ name }) => name)).toContain("sql.execute")
      // The host looks into its database all the time: that is nobody's request.
      expect(spans.filter(({ name, parentSpanId }) => name === "sql.execute" && parentSpanId === undefined)).toEqual([])
      const names = sent(taker, "/v1/metrics").flatMap((data) => allNamed("name", data))
      for (const name of ["daybook_http_requests_total", "daybook_database_up", "process_resident_memory_bytes"]) expect(names).toContain(name)
      const all = taker.received().map(({ body }) => body.toString()).join("\n")
      expect(all).toContain("my-daybook")
      expect(all).toContain("deployment.environment")
      for (const secret of [key, "private", taker.url]) expect(all).not.toContain(secret)
      expect(new Set(taker.received().map(({ headers }) => headers["x-team"]))).toEqual(new Set(["home lab"]))
    }))

  it.scopedLive("is sent in protobuf unless told otherwise, and only of what is wanted", () =>
    Effect.gen(function*() {
      const taker = yield* collector
      const data = { DAYBOOK_DATA_DIR: yield* newDataDir }
      yield* asked({ ...data, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${taker.url}/mine`, OTEL_SDK_DISABLED: "true" })
      expect(taker.received()).toEqual([])
      yield* asked({ ...data, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${taker.url}/mine` })
      expect(new Set(taker.received().map(({ path }) => path))).toEqual(new Set(["/mine"]))
      expect(taker.received()[0]!.headers["content-type"]).toBe("application/x-protobuf")
      expect(taker.received().some(({ body }) => body.includes("GET /v1/search"))).toBe(true)
    }))

  it.effect.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://user:hidden@x" }, "OTEL_EXPORTER_OTLP_ENDPOINT is no address: give one such as http://127.0.0.1:4318"],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL is \"grpc\": give one of http/protobuf, http/json"],
    [{ OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG is \"2\": give a share from 0 to 1"]
  ])("says in one line what is wrong: %o", ([env, says]) =>
    Effect.gen(function*() {
      expect(yield* run(["openapi"], env as Environment)).toMatchObject({ code: 1, stderr: `daybook: ${says}\n` })
    }))
})
