import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestClient, overHttp } from "./support/clients.js"
import { type Fixture, startFixture } from "./support/fixture.js"
import {
  type StrictClient,
  connect,
  exchange,
  listTools,
  openConsent,
  register,
  requestOf,
  submit
} from "./support/oauthClient.js"
import { type OAuthHost, startOAuthHost } from "./support/oauthHost.js"

type Json = Readonly<Record<string, unknown>>

const asAdmin = async ({ admin, url }: Pick<Fixture, "admin" | "url">, method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, json: (await response.json()) as Json & { readonly data: ReadonlyArray<Json> } }
}

/** Absent, null and empty are the same to a tool. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
      .map(([name, member]) => [name, bare(member)])
  )
}

describe("a key with a lens at /mcp", () => {
  let fixture: Fixture
  let client: TestClient
  let key: string
  const lens = {
    name: "runs",
    operations: ["running.recent", "running.year", "reading.recent", "search.search"],
    fields: { running: { drop: ["name"] } },
    round: { distance_mi: 0.5 },
    places: { grain: "none" }
  }

  beforeAll(async () => {
    fixture = await startFixture()
    expect((await asAdmin(fixture, "POST", "lenses", lens)).status).toBe(201)
    key = (await asAdmin(fixture, "POST", "keys", { name: "assistant", lens: "runs" })).json["key"] as string
    client = await overHttp(fixture, key, "2026-07-28")
  })
  afterAll(async () => {
    await client.close()
    await fixture.close()
  })

  const read = (operation: string, params?: Json) => client.call("read", { operation, ...(params && { params }) })

  it("has two tools, the overview as a resource, and no prompts", async () => {
    expect((await client.tools()).map(({ name }) => name)).toEqual(["overview", "read"])
    expect((await client.resources()).map(({ uri }) => uri)).toEqual(["daybook://overview"])
    expect(await client.prompts()).toEqual([])
  })

  it("says what it can read, and neither when sources were synced nor where home is", async () => {
    const { content, structuredContent } = await client.call("overview", {})
    const operations = structuredContent!["operations"] as ReadonlyArray<Json>
    expect(operations.map(({ operation }) => operation)).toEqual([
      "reading.recent",
      "running.recent",
      "running.year",
      "search.search"
    ])
    expect(operations[2]).toMatchObject({ needs: ["year"] })
    expect(JSON.stringify([content, structuredContent])).not.toMatch(/Los_Angeles|last_success|lastfm|strava/i)
  })

  it("reads what the API answers with the same key", async () => {
    const direct = async (path: string) => {
      const response = await fetch(`${fixture.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
      return bare(await response.json())
    }
    const runs = await read("running.recent", { limit: 3 })
    expect(runs.structuredContent!["answer"]).toEqual(await direct("running/recent?limit=3"))
    const [run] = (runs.structuredContent!["answer"] as { readonly data: ReadonlyArray<Json> }).data
    expect(Object.keys(run!)).toContain("distance_mi")
    for (const hidden of ["name", "city", "id", "strava_id", "polyline", "heartrate_avg"])
      expect(Object.keys(run!)).not.toContain(hidden)
    const year = await read("running.year", { year: 2025 })
    expect(year.structuredContent!["answer"]).toEqual(await direct("running/year/2025"))
  })

  it("never shows a run's name, course or provider in any operation of the lens", async () => {
    const whole = await fetch(`${fixture.url}/v1/running/recent?limit=20`, {
      headers: { authorization: `Bearer ${fixture.read}` }
    })
    const { data } = (await whole.json()) as { readonly data: ReadonlyArray<Json> }
    const secrets = data
      .flatMap(({ polyline, strava_id }) => [polyline, strava_id])
      .filter(Boolean)
      .map(String)
    expect(secrets.length).toBeGreaterThan(20)
    const texts = await Promise.all([
      read("running.recent", { limit: 20 }),
      read("running.year", { year: 2025 }),
      read("search.search", { q: "run", domain: "running" }),
      client.call("overview", {})
    ])
    const all = JSON.stringify(texts)
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  })

  it("is refused what the lens does not allow, with the reason", async () => {
    const other = await read("listening.recent")
    expect(other.isError).toBe(true)
    expect(other.content[0]!.text).toMatch(/^bad_argument: .*operation/)
    const hidden = await read("running.recent", { city: "Velmora" })
    expect(hidden.content[0]!.text).toMatch(/^bad_argument: running.recent has no parameter `city`/)
    const everywhere = await read("search.search", { q: "run" })
    expect(everywhere.content[0]!.text).toContain("with this key, domain must be one of")
    const noYear = await read("running.year")
    expect(noYear.content[0]!.text).toContain("running.year needs `year` in params")
    await expect(client.call("plays", {})).rejects.toThrow(/the lens runs limits this connection to overview and read/)
  })

  it("is no key of pages, and opens nothing once its lens is gone", async () => {
    const publish = { name: "page", scope: "publish", lens: "site", no_origin: true }
    const page = (await asAdmin(fixture, "POST", "keys", publish)).json["key"] as string
    expect((await listTools(fixture as never, page)).status).toBe(403)
    const brief = { name: "brief", operations: ["running.recent"] }
    await asAdmin(fixture, "POST", "lenses", brief)
    const short = (await asAdmin(fixture, "POST", "keys", { name: "brief", lens: "brief" })).json["key"] as string
    expect((await listTools(fixture as never, short)).tools).toEqual(["overview", "read"])
    await asAdmin(fixture, "DELETE", "lenses/brief")
    await expect.poll(async () => (await listTools(fixture as never, short)).status, { timeout: 1_000 }).not.toBe(200)
  })
})

describe("a grant with a lens", () => {
  let host: OAuthHost
  let registered: StrictClient
  const list = async () => (await asAdmin(host, "GET", "grants")).json.data

  beforeAll(async () => {
    host = await startOAuthHost(true)
    registered = await register(host)
  })
  afterAll(() => host.close())

  it("is chosen on the consent page, reads through the lens and never writes", async () => {
    const form = await openConsent((await requestOf(registered)).target)
    expect(form.text).toContain('<input name="lens"')
    // Anybody may open the page, and names of lenses say what there is.
    expect(form.text).not.toContain("site")
    const { tokens } = await connect(host, registered, { lens: "site", write: "yes" })
    expect(tokens.scope).toBe("read")
    expect((await listTools(host, tokens.access_token)).tools).toEqual(["overview", "read"])
    expect((await list()).at(-1)).toMatchObject({ lens: "site", scopes: ["read"] })
  })

  it("is not given for a lens that does not exist, which only the owner learns", async () => {
    const { target } = await requestOf(registered)
    const form = await openConsent(target)
    const answer = await submit(host, form, { key: host.admin, lens: "nothing" })
    expect(answer).toMatchObject({ status: 400, location: undefined })
    expect(answer.text).toContain("There is no lens of this name")
    const strangers = await Promise.all(["site", "nothing"].map((lens) => submit(host, form, { key: "none", lens })))
    expect(strangers.map(({ status }) => status)).toEqual([403, 403])
    expect(strangers[0]!.text).toBe(strangers[1]!.text)
  })

  it("has the lens of the command that approved it, whatever the page says", async () => {
    const request = await requestOf(registered)
    const form = await openConsent(request.target)
    const code = /daybook grants approve ([A-Z]{4}-\d{4})</.exec(form.text)![1]!
    await host.approve(code, "site")
    const { location } = await submit(host, form, { decision: "code", lens: "all" })
    expect((await exchange(registered, location!, request)).status).toBe(200)
    expect((await list()).at(-1)).toMatchObject({ lens: "site" })
  })

  it("ends with its lens, on a used token as well", async () => {
    await asAdmin(host, "POST", "lenses", { name: "films", operations: ["watching.recent"] })
    const { tokens } = await connect(host, registered, { lens: "films" })
    expect((await listTools(host, tokens.access_token)).status).toBe(200)
    await asAdmin(host, "DELETE", "lenses/films")
    await expect.poll(async () => (await listTools(host, tokens.access_token)).status, { timeout: 1_000 }).toBe(401)
    expect((await list()).filter(({ lens }) => lens === "films")).toEqual([])
  })
})
