import { HttpClientRequest } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { make } from "../../src/kit/provider/Answer.js"
import { refusedAnswer } from "../../src/kit/provider/refusedAnswer.js"
import { depth } from "../../../adapters/test/support/depth.js"

const request = HttpClientRequest.get("https://api.example.org:8443/2.0/")

const lineOf = (text: string, of: HttpClientRequest.HttpClientRequest = request) =>
  refusedAnswer(of, make(403, {}, text)).line

describe("what a person reads of an answer", () => {
  it("is the host, the status and the first line that says something", () => {
    expect(refusedAnswer(request, make(429, {}, "\n  Slow down.\nRay 7"))).toStrictEqual({
      host: "api.example.org:8443",
      status: 429,
      line: "Slow down."
    })
    expect(lineOf("")).toBeNull()
    expect(lineOf("<!DOCTYPE html>\n<html><head><style>p{}</style><title>Attention Required!</title>")).toBe(
      "Attention Required!"
    )
    expect(lineOf('{"status_code":7,"status_message":"Invalid API key"}')).toBe(
      '{"status_code":7,"status_message":"Invalid API key"}'
    )
    expect(lineOf("a ".repeat(500))!.length).toBeLessThanOrEqual(121)
    expect(lineOf("\u0007\u001b[31mred\u202e")).toBe("[31mred")
  })

  it("has nothing that the request sent, wherever it was", () => {
    const secret = fc.stringMatching(/^[a-zA-Z0-9!*'()+/=~. -]{6,30}$/).filter((text) => text.trim() === text)
    fc.assert(
      fc.property(secret, fc.constantFrom("query", "header", "bearer", "form", "json"), (value, place) => {
        const sent = {
          query: HttpClientRequest.setUrlParam(request, "api_key", value),
          header: HttpClientRequest.setHeader(request, "x-api-key", value),
          bearer: HttpClientRequest.bearerToken(request, value),
          form: HttpClientRequest.bodyUrlParams(request, { password: value }),
          json: HttpClientRequest.bodyUnsafeJson(request, { key: value })
        }[place]
        for (const spelling of [value, encodeURIComponent(value)])
          expect(lineOf(`bad key ${spelling} given`, sent)).not.toContain(spelling)
      }),
      { numRuns: depth(300) }
    )
  })

  it("has no token, also of an answer that was to bring one", () => {
    expect(lineOf('{"access_token":"short1","expires_in":60}')).not.toContain("short1")
    expect(lineOf('{"error":"x","client_secret":"abc')).not.toContain("abc")
    expect(lineOf(`session ${"x7".repeat(16)} ended`)).toBe("session … ended")
  })
})
