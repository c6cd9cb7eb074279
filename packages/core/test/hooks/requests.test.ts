import { Redacted } from "effect"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import {
  type HookKind,
  type HookMessage,
  type HookSecrets,
  bodyOf,
  event,
  changesFor,
  keysAt,
  noSecrets,
  requestOf,
  rotated,
  wants
} from "../../src/hooks/index.js"

const now = Date.UTC(2026, 2, 14, 12)
const context = {
  now,
  agent: "daybook/test",
  sign: (key: string, text: string) => `v1,${key}|${text}`,
  md5: (text: string) => createHash("md5").update(text).digest("hex")
}

const build: HookMessage = {
  id: "msg_1",
  hook: 1,
  type: "build",
  body: bodyOf({ type: "build", at: now, data: { domains: ["running", "reading"], cursor: "c1", counts: {} } }),
  attempts: 0
}

const requestFor = (kind: HookKind, secrets: Partial<HookSecrets>, message = build) =>
  requestOf({ kind, url: null, secrets: Redacted.make({ ...noSecrets, ...secrets }) }, message, context)

describe("requests", () => {
  it("signs id, time and body with every valid key", () => {
    const keys = [
      { key: "new", until: null },
      { key: "old", until: now + 1 },
      { key: "older", until: now }
    ]
    const message = { ...build, type: "hook.test" as const, body: '{"a":"ä"}' }
    const target = {
      kind: "webhook" as const,
      url: "https://receiver.example/in",
      secrets: Redacted.make({ ...noSecrets, keys })
    }
    const request = requestOf(target, message, context)!
    const text = `msg_1.${now / 1_000}.{"a":"ä"}`
    expect(request.body).toBe(message.body)
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "webhook-timestamp": String(now / 1_000),
      "webhook-signature": `v1,new|${text} v1,old|${text}`
    })
  })

  it("keeps each replaced key for a day", () => {
    const first: ReturnType<typeof rotated> = [{ key: "a", until: null }]
    const second = rotated(first, "b", now)
    expect(keysAt(second, now + 86_399_999)).toStrictEqual(["b", "a"])
    expect(keysAt(second, now + 86_400_000)).toStrictEqual(["b"])
    // A receiver that still has the first key must not fail because of a second rotation.
    const third = rotated(second, "c", now + 1)
    expect(keysAt(third, now + 2)).toStrictEqual(["c", "b", "a"])
    expect(keysAt(third, now + 86_400_000)).toStrictEqual(["c", "b"])
    const many = Array.from({ length: 20 }, (_, index) => `k${index}`)
    expect(many.reduce((keys, key) => rotated(keys, key, now), first)).toHaveLength(6)
  })

  it("speaks the form of each build service", () => {
    const address = "https://api.netlify.example/build_hooks/5f"
    expect(requestFor("netlify", { address })).toMatchObject({
      url: `${address}?trigger_title=Daybook%3A+running%2C+reading`,
      body: "{}"
    })
    expect(requestFor("netlify", { address: `${address}?a=1` })!.url).toContain("?a=1&trigger_title=")
    for (const kind of ["vercel", "cloudflare"] as const)
      expect(requestFor(kind, { address })).toMatchObject({ url: address, body: "" })
    const github = requestFor("github", { address: "https://api.github.com/repos/o/r/dispatches", token: "t0" })!
    expect(github.headers["authorization"]).toBe("Bearer t0")
    expect(JSON.parse(github.body)).toStrictEqual({
      event_type: "daybook",
      client_payload: { domains: ["running", "reading"], cursor: "c1" }
    })
    const post = requestFor("post", { address, header: { name: "x-key", value: "k" } })!
    expect(post.headers["x-key"]).toBe("k")
    expect(JSON.parse(post.body)).toMatchObject({ type: "build", data: { domains: ["running", "reading"] } })
    expect(post.headers["webhook-id"]).toBeUndefined()
  })

  it("makes no request without the secret that it needs", () => {
    expect(requestFor("netlify", {})).toBeNull()
    expect(requestFor("github", { address: "https://api.github.com/repos/o/r/dispatches" })).toBeNull()
    expect(requestFor("webhook", { address: "https://receiver.example" })).toBeNull()
  })

  it("shortens texts, so that a body stays below 20 KB", () => {
    const long = event("feed.item.created", "running", now, {
      id: "running/feed_item/1",
      domain: "running",
      event_type: "activity_completed",
      title: "ä".repeat(100_000),
      occurred_at: "2026-03-14T12:00:00.000Z",
      href: null
    })
    expect(bodyOf(long).length).toBeLessThan(1_000)
    expect(JSON.parse(bodyOf(long))).toMatchObject({ type: "feed.item.created", timestamp: "2026-03-14T12:00:00.000Z" })
    // Strict parsers refuse half a character.
    const cut = bodyOf({ type: "t", at: now, data: { title: `${"a".repeat(498)}${"🏃".repeat(9)}` } })
    expect((JSON.parse(cut) as { data: { title: string } }).data.title).toBe(`${"a".repeat(498)}…`)
  })

  it("sends a hook the events and changes of its domains", () => {
    const hook = { events: ["sync.run.failed" as const], domains: ["running"] }
    expect(wants(hook, { type: "sync.run.failed", domain: "running" })).toBe(true)
    expect(wants(hook, { type: "sync.run.failed", domain: "listening" })).toBe(false)
    expect(wants(hook, { type: "sync.run.completed", domain: "running" })).toBe(false)
    expect(wants({ ...hook, domains: [] }, { type: "sync.run.failed", domain: "listening" })).toBe(true)
    const changes = { cursor: "c", counts: { running: 1, listening: 4 } }
    expect(changesFor(hook, changes)).toStrictEqual({ cursor: "c", counts: { running: 1 } })
    expect(changesFor({ domains: ["reading"] }, changes)).toBeNull()
  })
})
