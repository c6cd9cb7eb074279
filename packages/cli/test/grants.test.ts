import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { describe } from "vitest"
import { type Environment, linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { serve } from "./support/host.js"

const hiddenFields = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g), ([, name, value]) => [
      name!,
      value!.replaceAll("&amp;", "&")
    ])
  )

describe("grants", { timeout: patience }, () => {
  it.scopedLive.each<[Environment, string]>([
    [{ DAYBOOK_OAUTH: "cimd" }, "DAYBOOK_OAUTH=cimd: it needs DAYBOOK_PUBLIC_URL with an https address"],
    [{ DAYBOOK_OAUTH: "cimd+dcr", DAYBOOK_PUBLIC_URL: "https://life.example/me" }, "without a path"]
  ])("%j is refused when the host starts", ([env, part]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(
        ["serve", "--no-schedule"],
        { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_PORT: "0", ...env },
        yield* folder
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(linesOf(stderr)).toHaveLength(1)
      expect(stderr).toContain(part)
    })
  )

  it.scopedLive("are approved, listed and revoked while a host runs", () =>
    Effect.gen(function* () {
      const publicUrl = "http://localhost:8787"
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_PUBLIC_URL: publicUrl, DAYBOOK_OAUTH: "cimd+dcr" }
      const { url } = yield* serve(env)
      const send = (path: string, init?: RequestInit) =>
        Effect.promise(() => fetch(`${url}${path}`, { redirect: "manual", ...init }))
      const callback = "https://assistant.example/callback"
      const registered = yield* send("/oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Assistant", redirect_uris: [callback] })
      })
      const { client_id } = yield* Effect.promise(() => registered.json() as Promise<{ client_id: string }>)
      const verifier = "v".repeat(43)
      const resource = `${publicUrl}/mcp`
      const common = { client_id, redirect_uri: callback, resource }
      const query = new URLSearchParams({
        ...common,
        response_type: "code",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256"
      })
      const page = yield* Effect.flatMap(send(`/oauth/authorize?${query}`), (answer) =>
        Effect.promise(() => answer.text())
      )
      const [, code = ""] = /daybook grants approve ([A-Z]{4}-\d{4})</.exec(page) ?? []

      const wrong = yield* run(["grants", "approve", "1234"], env)
      expect({ code: wrong.code, lines: linesOf(wrong.stderr) }).toEqual({
        code: 2,
        lines: [expect.stringContaining("ABCD-1234")]
      })
      const missing = yield* run(["grants", "approve", code, "--lens", "nothing"], env)
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("nothing")])
      const approved = yield* run(["grants", "approve", code, "--lens", "site"], env)
      expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining("what the lens site shows")])
      const answer = yield* send("/oauth/authorize", {
        method: "POST",
        body: new URLSearchParams({ ...hiddenFields(page), decision: "code", days: "365" })
      })
      const location = new URL(answer.headers.get("location")!)
      const issued = yield* send("/oauth/token", {
        method: "POST",
        body: new URLSearchParams({
          ...common,
          grant_type: "authorization_code",
          code: location.searchParams.get("code")!,
          code_verifier: verifier
        })
      })
      const { access_token } = yield* Effect.promise(() => issued.json() as Promise<{ access_token: string }>)
      const status = Effect.map(
        send("/mcp", {
          method: "POST",
          headers: {
            authorization: `Bearer ${access_token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream"
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
        }),
        (one) => one.status
      )
      expect(yield* status).toBe(200)

      const listed = yield* run(["grants", "list", "--json"], env)
      const [grant] = JSON.parse(listed.stdout) as ReadonlyArray<{ id: number }>
      expect(grant).toMatchObject({
        client_name: "Assistant",
        client_host: "assistant.example",
        scopes: ["read"],
        lens: "site"
      })
      expect((yield* run(["grants", "list"], env)).stdout).toContain("assistant.example")
      expect((yield* run(["grants", "revoke", "99"], env)).code).toBe(1)
      expect((yield* run(["grants", "revoke", "one"], env)).code).toBe(2)
      expect((yield* run(["grants", "revoke", String(grant!.id)], env)).code).toBe(0)
      const began = Date.now()
      yield* Effect.repeat(Effect.delay(status, "10 millis"), { while: (one) => one === 200, times: 100 })
      expect(Date.now() - began).toBeLessThan(1_000)
      expect(yield* status).toBe(401)
    })
  )
})
