import { Fault, serveImap, serveSimulators } from "@daybook/adapters/simulators"
import { domains } from "@daybook/core"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe } from "vitest"
import { daybook, type Environment, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { recorded } from "./support/getting.js"
import { get, newKey } from "./support/host.js"
import { collector, echo } from "./support/receiver.js"
import { foundBelow, foundIn, type Secrets } from "./support/searching.js"
import { envOf } from "./support/world.js"

/** Settings that are secrets by their name. A feed's address is one by itself. */
const isSecret = (name: string) => /(KEY|SECRET|TOKEN|PASSWORD|ICS_URL|HEADERS)$/.test(name) && !/_(ACCESS_KEY_ID|CONSUMER_KEY)$/.test(name)

const secretsOf = (env: Environment): Secrets =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isSecret(name)).map(([name, value]) => [name, value.replace(/^.*(private-|authorization=)/, "")]))

/** What a source never needs at once, so that no simulator gives it. */
const more = {
  DAYBOOK_SECRET: "marker-instance-4f1d0c9b7a",
  DAYBOOK_PLEX_WEBHOOK_SECRET: "marker-plex-hook-83b1",
  DAYBOOK_STRAVA_WEBHOOK_VERIFY_TOKEN: "marker-strava-verify-19c2",
  DAYBOOK_EMBEDDINGS: "openai",
  DAYBOOK_EMBEDDINGS_MODEL: "small",
  DAYBOOK_EMBEDDINGS_API_KEY: "marker-embeddings-77aa",
  DAYBOOK_IMAGE_STORE: "s3",
  DAYBOOK_S3_REGION: "here",
  DAYBOOK_S3_BUCKET: "pictures",
  DAYBOOK_S3_ACCESS_KEY_ID: "marker-s3-id",
  DAYBOOK_S3_SECRET_ACCESS_KEY: "marker-s3-secret-51de",
  DAYBOOK_FANART_API_KEY: "marker-fanart-6a6a",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=marker-otlp-header-20ff",
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
}

const witness = pathToFileURL(join(import.meta.dirname, "support/witness.mjs")).href
const thisMachine = new Set(["127.0.0.1", "localhost", "::1", ""])

const everything = Effect.gen(function*() {
  const world = yield* serveSimulators({ endsAt: Date.UTC(2023, 9, 20) })
  const mail = yield* serveImap(world)
  const careless = yield* echo
  const telemetry = yield* collector
  const { control } = world.simulators.google
  const env: Environment = {
    ...envOf(world.settings, yield* newDataDir),
    ...mail.settings,
    ...more,
    DAYBOOK_CALENDAR_ICS_URL: control.feedUrl,
    DAYBOOK_FETCH_ALLOW: `${world.settings["DAYBOOK_FETCH_ALLOW"]},127.0.0.1`,
    DAYBOOK_EMBEDDINGS_URL: careless.url,
    DAYBOOK_S3_ENDPOINT: careless.url,
    DAYBOOK_RATE_LIMIT: "1000000",
    DAYBOOK_LOG_LEVEL: "trace",
    DAYBOOK_LOG_FORMAT: "json",
    OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.url,
    NODE_OPTIONS: `--import ${witness}`,
    WITNESS_FILE: join(yield* folder, "hosts")
  }
  return { careless, env, telemetry, world }
})

const post = (url: string, key: string, body: unknown) =>
  Effect.promise(() => fetch(url, { method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify(body) }).then((answer) => answer.text()))

/** Starts a sync of every domain and waits for the ends. */
const syncAll = Effect.fn("syncAll")(function*(url: string, key: string) {
  yield* Effect.forEach(domains, (domain) =>
    post(`${url}/v1/admin/sync/${domain}`, key, {}))
  return yield* allEnded(url, key)
})

/** Every run, once none is under way. */
const allEnded = Effect.fn("allEnded")(function*(url: string, key: string) {
  const runs = `${url}/v1/admin/sync/runs?limit=100`
  const { body } = yield* Effect.repeat(Effect.delay(get(runs, key), "100 millis"), {
    until: ({ body }) => (body["data"] as ReadonlyArray<{ readonly status: string }>).every(({ status }) => status !== "running")
  })
  return body["data"] as ReadonlyArray<{ readonly source: string; readonly status: string; readonly error: string | null }>
})

