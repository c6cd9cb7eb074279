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

/** All values of a member with this name, at any depth. */
const allNamed = (name: string, value: unknown): ReadonlyArray<unknown> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) => [...(key === name ? [one] : []), ...allNamed(name, one)])

const sent = (receiver: Receiver, path: string) =>
  receiver
    .received()
    .filter((one) => one.path === path)
    .map(({ body }) => JSON.parse(body.toString()) as unknown)
const spansOf = (receiver: Receiver) =>
  sent(receiver, "/v1/traces").flatMap((data) => allNamed("spans", data).flat() as ReadonlyArray<Span>)

const traceId = "0af7651916cd43dd8448eb211c80319c"

/** Starts a host, sends one request and stops it. */
const serveOneRequest = (env: Environment) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { key } = yield* newKey({ DAYBOOK_DATA_DIR: env["DAYBOOK_DATA_DIR"]! })
      const { host, url } = yield* serve(env)
      const headers = {
        authorization: `Bearer ${key}`,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        "x-request-id": "request-one"
      }
      yield* Effect.promise(() =>
        fetch(`${url}/v1/search?q=private+words`, { headers }).then((response) => response.text())
      )
      yield* host.kill("SIGTERM")
      const ended = yield* host.ended
      return { key, ended }
    })
  )

describe("telemetry", { timeout: patience }, () => {
  it.scopedLive("is sent to the configured endpoint, with routes and without request values", () =>
    Effect.gen(function* () {
      const otlpCollector = yield* collector
      const { ended, key } = yield* serveOneRequest({
        DAYBOOK_DATA_DIR: yield* newDataDir,
        OTEL_EXPORTER_OTLP_ENDPOINT: otlpCollector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "x-team=home%20lab",
        OTEL_SERVICE_NAME: "my-daybook",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test"
      })
      expect(ended).toMatchObject({ code: 0, stderr: "" })
      const spans = spansOf(otlpCollector)
      const request = spans.find(({ name }) => name === "GET /v1/search")
      expect(request).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" })
      expect(Object.fromEntries(request!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))).toEqual({
        "http.request.method": "GET",
        "http.route": "/v1/search",
        "http.response.status_code": expect.anything(),
        "daybook.request_id": "request-one"
      })
      expect(spans.filter((span) => span.traceId === traceId).map(({ name }) => name)).toContain("sql.execute")
      // Polls of the database belong to no request and are not exported.
      expect(spans.filter(({ name, parentSpanId }) => name === "sql.execute" && parentSpanId === undefined)).toEqual([])
      const names = sent(otlpCollector, "/v1/metrics").flatMap((data) => allNamed("name", data))
      for (const name of ["daybook_http_requests_total", "daybook_database_up", "process_resident_memory_bytes"])
        expect(names).toContain(name)
      const all = otlpCollector
        .received()
        .map(({ body }) => body.toString())
        .join("\n")
      expect(all).toContain("my-daybook")
      expect(all).toContain("deployment.environment")
      for (const secret of [key, "private", otlpCollector.url]) expect(all).not.toContain(secret)
      expect(new Set(otlpCollector.received().map(({ headers }) => headers["x-team"]))).toEqual(new Set(["home lab"]))
    })
  )

  it.scopedLive("is sent as protobuf by default, and only for the configured signals", () =>
    Effect.gen(function* () {
      const otlpCollector = yield* collector
      const data = { DAYBOOK_DATA_DIR: yield* newDataDir }
      yield* serveOneRequest({
        ...data,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${otlpCollector.url}/mine`,
        OTEL_SDK_DISABLED: "true"
      })
      expect(otlpCollector.received()).toEqual([])
      yield* serveOneRequest({ ...data, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${otlpCollector.url}/mine` })
      expect(new Set(otlpCollector.received().map(({ path }) => path))).toEqual(new Set(["/mine"]))
      expect(otlpCollector.received()[0]!.headers["content-type"]).toBe("application/x-protobuf")
      expect(otlpCollector.received().some(({ body }) => body.includes("GET /v1/search"))).toBe(true)
    })
  )

  it.effect.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://user:hidden@x" },
      "OTEL_EXPORTER_OTLP_ENDPOINT is not a URL: give one such as http://127.0.0.1:4318"
    ],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc": give one of http/protobuf, http/json'
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: "2" }, 'OTEL_TRACES_SAMPLER_ARG is "2": give a share from 0 to 1']
  ])("a wrong variable is reported in one line: %o", ([env, says]) =>
    Effect.gen(function* () {
      expect(yield* run(["openapi"], env as Environment)).toMatchObject({ code: 1, stderr: `daybook: ${says}\n` })
    })
  )
})
