import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"
import { goodSignature } from "./support/domains/images.js"

const signed = `/images/listening/albums/2?v=3&s=${goodSignature}`
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00])

const form = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  body.set(name, new Blob([bytes], { type: "image/png" }), "cover.png")
  return body
}

describe("the image proxy", () => {
  it.scoped("serves signed addresses to anyone, immutable", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      for (const _ of ["made", "kept"]) {
        const answer = yield* ask(`${url}${signed}&w=300&h=200`, {
          headers: { accept: "text/html,image/avif,image/webp,*/*" }
        })
        expect(answer.status).toBe(200)
        expect(answer.headers.get("content-type")).toBe("image/avif")
        expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
        expect(answer.headers.get("vary")).toContain("Accept")
        expect(answer.headers.get("x-ratelimit-limit")).not.toBeNull()
        expect(JSON.parse(answer.text)).toMatchObject({
          domain: "listening",
          collection: "albums",
          id: 2,
          width: 300,
          height: 200,
          fit: "cover",
          quality: 85,
          format: "avif"
        })
        const unchanged = yield* ask(`${url}${signed}&w=300&h=200`, {
          headers: { accept: "image/avif", "if-none-match": answer.headers.get("etag")! }
        })
        expect(unchanged.status).toBe(304)
        const head = yield* ask(`${url}${signed}&w=300&h=200`, { method: "HEAD", headers: { accept: "image/avif" } })
        expect(head.text).toBe("")
        expect(head.headers.get("content-length")).toBe(answer.headers.get("content-length"))
      }
    })
  )

  it.scoped("serves each client a supported format, also from the cache", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const expected: ReadonlyArray<readonly [accept: string, type: string]> = [
        ["image/avif,image/webp,*/*", "image/avif"],
        ["image/webp,*/*;q=0.8", "image/webp"],
        ["image/avif;q=0, image/webp", "image/webp"],
        ["*/*", "image/jpeg"],
        ["image/*", "image/jpeg"]
      ]
      for (const [accept, type] of [...expected, ...expected]) {
        expect((yield* ask(url + signed, { headers: { accept } })).headers.get("content-type"), accept).toBe(type)
      }
      expect(
        (yield* ask(`${url}${signed}&format=webp`, { headers: { accept: "image/avif" } })).headers.get("content-type")
      ).toBe("image/webp")
    })
  )

  it.scoped("does not reveal whether a picture exists without a signature", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const paths = [
        "/images/listening/albums/2",
        "/images/listening/albums/2?v=3",
        "/images/listening/albums/2?v=3&s=",
        "/images/listening/albums/2?v=3&s=signee",
        `/images/listening/albums/99?v=3&s=${goodSignature}`,
        `/images/nowhere/albums/2?v=3&s=${goodSignature}`,
        `/images/listening/albums/x?v=3&s=${goodSignature}`
      ]
      for (const path of paths) {
        for (const key of [undefined, admin]) {
          const answer = yield* ask(url + path, { key })
          expect(answer.json, path).toEqual({ error: "Not found", status: 404 })
          expect(answer.headers.get("cache-control")).toBe("no-store")
        }
      }
    })
  )

  it.scoped("redirects other versions to the current one and rejects invalid transforms", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      for (const v of ["v=1&", "v=9&", ""]) {
        const moved = yield* ask(`${url}/images/listening/albums/2?${v}w=64&s=${goodSignature}`)
        expect(moved.status).toBe(302)
        expect(moved.headers.get("cache-control")).toBe("no-store")
        const location = new URL(moved.headers.get("location")!, url)
        expect(Object.fromEntries(location.searchParams)).toEqual({ v: "3", w: "64", s: goodSignature })
        expect((yield* ask(location.href)).status).toBe(200)
      }
      for (const wrong of [
        "w=0",
        "w=4097",
        "h=-1",
        "w=1.5",
        "fit=stretch",
        "format=svg",
        "q=0",
        "q=101",
        "quality=high",
        "v=x"
      ]) {
        const answer = yield* ask(`${url}/images/listening/albums/2?v=3&s=${goodSignature}&${wrong}`)
        expect(answer.json, wrong).toEqual({ error: expect.stringMatching(/ must be /), status: 400 })
      }
      expect((yield* ask(`${url}${signed}&w=4096&quality=1&height=4096`)).status).toBe(200)
    })
  )

  it.scoped("has a separate limit, so that pictures do not use up calls", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ rateLimit: 2 })
      for (let index = 0; index < 40; index++) expect((yield* ask(url + signed)).status).toBe(200)
      expect((yield* ask(url + signed)).status).toBe(429)
      expect((yield* ask(`${url}/v1/health`)).status).toBe(200)
    })
  )
})

