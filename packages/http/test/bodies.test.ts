import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const megabyte = 1_048_576
const json = { "content-type": "application/json" }

/** Sends a body in chunks, without `Content-Length`. */
const chunked = (url: string, key: string, chunks: ReadonlyArray<string>) =>
  Effect.async<{ readonly status: number; readonly text: string }>((resume) => {
    const sent = request(
      url,
      { method: "POST", headers: { ...json, authorization: `Bearer ${key}`, "transfer-encoding": "chunked" } },
      (answer) => {
        let text = ""
        answer.on("data", (chunk) => (text += chunk))
        answer.on("end", () => resume(Effect.succeed({ status: answer.statusCode!, text })))
      }
    )
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })

describe("bodies", () => {
  it.scoped("are accepted up to 1 MB, with and without Content-Length", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/admin/keys`
      const padded = (size: number) => '{"name":"x"}'.padEnd(size)
      expect(padded(megabyte)).toHaveLength(megabyte)
      expect((yield* ask(path, { key: admin, method: "POST", headers: json, body: padded(megabyte) })).status).toBe(201)
      const over = yield* ask(path, { key: admin, method: "POST", headers: json, body: padded(megabyte + 1) })
      expect(over.json).toEqual({ error: "Payload too large", status: 413 })
      expect(over.headers.get("x-ratelimit-limit")).not.toBeNull()
      const parts = (size: number) => padded(size).match(/.{1,60000}/gs)!
      expect((yield* chunked(path, admin, parts(megabyte))).status).toBe(201)
      const { status, text } = yield* chunked(path, admin, parts(3 * megabyte))
      expect([status, text]).toEqual([413, '{"error":"Payload too large","status":413}'])
    })
  )

  it.scoped("are not read if the key does not allow the request", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const body = "x".repeat(2 * megabyte)
      expect((yield* ask(`${url}/v1/admin/keys`, { method: "POST", headers: json, body })).status).toBe(401)
      expect((yield* ask(`${url}/v1/admin/keys`, { key: read, method: "POST", headers: json, body })).status).toBe(403)
    })
  )

  it.scoped("must be JSON of the documented form, otherwise 400 with one line", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const send = (body: string, headers: Readonly<Record<string, string>> = json) =>
        ask(`${url}/v1/admin/keys`, { key: admin, method: "POST", headers, body })
      const form = "the body must be a JSON object of the documented form"
      const wrong: Readonly<Record<string, string>> = {
        "": "name is missing",
        null: form,
        "[]": form,
        "7": form,
        '"name"': form,
        "{": "the body is not valid JSON; check its syntax",
        '{"name":"a"} x': "the body is not valid JSON; check its syntax",
        "{}": "name is missing",
        '{"name":7}': "name must be one text",
        '{"name":"a","scope":"root"}': 'scope must be "read" or "admin" or "publish"',
        '{"name":"a\\u0000b"}': "name must not contain the character NUL",
        '{"name":" "}': "name must have 1 to 100 characters",
        '{"name":"a","rate_limit":0}': "rate_limit must be a whole number from 1 to 100000",
        '{"name":"a","expires_at":"soon"}': "expires_at must be an ISO 8601 day or timestamp",
        '{"name":"a","expires_at":"2020-01-01"}': "expires_at must lie in the future",
        '{"name":"a","type":"read"}':
          'type is unexpected, expected: "name" | "scope" | "expires_at" | "rate_limit" | "lens" | "origins" | "no_origin"',
        "[[[]]]": form
      }
      for (const [body, error] of Object.entries(wrong))
        expect((yield* send(body)).json, body).toEqual({ error, status: 400 })
      expect((yield* send("[".repeat(500_000))).json).toEqual({
        error: "the body has too many parts or is nested too deeply; send less at a time",
        status: 400
      })
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "x; application/json"
      ]) {
        expect((yield* send('{"name":"a"}', { "content-type": type })).json, type).toEqual({
          error: "the body must be JSON with the content type application/json",
          status: 400
        })
      }
      expect((yield* send('{"name":"a"}', { "content-type": "Application/JSON; charset=utf-8" })).status).toBe(201)
    })
  )
})
