import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { prefixes } from "../../src/keys/KeyStore.js"
import * as Token from "../../src/keys/token.js"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const bytes = fc
  .uint8Array({ minLength: 80, maxLength: 80 })
  .filter((random) => random.filter((byte) => byte < 248).length >= 30)
const token = fc
  .tuple(fc.constantFrom("read" as const, "admin" as const), bytes)
  .map(([scope, random]) => Token.make(scope, random)!)

/** CRC-32 by long division of the text's bits. */
const checksum = (text: string): number => {
  let rest = 0xffffffffn
  for (const byte of Buffer.from(text)) {
    rest ^= BigInt(byte)
    for (let bit = 0; bit < 8; bit++) rest = rest & 1n ? (rest >> 1n) ^ 0xedb88320n : rest >> 1n
  }
  return Number(rest ^ 0xffffffffn)
}

describe("token", () => {
  it("has the prefix of its scope, 30 base62 characters and 6 more", () => {
    expect(prefixes).toEqual({ read: "svc_live_", admin: "svc_admin_", publish: "svc_pub_" })
    fc.assert(
      fc.property(bytes, (random) => {
        expect(Token.make("read", random)).toMatch(/^svc_live_[0-9A-Za-z]{36}$/)
        expect(Token.make("admin", random)).toMatch(/^svc_admin_[0-9A-Za-z]{36}$/)
      })
    )
  })

  it("ends with the CRC-32 of all before, in base62", () => {
    expect(checksum("123456789")).toBe(0xcbf43926)
    fc.assert(
      fc.property(token, (key) => {
        const value = [...key.slice(-6)].reduce((sum, character) => sum * 62 + base62.indexOf(character), 0)
        expect(value).toBe(checksum(key.slice(0, -6)))
      })
    )
  })

  it("is well-formed, and nothing one character away from it is", () => {
    fc.assert(
      fc.property(token, (key) => {
        expect(Token.isWellFormed(key)).toBe(true)
        for (let place = 0; place < key.length; place++) {
          for (const character of printable) {
            if (character === key[place]) continue
            if (Token.isWellFormed(key.slice(0, place) + character + key.slice(place + 1)))
              expect.fail(`${character} at ${place} of ${key}`)
          }
        }
      }),
      { numRuns: 20 }
    )
  })

  it("is not well-formed when cut, padded, changed in case or of another service", () => {
    fc.assert(
      fc.property(token, fc.nat(44), (key, place) => {
        const wrong = [
          key.slice(0, place),
          key.slice(0, place) + key.slice(place + 1),
          `${key} `,
          ` ${key}`,
          `${key}\n`,
          `${key}0`,
          key.toUpperCase(),
          key.replace("svc_", "abc_"),
          key.replace(/^svc_(live|admin)/, (_, scope: string) => (scope === "live" ? "svc_admin" : "svc_live")),
          `Bearer ${key}`
        ]
        for (const text of wrong) expect([text, Token.isWellFormed(text)]).toEqual([text, false])
      })
    )
  })

  it.each([
    "",
    "svc_live_",
    "svc_live_" + "0".repeat(36),
    "é".repeat(45),
    "svc_live_" + "\u0000".repeat(36),
    "x".repeat(1_000_000)
  ])("rejects %#", (text) => {
    expect(Token.isWellFormed(text)).toBe(false)
  })

  it("rejects a secret with an invalid character, even with a valid checksum", () => {
    const body = `svc_live_${"A".repeat(29)}_`
    let rest = checksum(body)
    let check = ""
    while (check.length < 6) {
      check = base62[rest % 62] + check
      rest = Math.floor(rest / 62)
    }
    expect(Token.isWellFormed(body + check)).toBe(false)
  })

  it("returns null if there are too few bytes", () => {
    expect(Token.make("read", new Uint8Array(29))).toBe(null)
    expect(Token.make("read", new Uint8Array(64).fill(250))).toBe(null)
    expect(Token.make("read", new Uint8Array(30))).not.toBe(null)
  })

  it("uses each character equally often", () => {
    const uses = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const character = Token.make("read", new Uint8Array(30).fill(byte))?.[9]
      if (character !== undefined) uses.set(character, (uses.get(character) ?? 0) + 1)
    }
    expect([...uses.keys()].sort()).toEqual([...base62].sort())
    expect(new Set(uses.values())).toEqual(new Set([4]))
  })

  it("uses bytes in order, skipping those that would bias the characters", () => {
    const random = Uint8Array.from([250, 0, 61, 255, 62, ...Array.from({ length: 40 }, () => 10)])
    expect(Token.make("read", random)!.slice(9, 13)).toBe("0z0A")
  })
})
