import { serveSimulators } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { join } from "node:path"
import { describe } from "vitest"
import { daybook, type Environment, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { secretsBelow, secretsIn, type Secrets } from "./support/secretSearch.js"

interface Answer {
  readonly status: number
  readonly text: string
  readonly location: string | null
  readonly json: Record<string, unknown>
}

const send = (url: string, init: RequestInit = {}): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, { redirect: "manual", ...init })
    const text = await response.text()
    const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json")
    return {
      status: response.status,
      text,
      location: response.headers.get("location"),
      json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    }
  })

const clientOf = (url: string, key: string) => (method: string, path: string, body?: unknown) =>
  send(`${url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const redeem = (address: string) => {
  const { hash, origin } = new URL(address)
  return send(`${origin}/v1/setup/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: hash.slice("#open=".length) })
  })
}

/** Asks again until an answer has what is waited for. */
const until = (ask: Effect.Effect<Answer>, isThere: (answer: Answer) => boolean) =>
  Effect.repeat(ask, {
    until: isThere,
    schedule: Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(600))
  }).pipe(Effect.zipRight(ask))

const accounts =
  /^DAYBOOK_(LASTFM_(USERNAME|API_KEY)|STRAVA_(CLIENT_ID|CLIENT_SECRET|REFRESH_TOKEN)|TRAKT_(CLIENT_ID|CLIENT_SECRET|REFRESH_TOKEN)|PLEX_TOKEN|INSTAPAPER_(CONSUMER_KEY|CONSUMER_SECRET|USERNAME|PASSWORD))$/

/** The simulated providers without a single account: their addresses alone are in the environment. */
const emptyHome = Effect.gen(function* () {
  const world = yield* serveSimulators({ endsAt: Date.UTC(2023, 10, 24) })
  const entries = Object.entries(world.settings)
  const env: Environment = {
    ...Object.fromEntries(entries.filter(([name]) => !accounts.test(name))),
    DAYBOOK_DATA_DIR: yield* newDataDir,
    DAYBOOK_EMBEDDINGS: "off",
    DAYBOOK_RATE_LIMIT: "1000000",
    DAYBOOK_LOG_LEVEL: "trace",
    DAYBOOK_LOG_FORMAT: "json",
    TZ: "UTC"
  }
  const account = (...names: ReadonlyArray<string>) => ({
    settings: Object.fromEntries(names.map((name) => [`DAYBOOK_${name}`, world.settings[`DAYBOOK_${name}`]!]))
  })
  return { account, env, world }
})

