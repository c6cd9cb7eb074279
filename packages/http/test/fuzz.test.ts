import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Layer, Schema } from "effect"
import { type Host, SharedHost, host } from "./support/host.js"
import { ask, post } from "./support/http.js"
import {
  type Operation,
  type Parameter,
  changing,
  declaredDomains,
  reading,
  usualBody,
  usualPath
} from "./support/operations.js"

/** Cases per operation; `npm run torture` runs 500. */
const casesEach = Number(process.env["DAYBOOK_FUZZ_CASES"] ?? (process.env["DAYBOOK_TEST_DEPTH"] === "quick" ? 1 : 20))

/** Texts that commonly break parsers, databases, calendars and prototypes. */
const nasty = [
  "",
  " ",
  "0",
  "-1",
  "1",
  "2",
  "01",
  "+1",
  "1.5",
  "1e9",
  "1e309",
  "-0",
  "NaN",
  "Infinity",
  "0x10",
  "2147483647",
  "2147483648",
  "9007199254740993",
  "9".repeat(400),
  "true",
  "false",
  "TRUE",
  "null",
  "undefined",
  "[]",
  "{}",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "%00",
  "%",
  "%zz",
  "%ff",
  "%ed%a0%80",
  "%F0%9F%8E%B5",
  "+",
  "%2B",
  "a&limit=3",
  "%26",
  "'",
  '"',
  "''; --",
  "%27%3B%20DROP%20TABLE%20plays%3B--",
  "\\",
  "%5C",
  "%25",
  "_",
  "*",
  "(",
  "a{2}",
  "%0d%0aX-Injected:1",
  "../../etc/passwd",
  "%2e%2e%2f",
  "<script>",
  "${7*7}",
  "{{7*7}}",
  "2025-03-15",
  "2025-02-29",
  "2024-02-29",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "10000-01-01",
  "-000001-01-01",
  "2025-3-1",
  "2025-03-15T00:00:00",
  "2025-03-15T00:00:00Z",
  "2025-03-30T02:30:00",
  "2025-03-15T24:00:00Z",
  "2025-03-15T00:00:00%2B14:00",
  "2025-03-15T00:00:00-12:00",
  "2025-03-15T00:00:00%2B99:99",
  "0001-01-01T00:00:00%2B14:00",
  "9999-12-31T23:59:59.999999999Z",
  "2000",
  "1999",
  "2026",
  "2027",
  "x".repeat(2_000),
  "é",
  "%E2%80%8F",
  "%C2%A0",
  "１２",
  "%EF%BC%91"
]

const fitting = ({ name, schema }: Parameter): fc.Arbitrary<string> =>
  schema.enum !== undefined
    ? fc.constantFrom(...schema.enum)
    : name === "source"
      ? fc.constant("strava")
      : name === "year"
        ? fc.constantFrom("2023", "2024", "2025")
        : schema.type === "integer"
          ? fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 3_000, 3_000) }).map(String)
          : schema.type === "boolean"
            ? fc.constantFrom("true", "1", "false", "0", "")
            : fc.constantFrom("a", "2024-05-01", "2024-05-01T10:00:00Z", "glass")

const raw = (parameter: Parameter) =>
  fc.oneof(
    { weight: 3, arbitrary: fitting(parameter) },
    { weight: 3, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map(encodeURIComponent) }
  )

const inUrl = (text: string) =>
  text.replaceAll(/[\s#<>"\\^`{|}]/g, encodeURIComponent).replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)

const url = (operation: Operation): fc.Arbitrary<string> => {
  const path = fc.record(
    Object.fromEntries(operation.parameters.filter((one) => one.in === "path").map((one) => [one.name, raw(one)]))
  )
  const pairs = operation.parameters
    .filter((one) => one.in === "query")
    .map((one) => raw(one).map((value) => `${one.name}=${value}`))
  const query = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: pairs.length === 0 ? fc.constant("x=y") : fc.oneof(...pairs) },
      { weight: 1, arbitrary: fc.constantFrom(...nasty) }
    ),
    { maxLength: 6 }
  )
  return fc
    .tuple(path, query)
    .map(([values, parts]) =>
      inUrl(
        operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          (values[name] ?? "1").replaceAll("/", "%2F").replaceAll("?", "%3F")
        ) + (parts.length === 0 ? "" : `?${parts.join("&")}`)
      )
    )
}

/** Created once, since it covers a million characters. */
const anyText = fc.string({ unit: "binary" })

const body = (operation: Operation): fc.Arbitrary<string> => {
  const usual = usualBody[operation.path]
  if (usual === undefined) return fc.constant("")
  const base: Readonly<Record<string, unknown>> = { ...(usual as object) }
  const changed = fc.record(
    Object.fromEntries(
      [...Object.keys(base), "scope", "reason", "expires_at", "rate_limit", "extra"].map((name) => [
        name,
        fc.oneof(
          fc.constant(base[name]),
          fc.constantFrom(...nasty.map((text) => decodeSafely(text))),
          fc.jsonValue({ maxDepth: 2 }),
          anyText
        )
      ])
    )
  )
  return fc.oneof(
    { weight: 5, arbitrary: changed.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() }
  )
}

