import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { withoutSecrets } from "../../src/raw/withoutSecrets.js"
import { depth } from "../support/depth.js"

/** A value that a provider may have issued: nothing in it says that it is a secret. */
const canary = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/).filter((text) => !/^[-_]|[-_]$/.test(text))

/** How answers and files write secrets, by RFC 6749, RFC 6265, RFC 7235, and the providers' own documents. */
const places: ReadonlyArray<(secret: string) => string> = [
  (secret) => `{"access_token":"${secret}","expires_in":3600}`,
  (secret) => `{ "refreshToken" : "${secret}" }`,
  (secret) => `{"user":{"password": "${secret}"},"tracks":[]}`,
  (secret) => `{"body":"{\\"api_key\\":\\"${secret}\\"}"}`,
  (secret) => `{'client_secret': '${secret}'}`,
  (secret) => `client_secret: ${secret}`,
  (secret) => `https://api.example.org/2.0/?method=user.get&api_key=${secret}&format=json`,
  (secret) => `<a href="https://plex.example/photo?w=1&amp;X-Plex-Token=${secret}">`,
  (secret) => `https://anna:${secret}@dav.example.org/calendar`,
  (secret) => `oauth_token=${secret}&oauth_token_secret=${secret}`,
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `authorization: Basic ${Buffer.from(secret).toString("base64")}`,
  (secret) => `Set-Cookie: sid=${secret}; Path=/; HttpOnly`,
  (secret) => `Cookie: a=1; ${secret}`,
  (secret) => `"headers":{"Cookie":"JSESSIONID=${secret}"}`,
  (secret) => `<MediaContainer authToken="${secret}" size="1">`,
  (secret) => `<authToken type="x">${secret}</authToken>`,
  (secret) => `{"session_key":"a\\"${secret}"}`,
  (secret) => `https://cdn.example/a.jpg?Expires=1&Signature=${secret}&Key-Pair-Id=K1`,
  (secret) => `https://cdn.example/a.jpg?se=1&sig=${secret}`,
  (secret) => `eyJhbGciOiJIUzI1NiJ9.${secret}.${secret}`
]

describe("what is stored of a text", () => {
  it("has no secret, wherever answers and files write one", () => {
    fc.assert(
      fc.property(canary, fc.string(), fc.nat(places.length - 1), (secret, around, place) => {
        const safe = withoutSecrets(`${around}\n${places[place]!(secret)}\n${around}`)
        expect(safe.includes(secret), places[place]!(secret)).toBe(false)
        expect(safe).not.toContain(Buffer.from(secret).toString("base64").slice(0, 12))
      }),
      { numRuns: depth(2_000) }
    )
  })

  it("has nothing that the request sent, however the answer writes it", () => {
    const secret = `abc/def"&<x>+1`
    const spellings = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      "abc/def&quot;&amp;&lt;x&gt;+1",
      Buffer.from(secret).toString("base64")
    ]
    for (const spelling of spellings) expect(withoutSecrets(`said ${spelling}!`, [secret])).toMatch(/^said "?…"?!$/)
  })

  it("keeps what is no secret", () => {
    const text = `{"recenttracks":{"track":[{"name":"Violet Chalk","date":{"uts":"1773518400"}}],"@attr":{"total":"12"}}}`
    expect(withoutSecrets(text)).toBe(text)
    const page = `<html><title>502 Bad Gateway</title><p>design=good, monkey=yes, author: Ada Quill</p></html>`
    expect(withoutSecrets(page)).toBe(page)
  })

  it("takes linear time", () => {
    for (const part of [
      "token",
      "a",
      "<token",
      '"token":"',
      "://",
      "?key",
      "authorization",
      "\\",
      "eyJ.",
      "token=\\"
    ]) {
      const start = process.cpuUsage()
      withoutSecrets(part.repeat(Math.ceil(1_000_000 / part.length)))
      const { system, user } = process.cpuUsage(start)
      expect([part, (system + user) / 1_000_000 < 5]).toEqual([part, true])
    }
  })
})