describe("the first setup", { timeout: patience }, () => {
  it.scopedLive("needs no shell: an address that works once, keys, logins, the time zone; secrets appear nowhere", () =>
    Effect.gen(function* () {
      const { account, env, world } = yield* emptyHome
      const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env)
      const first = yield* host.says(/^open {2}(http:\/\/\S+)$/m)
      const { origin: url, pathname } = new URL(first)
      expect(pathname).toBe("/setup")
      const opened = yield* redeem(first)
      expect(opened.status).toBe(201)
      expect((yield* redeem(first)).status).toBe(400)
      const key = opened.json["key"] as string
      const texts: Array<string> = []
      const ask = (...words: Parameters<ReturnType<typeof clientOf>>) =>
        Effect.tap(clientOf(url, key)(...words), ({ text }) => Effect.sync(() => texts.push(text)))
      expect((yield* ask("GET", "admin/home")).json).toMatchObject({ empty: true, time_zone_fixed: false })

      // Keys: a sync works at once.
      const early = yield* ask("POST", "admin/sync/lastfm", {})
      expect([early.status, early.text]).toEqual([409, expect.stringContaining("DAYBOOK_LASTFM_API_KEY")])
      const path = "admin/sources/lastfm/settings"
      const ofLastfm = account("LASTFM_USERNAME", "LASTFM_API_KEY")
      expect((yield* ask("PUT", path, ofLastfm)).json).toMatchObject({ configured: true, missing: [] })
      expect((yield* ask("POST", "admin/sync/lastfm", {})).status).toBe(202)
      const isSynced = ({ json }: Answer) => (json["sync"] as { readonly status: string }).status === "completed"
      const synced = yield* until(ask("GET", "admin/sources/lastfm"), isSynced)
      const plays = (yield* world.simulators.lastfm.control.plays()).length
      expect(plays).toBeGreaterThan(50)
      expect(synced.json["records"]).toBe(plays)
      const refused: ReadonlyArray<readonly [settings: Record<string, string>, status: number, error: string]> = [
        [{ DAYBOOK_LASTFM_BASE_URL: "http://other.example" }, 409, "comes from the environment"],
        [{ DAYBOOK_LASTFM_MIN_INTERVAL_MS: "0" }, 409, "comes from the environment"],
        [{ DAYBOOK_SCHEDULE_LASTFM: "often" }, 400, "five cron fields"],
        [{ DAYBOOK_LASTFM_API_KEY: "a\nb" }, 400, "control characters"],
        [{ DAYBOOK_SECRET: "0123456789abcdef" }, 400, "has no setting of that name"]
      ]
      for (const [settings, status, error] of refused) {
        const answer = yield* ask("PUT", path, { settings })
        expect([answer.status, answer.json["error"]]).toEqual([status, expect.stringContaining(error)])
      }

      // The command line has them too.
      const rows = JSON.parse((yield* run(["sources", "--json"], env)).stdout) as ReadonlyArray<Record<string, unknown>>
      expect(rows.find(({ source }) => source === "lastfm")).toMatchObject({ configured: true })
      const again = yield* run(["sync", "lastfm", "--json", "--no-followers"], env)
      expect(JSON.parse(again.stdout)).toMatchObject([{ source: "lastfm", added: 0, removed: 0 }])

      // A login by redirect.
      const login = "admin/sources/strava/connect"
      expect((yield* ask("POST", login, {})).status).toBe(409)
      yield* ask("PUT", "admin/sources/strava/settings", account("STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET"))
      const begun = yield* ask("POST", login, {})
      const provider = yield* send(begun.json["url"] as string)
      expect(provider.location).toMatch(/^http:\/\/localhost:\d+\/v1\/setup\/callback\?/)
      const callback = provider.location!.replace("localhost", "127.0.0.1")
      expect(yield* send(callback)).toMatchObject({ status: 303, location: "../../sources/strava?login=ended" })
      expect(yield* send(callback)).toMatchObject({ status: 303, location: "../../sources?login=unknown" })
      expect((yield* ask("GET", login)).json).toMatchObject({ kind: "code", state: "done", error: null, url: null })
      expect((yield* ask("GET", "admin/sources/strava")).json).toMatchObject({ configured: true })
      const declined = yield* ask("POST", login, {})
      const state = new URL(declined.json["url"] as string).searchParams.get("state")
      yield* send(`${url}/v1/setup/callback?state=${state}&error=access_denied`)
      expect((yield* ask("GET", login)).json).toMatchObject({
        state: "failed",
        error: "the login was declined at Strava; connect again"
      })

      // By code, by an address with a code, and by name and password.
      yield* ask("PUT", "admin/sources/trakt/settings", account("TRAKT_CLIENT_ID", "TRAKT_CLIENT_SECRET"))
      const device = yield* ask("POST", "admin/sources/trakt/connect", {})
      expect(device.json).toMatchObject({ kind: "device", state: "pending", code: expect.stringMatching(/^VELM/) })
      const isOver = ({ json }: Answer) => json["state"] !== "pending"
      expect((yield* until(ask("GET", "admin/sources/trakt/connect"), isOver)).json).toMatchObject({ state: "done" })
      const pin = yield* ask("POST", "admin/sources/plex/connect", {})
      expect(pin.json).toMatchObject({ kind: "pin", code: null, url: expect.stringContaining("code=") })
      yield* world.simulators.plex.control.claimPin
      expect((yield* until(ask("GET", "admin/sources/plex/connect"), isOver)).json).toMatchObject({ state: "done" })
      yield* ask(
        "PUT",
        "admin/sources/instapaper/settings",
        account("INSTAPAPER_CONSUMER_KEY", "INSTAPAPER_CONSUMER_SECRET")
      )
      const reader = "admin/sources/instapaper/connect"
      expect((yield* ask("POST", reader, {})).status).toBe(400)
      const username = world.settings["DAYBOOK_INSTAPAPER_USERNAME"]!
      const wrong = yield* ask("POST", reader, { username, password: "marker-wrong-password" })
      expect(wrong.json).toMatchObject({ state: "failed", error: expect.stringContaining("Instapaper") })
      const right = yield* ask("POST", reader, { username, password: world.settings["DAYBOOK_INSTAPAPER_PASSWORD"]! })
      expect(right.json).toMatchObject({ state: "done" })
      const all = (yield* ask("GET", "admin/sources")).json["data"] as ReadonlyArray<Record<string, unknown>>
      expect(all.filter(({ configured, login }) => login !== null && configured === true).map(({ id }) => id)).toEqual(
        expect.arrayContaining(["strava", "plex", "trakt", "instapaper"])
      )
      // The server that gets the login cannot be exchanged without it.
      expect(
        (yield* ask("PUT", "admin/sources/plex/settings", { settings: { DAYBOOK_PLEX_URL: "http://a.example" } }))
          .status
      ).toBe(409)

      // The home: the host opens its data again on the same port.
      const moved = yield* ask("PUT", "admin/home", { time_zone: "Asia/Tokyo", units: "metric" })
      expect(moved.json).toMatchObject({ reopening: true })
      const isTokyo = ({ json }: Answer) => json["time_zone"] === "Asia/Tokyo"
      const away = Effect.orElseSucceed(
        Effect.catchAllDefect(ask("GET", "admin/home"), () => Effect.fail("closed")),
        (): Answer => ({ status: 0, text: "", location: null, json: {} })
      )
      expect((yield* until(away, isTokyo)).json).toMatchObject({ units: "metric", empty: false, problem: null })
      expect((yield* send(`${url}/`)).text).toContain('data-units="metric"')
      expect((yield* run(["timezone"], env)).stdout.trim()).toBe("Asia/Tokyo")

      // Moves and trips: the host takes them over, and keeps them with the data.
      const trip = { from: "2025-03-02", to: "2025-03-16", zone: "Europe/Vienna" }
      const traveled = yield* ask("PUT", "admin/timezone/history", { periods: [], trips: [trip] })
      expect(traveled.json).toMatchObject({ reopening: true, time_zone: "Asia/Tokyo" })
      const history = Effect.orElseSucceed(
        Effect.catchAllDefect(ask("GET", "admin/timezone/history"), () => Effect.fail("closed")),
        (): Answer => ({ status: 0, text: "", location: null, json: {} })
      )
      const isTaken = ({ json }: Answer) => Array.isArray(json["trips"]) && json["trips"].length === 1
      expect((yield* until(history, isTaken)).json).toMatchObject({ trips: [trip], problem: null })
      expect((yield* run(["timezone", "history", "list"], env)).stdout.trim()).toBe(
        "2025-03-02..2025-03-16 Europe/Vienna"
      )
      const inUse = yield* run(["timezone", "history", "remove", "2025-03-02"], env)
      expect(inUse.stderr).toContain("a host or a sync uses this data")

      // A second address, and the end of a setting.
      const printed = yield* run(["open", "--json"], env)
      const { address } = JSON.parse(printed.stdout) as { readonly address: string }
      expect(address).toMatch(new RegExp(`^${url}/sources#open=svc_open_`))
      expect((yield* redeem(address)).status).toBe(201)
      const cleared = yield* ask("DELETE", `${path}?names=DAYBOOK_LASTFM_API_KEY`)
      expect(cleared.json).toMatchObject({ configured: false, missing: ["DAYBOOK_LASTFM_API_KEY"] })
      yield* ask("PUT", path, ofLastfm)

      const out = yield* folder
      const saved = yield* run(["backup", join(out, "all.daybook")], env)
      expect(saved.code).toBe(0)
      yield* host.kill("SIGTERM")
      const { stderr, stdout } = yield* host.ended
      const secrets: Secrets = {
        "the key of Last.fm": world.settings["DAYBOOK_LASTFM_API_KEY"]!,
        "the secret of Strava": world.settings["DAYBOOK_STRAVA_CLIENT_SECRET"]!,
        "the secret of Trakt": world.settings["DAYBOOK_TRAKT_CLIENT_SECRET"]!,
        "the password of Instapaper": world.settings["DAYBOOK_INSTAPAPER_PASSWORD"]!,
        "a wrong password": "marker-wrong-password",
        "the state of a login": state!,
        "a code of Strava": new URL(callback).searchParams.get("code")!,
        "the admin key": key,
        "the second code": new URL(address).hash.slice("#open=".length)
      }
      const withoutState = texts.filter((text) => !text.includes(`state=${state}`))
      expect(secretsIn(withoutState.join("\n"), secrets)).toEqual([])
      expect(secretsIn(stderr + stdout, secrets)).toEqual([])
      expect(secretsBelow(out, secrets)).toEqual([])
      expect(secretsBelow(env["DAYBOOK_DATA_DIR"]!, secrets)).toEqual([])

      // With another secret the values cannot be read: the host says so, and starts.
      const other = yield* daybook(["serve", "--port", "0", "--no-schedule"], {
        ...env,
        DAYBOOK_SECRET: "another secret of sixteen"
      })
      yield* other.says(/listening on/)
      yield* other.kill("SIGTERM")
      const ended = yield* other.ended
      expect(ended.stdout).not.toContain("#open=")
      expect(ended.stderr).toContain("were encrypted with another secret")
    })
  )

  it.scopedLive("says that no host runs, and how to start one", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const { code, stderr, stdout } = yield* run(["open"], env)
      expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining("no host answers: start one with")])
    })
  )
})
