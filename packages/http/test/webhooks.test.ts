import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const boundary = "------------------------d74496d66958873e"
const part = (name: string, type: string, body: string, file = "") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file === "" ? "" : `; filename="${file}"`}\r\n${type === "" ? "" : `Content-Type: ${type}\r\n`}\r\n${body}\r\n`
const form = (...parts: ReadonlyArray<string>) => `${parts.join("")}--${boundary}--\r\n`
const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` }
const sent = (fields: Readonly<Record<string, string>>) => ({
  method: "POST",
  secret: null,
  query: {},
  text: "",
  fields
})

describe("webhooks", () => {
  it.scoped("pass on query, secret and body without a key", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const at = `${url}/v1/webhooks/strava`
      const confirmed = yield* ask(`${at}?hub.mode=subscribe&hub.challenge=15f7d1a9&hub.verify_token=a%20b`)
      expect(confirmed.status).toBe(200)
      expect(confirmed.headers.get("cache-control")).toBe("no-store")
      expect(confirmed.json).toEqual({
        method: "GET",
        secret: null,
        query: { "hub.mode": "subscribe", "hub.challenge": "15f7d1a9", "hub.verify_token": "a b" },
        text: "",
        fields: {}
      })
      const text = JSON.stringify({ object_id: 16500000001, owner_id: 28684 })
      for (const type of ["application/json", "text/plain", ""]) {
        expect(
          (yield* ask(`${at}/s3cret`, { method: "POST", headers: { "content-type": type }, body: text })).json
        ).toEqual({ method: "POST", secret: "s3cret", query: {}, text, fields: {} })
      }
    })
  )

  it.scoped("parse forms, including a payload sent as a file, and ignore pictures", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const at = `${url}/v1/webhooks/strava`
      const payload = '{"event":"media.scrobble","title":"Größe"}'
      const send = (body: string) => ask(at, { method: "POST", headers: multipart, body })
      for (const [type, file] of [
        ["", ""],
        ["application/json", ""],
        ["application/json", "payload.json"],
        ["text/plain", "blob"]
      ] as const) {
        const picture = part("thumb", "image/jpeg", "\u0000".repeat(70_000), "thumb.jpg")
        expect((yield* send(form(picture, part("payload", type, payload, file)))).json, type).toEqual(sent({ payload }))
        expect((yield* send(form(part("payload", type, payload, file), picture))).json, type).toEqual(sent({ payload }))
      }
      const coded = yield* ask(at, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "payload=%7B%7D&x=1"
      })
      expect(coded.json).toEqual(sent({ payload: "{}", x: "1" }))
    })
  )

  it.scoped("answer 400, 403, 404 and 413 with the error envelope", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const at = `${url}/v1/webhooks/strava`
      expect((yield* ask(`${at}?be=bad`)).json).toEqual({ error: "payload must be JSON", status: 400 })
      expect((yield* ask(`${at}?be=refused`)).json).toEqual({ error: "Forbidden", status: 403 })
      expect((yield* ask(`${url}/v1/webhooks/nobody`, { method: "POST", body: "{}" })).json).toEqual({
        error: "Not found",
        status: 404
      })
      expect((yield* ask(at, { method: "POST", body: "x".repeat(1_048_577) })).json).toEqual({
        error: "Payload too large",
        status: 413
      })
      for (const body of [
        "",
        "nothing",
        `--${boundary}`,
        form(part("payload", "", "{}")).slice(0, 90),
        form(part("payload", "", "{}"), ...Array.from({ length: 100 }, (_, index) => part(`${index}`, "", ""))),
        form(part("payload", "", "{}")).slice(0, -10)
      ]) {
        const answer = yield* ask(at, { method: "POST", headers: multipart, body })
        expect(answer.json, body).toEqual({ error: "the body is not a valid multipart/form-data form", status: 400 })
      }
      expect(
        (yield* ask(at, { method: "POST", headers: { "content-type": "multipart/form-data" }, body: "x" })).status
      ).toBe(400)
      expect((yield* ask(at, { method: "PUT", body: "{}" })).status).toBe(404)
    })
  )
})
