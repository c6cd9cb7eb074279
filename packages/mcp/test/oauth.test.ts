import { createHash } from "node:crypto"
import * as oauth from "oauth4webapi"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type StrictClient,
  callback,
  connect,
  discover,
  exchange,
  insecure,
  listTools,
  newAddress,
  openConsent,
  refresh,
  register,
  requestOf,
  submit
} from "./support/oauthClient.js"
import { type OAuthHost, startOAuthHost } from "./support/oauthHost.js"
import { connectOfficially } from "./support/oauthProvider.js"

let host: OAuthHost
let registered: StrictClient

beforeAll(async () => {
  host = await startOAuthHost(true)
  registered = await register(host)
})
afterAll(() => host.close())

const errorOf = async (response: Response) => ({
  status: response.status,
  error: ((await response.json()) as { readonly error: string }).error
})
const invalidGrant = { status: 400, error: "invalid_grant" }

describe("OAuth with a strict client", () => {
  it("begins with a challenge that names the metadata", async () => {
    const metadata = `resource_metadata="${host.url}/.well-known/oauth-protected-resource/mcp"`
    const without = await listTools(host, undefined)
    expect(without).toMatchObject({ status: 401, challenge: `Bearer ${metadata}, scope="read"` })
    const wrong = await listTools(host, `svc_oat_${"x".repeat(36)}`)
    expect(wrong).toMatchObject({ status: 401, challenge: `Bearer ${metadata}, scope="read", error="invalid_token"` })
    expect((await listTools(host, host.read)).status).toBe(200)
  })

  it("gives tokens that are good for /mcp alone", async () => {
    const { tokens } = await connect(host, registered)
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3_600, scope: "read" })
    expect(tokens.access_token).toMatch(/^svc_oat_/)
    expect(tokens.refresh_token).toMatch(/^svc_ort_/)
    const { status, tools } = await listTools(host, tokens.access_token)
    expect(status).toBe(200)
    expect(tools).toContain("overview")
    expect(tools).not.toContain("add_viewing")
    const direct = await fetch(`${host.url}/v1/feed`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(direct.status).toBe(401)
    expect((await listTools(host, tokens.refresh_token)).status).toBe(401)
  })

  it("gives the tools that write only if the owner ticks the box", async () => {
    const { tokens } = await connect(host, registered, { write: "yes" })
    expect(tokens.scope).toBe("read write")
    expect((await listTools(host, tokens.access_token)).tools).toContain("add_viewing")
    const reading = await connect(host, registered)
    const denied = await fetch(`${host.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${reading.tokens.access_token}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "start_sync" } })
    })
    expect(denied.status).toBe(403)
    expect(denied.headers.get("www-authenticate")).toMatch(
      /^Bearer error="insufficient_scope", scope="write", resource_metadata="http/
    )
  })

  it("ends an access token after an hour, and a grant after its days", async () => {
    const { tokens } = await connect(host, registered)
    host.wait(3_600_000)
    expect((await listTools(host, tokens.access_token)).status).toBe(401)
    const next = await oauth.processRefreshTokenResponse(
      registered.server,
      registered.client,
      await refresh(registered, tokens.refresh_token!)
    )
    expect((await listTools(host, next.access_token)).status).toBe(200)
    host.wait(30 * 86_400_000)
    expect(await errorOf(await refresh(registered, next.refresh_token!))).toEqual(invalidGrant)
  })

  it("rotates refresh tokens, forgives a lost answer for ten seconds, and ends the family at a reuse", async () => {
    const { tokens } = await connect(host, registered)
    const next = (response: Response) =>
      oauth.processRefreshTokenResponse(registered.server, registered.client, response)
    const second = await next(await refresh(registered, tokens.refresh_token!))
    expect(second.refresh_token).not.toBe(tokens.refresh_token)
    host.wait(9_000)
    const again = await next(await refresh(registered, tokens.refresh_token!))
    expect((await listTools(host, again.access_token)).status).toBe(200)
    host.wait(2_000)
    expect(await errorOf(await refresh(registered, tokens.refresh_token!))).toEqual(invalidGrant)
    await expect.poll(async () => (await listTools(host, again.access_token)).status, { timeout: 1_000 }).toBe(401)
    expect((await listTools(host, second.access_token)).status).toBe(401)
    expect(await errorOf(await refresh(registered, second.refresh_token!))).toEqual(invalidGrant)
  })

  it("accepts a code once; a second use ends what the first one got", async () => {
    const { location, request, tokens } = await connect(host, registered)
    expect((await listTools(host, tokens.access_token)).status).toBe(200)
    expect(await errorOf(await exchange(registered, location, request))).toEqual(invalidGrant)
    await expect.poll(async () => (await listTools(host, tokens.access_token)).status, { timeout: 1_000 }).toBe(401)
    expect(await errorOf(await refresh(registered, tokens.refresh_token!))).toEqual(invalidGrant)
  })

  it("refuses a code after a minute, with another verifier, redirect or client", async () => {
    const granted = async () => {
      const request = await requestOf(registered)
      const { location } = await submit(host, await openConsent(request.target), { key: host.admin })
      return { request, location: location! }
    }
    const first = await granted()
    const verifier = oauth.generateRandomCodeVerifier()
    expect(await errorOf(await exchange(registered, first.location, { ...first.request, verifier }))).toEqual(
      invalidGrant
    )
    const elsewhere = `${callback}/other`
    expect(await errorOf(await exchange(registered, first.location, first.request, elsewhere))).toEqual(invalidGrant)
    const other = await register(host, "https://other.example/callback")
    expect(await errorOf(await exchange(other, first.location, first.request))).toEqual(invalidGrant)
    host.wait(60_000)
    expect(await errorOf(await exchange(registered, first.location, first.request))).toEqual(invalidGrant)
  })

  it("revokes tokens for the client, and does not say which exist", async () => {
    const { tokens } = await connect(host, registered)
    const revoke = async (client: oauth.Client, token: string) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(registered.server, client, oauth.None(), token, insecure)
      )
    await revoke({ client_id: "another" }, tokens.refresh_token!)
    const anonymous = new URLSearchParams({ token: tokens.refresh_token! })
    const refused = await fetch(`${host.url}/oauth/revoke`, { method: "POST", body: anonymous })
    expect(await errorOf(refused)).toEqual({ status: 400, error: "invalid_request" })
    expect((await listTools(host, tokens.access_token)).status).toBe(200)
    await revoke(registered.client, tokens.refresh_token!)
    await expect.poll(async () => (await listTools(host, tokens.access_token)).status, { timeout: 1_000 }).toBe(401)
    expect(await revoke(registered.client, "unknown")).toBeUndefined()
  })
})

describe("The consent page", () => {
  it("runs nothing, loads nothing and escapes what the client says", async () => {
    const { target } = await requestOf(registered)
    const { headers, status, text } = await openConsent(target)
    expect(status).toBe(200)
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!
    const hash = createHash("sha256").update(style).digest("base64")
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`
    )
    expect(headers.get("cache-control")).toBe("no-store")
    expect(text).not.toMatch(/<script|<b>|\son\w+=|\schecked/)
    expect(text).toContain("Example &lt;b&gt;Assistant&lt;/b&gt;")
    expect(text).toContain("<dd>assistant.example</dd>")
    expect(text).not.toContain("program on the machine")
  })

  it("warns where the answer goes to this machine, whose port may differ", async () => {
    const local = await register(host, "http://127.0.0.1:4000/callback")
    const { target } = await requestOf(local, { redirect_uri: "http://127.0.0.1:51234/callback" })
    expect((await openConsent(target)).text).toContain("program on the machine")
  })

  it("accepts the admin key alone, and five attempts a minute", async () => {
    const { state, target } = await requestOf(registered)
    const from = newAddress()
    const form = await openConsent(target, from)
    const wrong = ["", "svc_admin_wrong", host.read, host.admin.slice(0, -1), `${host.admin}x`]
    for (const key of wrong) expect((await submit(host, form, { key }, from)).status).toBe(403)
    const sixth = await submit(host, form, { key: host.admin }, from)
    expect(sixth).toMatchObject({ status: 429, location: undefined })
    expect(sixth.text).not.toContain(host.admin)
    host.wait(60_001)
    const { location, status } = await submit(host, form, { key: host.admin }, from)
    expect(status).toBe(303)
    expect(location!.searchParams.get("state")).toBe(state)
    expect(location!.searchParams.get("iss")).toBe(host.url)
  })

  it("refuses a form that was changed, and one after ten minutes", async () => {
    const { target } = await requestOf(registered)
    const form = await openConsent(target)
    const changes = {
      request: form.fields["request"]!.replace("assistant.example", "attacker.example"),
      time: `${form.fields["time"]}0`,
      signature: "x"
    }
    for (const [name, value] of Object.entries(changes)) {
      const answer = await submit(host, form, { key: host.admin, [name]: value })
      expect(answer).toMatchObject({ status: 400, location: undefined })
    }
    host.wait(600_001)
    expect(await submit(host, form, { key: host.admin })).toMatchObject({ status: 400, location: undefined })
  })

  it("tells the client that the owner declined", async () => {
    const { state, target } = await requestOf(registered)
    const { location } = await submit(host, await openConsent(target), { decision: "deny" })
    expect(Object.fromEntries(location!.searchParams)).toEqual({ error: "access_denied", state, iss: host.url })
  })

  it("goes on after its code was approved, once", async () => {
    const request = await requestOf(registered)
    const form = await openConsent(request.target)
    const code = /daybook grants approve ([A-Z]{4}-\d{4})</.exec(form.text)![1]!
    const decision = { decision: "code" }
    expect((await submit(host, form, decision)).status).toBe(403)
    await host.approve(code.toLowerCase())
    const other = await openConsent((await requestOf(registered)).target)
    expect((await submit(host, other, decision)).status).toBe(403)
    const { location } = await submit(host, form, decision)
    expect((await exchange(registered, location!, request)).status).toBe(200)
    expect((await submit(host, form, decision)).status).toBe(403)
  })
})