describe("pictures by entity", () => {
  it.scoped("redirect with placeholders in headers", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const answer = yield* ask(`${url}/v1/images/listening/albums/2/poster-sm?artist_name=Somebody&mbid=x`, {
        key: read
      })
      expect(answer.status).toBe(302)
      expect(answer.headers.get("location")).toBe(
        `https://daybook.example/images/listening/albums/2?v=3&size=poster-sm&s=${goodSignature}`
      )
      expect(answer.headers.get("cache-control")).toBe("no-store")
      expect(answer.headers.get("x-thumbhash")).toBe("1QcSHQRnh493V4dIh4eXh1h4kJUI")
      expect(answer.headers.get("x-dominant-color")).toBe("#203040")
      expect(answer.headers.get("x-accent-color")).toBe("#e0a050")
      expect((yield* ask(`${url}/v1/images/listening/albums/2/medium`)).status).toBe(401)
      for (const path of ["listening/albums/3/medium", "listening/albums/4/medium", "listening/artists/1/medium"]) {
        expect((yield* ask(`${url}/v1/images/${path}`, { key: read })).json, path).toEqual({
          error: "Not found",
          status: 404
        })
      }
      for (const path of [
        "walking/albums/1/medium",
        "listening/songs/1/medium",
        "listening/movies/1/medium",
        "running/albums/1/medium",
        "listening/albums/one/medium",
        "listening/albums/1/huge"
      ]) {
        expect((yield* ask(`${url}/v1/images/${path}`, { key: read })).status, path).toBe(400)
      }
    })
  )
})

describe("a picture override", () => {
  it.scoped("is set from an address or a file, and removed", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/v1/admin/images/listening/albums/2`
      const alternatives = yield* ask(`${path}/alternatives`, { key: admin })
      expect(alternatives.json).toEqual({
        entity: { domain: "listening", entity_type: "albums", entity_id: "2" },
        current_source: "deezer",
        is_override: false,
        alternatives: [{ source: "deezer", url: "https://pictures.example/found.jpg", width: 1_000, height: 1_000 }]
      })
      expect((yield* ask(`${path}/override`, { key: admin, method: "DELETE" })).status).toBe(400)
      const chosen = yield* ask(path, {
        key: admin,
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source_url: "https://pictures.example/mine.jpg" })
      })
      expect(chosen.json).toEqual({
        domain: "listening",
        entity_type: "albums",
        entity_id: "2",
        image_url: expect.stringContaining("v=4"),
        source: "chosen",
        is_override: true,
        image_version: 4,
        thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
        dominant_color: "#203040",
        accent_color: "#e0a050"
      })
      const uploaded = yield* ask(path, { key: admin, method: "PUT", body: form("image", png) })
      expect(uploaded.json).toMatchObject({ source: "upload", is_override: true, image_version: 5 })
      const back = yield* ask(`${path}/override`, { key: admin, method: "DELETE" })
      expect(back.json).toMatchObject({ source: "deezer", is_override: false })
      expect(back.json.image_version).toBeGreaterThan(5)
      expect((yield* ask(path, { key: read, method: "PUT", body: form("image", png) })).json).toEqual({
        error: "Forbidden",
        status: 403
      })
    })
  )

  it.scoped("is rejected with one line if the picture is invalid", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/admin/images/listening/albums/2`
      const json = { "content-type": "application/json" }
      const bodies: ReadonlyArray<RequestInit & { readonly headers?: Record<string, string> }> = [
        { body: "{}", headers: json },
        { body: "{", headers: json },
        { body: JSON.stringify({ source_url: "" }), headers: json },
        { body: JSON.stringify({ source_url: "http://down.example/x" }), headers: json },
        { body: JSON.stringify({ source_url: "file:///etc/passwd" }), headers: json },
        { body: form("picture", png) },
        { body: form("image", Buffer.from("<svg/>")) },
        { body: "image=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
        { body: "--x\r\nbroken", headers: { "content-type": "multipart/form-data; boundary=x" } },
        { body: "nothing", headers: { "content-type": "multipart/form-data" } }
      ]
      for (const [index, init] of bodies.entries()) {
        const answer = yield* ask(path, { key: admin, method: "PUT", ...init })
        expect(answer.json, String(index)).toEqual({ error: expect.stringMatching(/^[^\n]{1,200}$/), status: 400 })
      }
      expect(
        (yield* ask(`${url}/v1/admin/images/listening/albums/77`, {
          key: admin,
          method: "PUT",
          body: form("image", png)
        })).status
      ).toBe(404)
      expect(
        (yield* ask(path, { key: admin, method: "PUT", body: form("image", Buffer.alloc(22 * 1_048_576, 0x89)) }))
          .status
      ).toBe(413)
      expect(
        (yield* ask(path, { key: admin, method: "PUT", body: form("image", Buffer.alloc(10 * 1_048_576, 0x89)) }))
          .status
      ).toBe(200)
    })
  )

  it.scoped("is followed by recomputed placeholders on request", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/admin/images/regenerate-thumbhashes`
      expect((yield* post(path, admin, {})).json).toEqual({ updated: 1, failed: 0, remaining: 1 })
      expect((yield* post(path, admin, { batch_size: 201 })).status).toBe(400)
    })
  )
})
