import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import {
  type IssuedCode,
  approvalCode,
  approvalForm,
  isRedirect,
  judgeCode,
  judgeRefresh,
  matchesRedirect,
  matchesResource,
  publicUrlProblem,
  scopesOf
} from "../../src/grants/index.js"

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])
const hosts = fc.constantFrom("life.example", "a.b.example", "localhost", "127.0.0.1", "[::1]", "192.168.1.5")
const addresses = fc
  .record({
    scheme: fc.constantFrom("http", "https"),
    host: hosts,
    port: fc.option(fc.integer({ min: 1024, max: 60_000 }), { nil: undefined }),
    path: fc.constantFrom("", "/", "/callback", "/callback/", "/Callback", "/callback?x=1")
  })
  .map(({ host, path, port, scheme }) => `${scheme}://${host}${port === undefined ? "" : `:${port}`}${path}`)

/** The same rules on addresses as the platform parses them. */
const isRedirectToo = (text: string) => {
  const { hostname, protocol } = new URL(text)
  return protocol === "https:" || loopback.has(hostname)
}
const withoutPort = (text: string) => text.replace(/:\d+(?=[/?]|$)/, "")
const matchesToo = (registered: string, requested: string) => {
  const { hostname, protocol } = new URL(requested)
  const isLocal = protocol === "http:" && loopback.has(hostname)
  return registered === requested
    ? isRedirectToo(requested)
    : isLocal && withoutPort(registered) === withoutPort(requested)
}

describe("Redirect addresses", () => {
  it("are https, or http on loopback", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(isRedirect(address)).toBe(isRedirectToo(address))
      })
    )
    const refused = [
      "https://a.example/#x",
      "https://me@a.example/",
      "https://a.example\\@b.example/",
      "https:/a.example",
      "//a.example/",
      "app:/callback",
      "javascript:alert(1)",
      "https://a.example/\n",
      "http://localhost.attacker.example/",
      "http://127.0.0.1.attacker.example/",
      ""
    ]
    expect(refused.filter(isRedirect)).toEqual([])
  })

  it("match as the same text; on loopback the port may differ", () => {
    fc.assert(
      fc.property(addresses, addresses, (registered, requested) => {
        expect(matchesRedirect(registered, requested)).toBe(matchesToo(registered, requested))
        expect(matchesRedirect(registered, registered)).toBe(isRedirectToo(registered))
      })
    )
    expect(matchesRedirect("http://127.0.0.1:1/x", "http://127.0.0.1:65000/x")).toBe(true)
    expect(matchesRedirect("http://127.0.0.1:1/x", "http://localhost:1/x")).toBe(false)
    expect(matchesRedirect("https://a.example/x", "https://a.example:444/x")).toBe(false)
  })
})

describe("A resource", () => {
  it("matches with one slash more, and in any case of the host", () => {
    const own = "https://life.example/mcp"
    const same = [own, `${own}/`, "HTTPS://LIFE.example/mcp"]
    const other = [`${own}//`, `${own}/x`, `${own}?x`, "https://life.example/MCP", "http://life.example/mcp", "", "mcp"]
    expect(same.filter((one) => !matchesResource(one, own))).toEqual([])
    expect(other.filter((one) => matchesResource(one, own))).toEqual([])
    expect(matchesResource("", "")).toBe(false)
  })
})

describe("A public address", () => {
  it("must be https without a path; loopback may be http", () => {
    const good = ["https://life.example", "https://life.example:8443", "http://127.0.0.1:8787", "http://localhost"]
    const bad = ["", "http://life.example", "https://life.example/me", "http://127.0.0.1.example"]
    expect(good.map(publicUrlProblem)).toEqual(good.map(() => undefined))
    expect(bad.filter((one) => publicUrlProblem(one) === undefined)).toEqual([])
  })
})

describe("Codes and refresh tokens", () => {
  const code: IssuedCode = { clientId: "c", redirectUri: "r", challenge: "x", expiresAt: 60_000, usedAt: null }
  const use = { clientId: "c", redirectUri: "r", challenge: "x" }

  it("are issued once, before they expire, and to their client", () => {
    expect(judgeCode(code, use, 59_999)).toBe("issue")
    expect(judgeCode(code, use, 60_000)).toBe("invalid")
    for (const name of ["clientId", "redirectUri", "challenge"])
      expect(judgeCode(code, { ...use, [name]: "other" }, 1)).toBe("invalid")
    expect(judgeCode({ ...code, usedAt: 5 }, use, 6)).toBe("reused")
  })

  it("may be used again for ten seconds if they refresh", () => {
    const token = { clientId: "c", expiresAt: 100_000, usedAt: null }
    expect(judgeRefresh(token, "c", 99_999)).toBe("issue")
    expect(judgeRefresh(token, "c", 100_000)).toBe("invalid")
    expect(judgeRefresh(token, "other", 1)).toBe("invalid")
    const used = { ...token, usedAt: 1_000 }
    expect([11_000, 11_001].map((now) => judgeRefresh(used, "c", now))).toEqual(["issue", "reused"])
  })
})

describe("Scopes", () => {
  it("are read without any, and those that exist", () => {
    expect(scopesOf(undefined)).toEqual(["read"])
    expect(scopesOf(" ")).toEqual(["read"])
    expect(scopesOf("write offline_access read")).toEqual(["read", "write"])
    expect(scopesOf("offline_access")).toBeUndefined()
  })
})

describe("The code of a page", () => {
  it("has its form for every signature, and differs with it", () => {
    const signatures = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString("base64url"))
    fc.assert(
      fc.property(signatures, (signature) => {
        expect(approvalCode(signature)).toMatch(approvalForm)
      })
    )
    const sample = fc.sample(signatures, { numRuns: 2_000, seed: 7 })
    expect(new Set(sample.map(approvalCode)).size).toBeGreaterThan(new Set(sample).size * 0.98)
  })
})