describe("A request for access", () => {
  it("never redirects to an address that the client did not register", async () => {
    const addresses = [
      `${callback}.attacker.example`,
      `${callback}/..`,
      `${callback}?next=1`,
      callback.toUpperCase(),
      "https://assistant.example@attacker.example/callback",
      "javascript:alert(1)",
      undefined
    ]
    for (const redirect_uri of addresses) {
      const { headers, status } = await openConsent((await requestOf(registered, { redirect_uri })).target)
      expect(status).toBe(400)
      expect(headers.get("location")).toBeNull()
    }
    const { headers, status } = await openConsent((await requestOf(registered, { client_id: "dcr_x.y" })).target)
    expect([status, headers.get("location")]).toEqual([400, null])
    const { target } = await requestOf(registered)
    expect((await openConsent(`${target}&redirect_uri=https://attacker.example/`)).status).toBe(400)
  })

  it("tells the client what else is wrong, with state and iss", async () => {
    const wrong: ReadonlyArray<readonly [Readonly<Record<string, string | undefined>>, string]> = [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
      [{ resource: undefined }, "invalid_target"],
      [{ scope: "everything" }, "invalid_scope"]
    ]
    for (const [more, error] of wrong) {
      const { state, target } = await requestOf(registered, more)
      const { headers, status } = await openConsent(target)
      expect(status).toBe(303)
      const location = new URL(headers.get("location")!)
      expect(location.origin + location.pathname).toBe(callback)
      expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state, iss: host.url })
    }
  })

  it("forgives a slash at the end of the resource", async () => {
    expect(
      (await openConsent((await requestOf(registered, { resource: `${registered.resource}/` })).target)).status
    ).toBe(200)
  })

  it("needs the resource at the token endpoint too", async () => {
    const request = await requestOf(registered)
    const { location } = await submit(host, await openConsent(request.target), { key: host.admin })
    const elsewhere = { ...registered, resource: "https://other.example/mcp" }
    expect(await errorOf(await exchange(elsewhere, location!, request))).toEqual({
      status: 400,
      error: "invalid_target"
    })
  })
})