const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.dictionary(
  fc.constantFrom("if-none-match", "origin", "x-request-id", "x-forwarded-for", "accept", "range"),
  fc.constantFrom(
    ...nasty.filter((text) => /^[\x21-\x7e]{1,300}$/.test(text)),
    "*",
    "a, b, c",
    'W/"x"',
    "::1, 10.0.0.1",
    "bytes=0-1"
  )
)

const decodeSafely = (text: string) =>
  Either.getOrElse(
    Either.try(() => decodeURIComponent(text)),
    () => text
  )

/** Creates records to delete, and an admin key that is not deleted first. */
const prepared = Effect.gen(function* () {
  const stage = yield* host({ trustedProxies: ["127.0.0.1"], domains: declaredDomains })
  for (let id = 1; id <= 4; id++)
    yield* post(`${stage.url}/v1/listening/admin/filters`, stage.admin, {
      filter_type: "custom",
      pattern: "x",
      scope: "artist"
    })
  yield* post(`${stage.url}/v1/admin/corrections`, stage.admin, {
    kind: "hide",
    type: "artist",
    subject: { artist: "Velmora Tide" }
  })
  yield* post(`${stage.url}/v1/admin/lenses/runs/token`, stage.admin, {})
  const keys = yield* Effect.replicateEffect(stage.keys.create({ name: "another", scope: "admin" }), 40)
  return { ...stage, admin: keys.at(-1)!.token }
})

type Case = readonly [path: string, body: string, headers: Readonly<Record<string, string>>]

const check = (stage: Host, operation: Operation, [path, sent, headers]: Case) =>
  Effect.gen(function* () {
    const posts = ["POST", "PUT", "PATCH"].includes(operation.method)
    const answer = yield* ask(stage.url + path, {
      key: stage.admin,
      method: operation.method,
      headers: posts ? { ...headers, "content-type": "application/json" } : headers,
      ...(posts ? { body: sent } : {})
    })
    const what = `${operation.method} ${path} ${sent} ${JSON.stringify(headers)} -> ${answer.status} ${answer.text.slice(0, 300)}`
    expect(answer.status, what).toBeLessThan(500)
    expect(answer.headers.get("x-ratelimit-limit"), what).not.toBeNull()
    expect(answer.headers.get("x-injected"), what).toBeNull()
    if (answer.status === 304) {
      expect(answer.text, what).toBe("")
      expect(headers["if-none-match"], what).toBe("*")
    } else if (answer.status >= 400) {
      expect(answer.json, what).toEqual({ error: expect.stringMatching(/^[^\n]{1,200}$/), status: answer.status })
      expect(["400", "404", "414"], what).toContain(String(answer.status))
    } else {
      // ndjson is another form of the same schema; cards and backups have no JSON.
      const type = answer.headers.get("content-type") ?? ""
      const otherTypes = [
        "application/x-ndjson",
        "image/svg+xml",
        "image/png",
        "application/x-tar",
        "application/octet-stream"
      ]
      // Files for other programs have their forms, and tests of their own.
      const isOther = otherTypes.includes(type) || operation.path === "/v1/admin/export"
      const decoded = Schema.decodeUnknownEither(operation.success, { onExcessProperty: "error" })(answer.json)
      expect(isOther || Either.isRight(decoded), what).toBe(true)
    }
    return answer.status
  })

const answersAll = <E, R>(operation: Operation, stage: Effect.Effect<Host, E, R>) =>
  Effect.gen(function* () {
    // Generated first, since the host's connections would time out meanwhile.
    const cases = fc.sample(fc.tuple(url(operation), body(operation), headers), {
      numRuns: casesEach,
      seed: 20_250_315
    })
    const one = yield* stage
    // Random paths with many parameters are rarely valid.
    const statuses = yield* Effect.forEach(
      [[usualPath(operation), JSON.stringify(usualBody[operation.path] ?? {}), {}] as const, ...cases],
      (sent) => check(one, operation, sent),
      { concurrency: 8 }
    )
    expect(statuses.some((status) => status < 400 && status !== 304)).toBe(true)
  })

const nameOf = ({ method, path }: Operation) => `${method} ${path} answers by its schema, or with a one-line error`

layer(Layer.scoped(SharedHost, prepared))("arbitrary requests", (it) => {
  for (const operation of reading) it.effect(nameOf(operation), () => answersAll(operation, SharedHost))
})

describe("arbitrary writes", () => {
  for (const operation of changing) it.scoped(nameOf(operation), () => answersAll(operation, prepared))
})