/** Whoever tries. */
const strangers = (url: string, secrets: Secrets) =>
  Effect.forEach([
    ["GET", "/v1/listening/stats", "Bearer svc_live_nobody"],
    ["GET", "/v1/listening/recent?api_key=svc_admin_wrong", "Basic x"],
    ["GET", "/metrics", ""],
    ["POST", `/v1/webhooks/plex/${secrets["DAYBOOK_PLEX_WEBHOOK_SECRET"]}x`, ""],
    ["GET", "/v1/webhooks/strava?hub.mode=subscribe&hub.challenge=c&hub.verify_token=wrong", ""]
  ], ([method, path, authorization]) =>
    Effect.promise(async () => (await fetch(url + path, { method: method!, headers: { authorization: authorization! } })).text()))

describe("secrets", { timeout: patience }, () => {
  it.scopedLive("are nowhere: not in answers, logs, errors, metrics, traces, exports, backups, nor in what is stored; and nobody is called whom no setting names", () =>
    Effect.gen(function*() {
      const { careless, env, telemetry, world } = yield* everything
      const out = yield* folder
      const admin = yield* newKey(env, "--type", "admin")
      const secrets: Secrets = { ...secretsOf(env), "the admin key": admin.key, "an access token of Google's": "ya29." }
      expect(Object.keys(secrets).length).toBeGreaterThan(20)
      for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(4)
      const texts: Array<readonly [string, string]> = []
      const kept = (name: string, text: string) => texts.push([name, text])

      // One article, for the embeddings' sake: the person had saved none by then.
      writeFileSync(join(out, "saved.csv"), `URL,Title,Selection,Folder,Timestamp\n${careless.url}/page,A long ferry,,Unread,1690000000\n`)
      const imported = yield* run(["import", "instapaper", join(out, "saved.csv"), "--json"], env)
      expect(imported.code).toBe(0)
      kept("daybook import", imported.stdout + imported.stderr)

      const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env)
      const url = yield* host.says(/listening on (http:\/\/\S+)/)
      const well = yield* syncAll(url, admin.key)
      expect(well.filter(({ status }) => status === "completed").length).toBeGreaterThan(7)
      yield* post(`${url}/v1/admin/reembed-reading`, admin.key, { onlyMissing: true })
      yield* allEnded(url, admin.key)
      for (const one of Object.values(world.simulators)) yield* one.control.faults.when(() => true, Fault.Status({ status: 401 }))
      const ill = yield* syncAll(url, admin.key)
      expect(ill.filter(({ error }) => error !== null).length).toBeGreaterThan(5)

      const answers = yield* recorded(env, url, admin.key, false)
      expect(answers.size).toBeGreaterThan(100)
      answers.forEach(({ body }, path) => kept(path, body))
      ;(yield* strangers(url, secrets)).forEach((text) => kept("a stranger's answer", text))
      kept("/metrics", yield* Effect.promise(async () => (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${admin.key}` } })).text()))
      expect(texts.at(-1)![1]).toContain("daybook_provider_calls_total{")

      for (const words of [["doctor"], ["sources"], ["status"], ["keys", "list"], ["export", "--out", join(out, "export")], ["backup", join(out, "all.daybook")]]) {
        const { stderr, stdout } = yield* run([...words, "--json"], env)
        kept(`daybook ${words.join(" ")}`, stdout + stderr)
      }
      yield* host.kill("SIGTERM")
      const ended = yield* host.ended
      kept("the host's log", ended.stdout + ended.stderr)
      expect(ended.stderr).toContain("\"level\":\"debug\"")
      for (const { body, path } of telemetry.received()) kept(`telemetry ${path}`, body.toString())
      expect(texts.filter(([name]) => name.startsWith("telemetry")).length).toBeGreaterThan(1)
      // That the search finds what is there, and that the secrets were made use of.
      expect(foundIn(ended.stderr, { route: "/v1/listening/stats" })).toEqual(["route"])
      expect(foundBelow(env["DAYBOOK_DATA_DIR"]!, { run: "refuses the key or login" })).not.toEqual([])
      const given = foundIn(JSON.stringify(careless.received()), { ...secrets, "the bucket's user": more.DAYBOOK_S3_ACCESS_KEY_ID })
      expect(given).toEqual(["DAYBOOK_EMBEDDINGS_API_KEY", "the bucket's user"])

      const called = readFileSync(env["WITNESS_FILE"]!, "utf8").trim().split("\n")
      expect(called.length).toBeGreaterThan(20)
      expect(called.filter((name) => !thisMachine.has(name))).toEqual([])

      expect(texts.flatMap(([name, text]) => foundIn(text, secrets).map((secret) => `${name}: ${secret}`))).toEqual([])
      expect(foundBelow(out, secrets)).toEqual([])
      expect(foundBelow(env["DAYBOOK_DATA_DIR"]!, secrets)).toEqual([])
    }))
})