describe("Clients", () => {
  const id = "https://client.example/assistant.json"
  const metadata = { client_id: id, client_name: "Documented", redirect_uris: [callback] }

  it("are known by their metadata document, which is cached", async () => {
    host.documents.set(id, metadata)
    const documented = { ...(await discover(host)), client: { client_id: id } }
    const before = host.reads()
    const { tokens } = await connect(host, documented)
    expect((await listTools(host, tokens.access_token)).status).toBe(200)
    expect(host.reads()).toBe(before + 1)
    const { text } = await openConsent((await requestOf(documented)).target)
    expect(text).toContain("<dd>client.example</dd>")
  })

  it("renew their tokens while their document cannot be read", async () => {
    const address = "https://client.example/away.json"
    host.documents.set(address, { ...metadata, client_id: address })
    const documented = { ...(await discover(host)), client: { client_id: address } }
    const { tokens } = await connect(host, documented)
    host.documents.delete(address)
    host.wait(120_000)
    expect((await refresh(documented, tokens.refresh_token!)).status).toBe(200)
  })

  it("are refused if their document names another id, or lies on a private address", async () => {
    const near = `${id}x`
    host.documents.set(near, metadata)
    const ids = [
      near,
      "https://169.254.169.254/latest/meta-data/client.json",
      "https://127.0.0.1/client.json",
      "http://client.example/assistant.json",
      "https://client.example/",
      "https://client.example/a/../assistant.json"
    ]
    for (const client_id of ids) {
      const { headers, status } = await openConsent((await requestOf(registered, { client_id })).target)
      expect([client_id, status, headers.get("location")]).toEqual([client_id, 400, null])
    }
  })

  it("register again where the signature of their id no longer holds", async () => {
    const id = registered.client.client_id
    const changed = { ...registered, client: { client_id: `${id.slice(0, -1)}${id.endsWith("A") ? "B" : "A"}` } }
    expect(await errorOf(await refresh(changed, "svc_ort_x"))).toEqual({ status: 401, error: "invalid_client" })
  })

  it("may register five addresses at most, with 4 KiB at most, as public clients", async () => {
    const post = (body: object) =>
      fetch(`${host.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    const addresses = (count: number) => Array.from({ length: count }, (_, index) => `${callback}/${index}`)
    expect((await post({ redirect_uris: addresses(5) })).status).toBe(201)
    for (const redirect_uris of [addresses(6), [], ["http://assistant.example/x"], ["https://a.example/#x"], "x"])
      expect(await errorOf(await post({ redirect_uris }))).toEqual({ status: 400, error: "invalid_redirect_uri" })
    expect(
      await errorOf(await post({ redirect_uris: addresses(1), token_endpoint_auth_method: "private_key_jwt" }))
    ).toEqual({ status: 400, error: "invalid_client_metadata" })
    expect((await post({ redirect_uris: addresses(1), client_name: "x".repeat(4_096) })).status).toBe(413)
  })
})

describe("The owner", () => {
  it("lists grants and ends one within a second", async () => {
    const { tokens } = await connect(host, registered)
    const call = async (path: string, method: string) => {
      const headers = { authorization: `Bearer ${host.admin}` }
      return (await fetch(`${host.url}${path}`, { method, headers })).json() as Promise<Record<string, unknown>>
    }
    const { data } = (await call("/v1/admin/grants", "GET")) as {
      readonly data: ReadonlyArray<{ readonly id: number }>
    }
    const newest = data.at(-1)!
    expect(newest).toMatchObject({ client_host: "assistant.example", scopes: ["read"], lens: null })
    expect((await listTools(host, tokens.access_token)).status).toBe(200)
    expect(await call(`/v1/admin/grants/${newest.id}`, "DELETE")).toMatchObject({ id: newest.id })
    await expect.poll(async () => (await listTools(host, tokens.access_token)).status, { timeout: 1_000 }).toBe(401)
    expect(await errorOf(await refresh(registered, tokens.refresh_token!))).toEqual(invalidGrant)
    expect(await call(`/v1/admin/grants/${newest.id}`, "DELETE")).toMatchObject({ status: 404 })
  })
})

describe("The official clients", () => {
  const document = "https://official.example/client.json"
  beforeAll(() => {
    host.documents.set(document, { client_id: document, client_name: "Official", redirect_uris: [callback] })
  })

  it.each(["current", "older"] as const)("of the %s library connect with a metadata document", async (library) => {
    const { clientId, refused, token, tools } = await connectOfficially(host, library, document)
    expect({ clientId, refused }).toEqual({ clientId: document, refused: "UnauthorizedError" })
    expect(token).toMatch(/^svc_oat_/)
    expect(tools).toContain("overview")
  })

  it.each(["current", "older"] as const)("of the %s library connect after they registered", async (library) => {
    const { clientId, refused, tools } = await connectOfficially(host, library, undefined)
    expect(clientId).toMatch(/^dcr_/)
    expect(refused).toBe("UnauthorizedError")
    expect(tools).toContain("overview")
  })
})
