import { Fault, serveImap, serveSimulators } from "@daybook/simulators"
import { domains } from "@daybook/core"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe } from "vitest"
import { daybook, type Environment, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { recordAnswers } from "./support/recording.js"
import { get, newKey } from "./support/host.js"
import { collector, echo } from "./support/receiver.js"
import { secretsBelow, secretsIn, type Secrets } from "./support/secretSearch.js"
import { envOf } from "./support/world.js"

/** Settings whose names mark them as secrets. A feed URL is a secret too. */
const isSecret = (name: string) =>
  /(KEY|SECRET|TOKEN|PASSWORD|ICS_URL|HEADERS)$/.test(name) && !/_(ACCESS_KEY_ID|CONSUMER_KEY)$/.test(name)

const secretsOf = (env: Environment): Secrets =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => isSecret(name))
      .map(([name, value]) => [name, value.replace(/^.*(private-|authorization=)/, "")])
  )

/** Settings that no simulator provides. */
const otherSettings = {
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

const setUp = Effect.gen(function* () {
  const world = yield* serveSimulators({ endsAt: Date.UTC(2023, 9, 20) })
  const mail = yield* serveImap(world)
  const echoServer = yield* echo
  const telemetry = yield* collector
  const { control } = world.simulators.google
  const env: Environment = {
    ...envOf(world.settings, yield* newDataDir),
    ...mail.settings,
    ...otherSettings,
    DAYBOOK_CALENDAR_ICS_URL: control.feedUrl,
    DAYBOOK_FETCH_ALLOW: `${world.settings["DAYBOOK_FETCH_ALLOW"]},127.0.0.1`,
    DAYBOOK_EMBEDDINGS_URL: echoServer.url,
    DAYBOOK_S3_ENDPOINT: echoServer.url,
    DAYBOOK_RATE_LIMIT: "1000000",
    DAYBOOK_LOG_LEVEL: "trace",
    DAYBOOK_LOG_FORMAT: "json",
    OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.url,
    NODE_OPTIONS: `--import ${witness}`,
    WITNESS_FILE: join(yield* folder, "hosts")
  }
  return { echoServer, env, telemetry, world }
})

const post = (url: string, key: string, body: unknown) =>
  Effect.promise(() =>
    fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    }).then((answer) => answer.text())
  )

/** Starts a sync of every domain and waits until all have ended. */
const syncAll = Effect.fn("syncAll")(function* (url: string, key: string) {
  yield* Effect.forEach(domains, (domain) => post(`${url}/v1/admin/sync/${domain}`, key, {}))
  return yield* allEnded(url, key)
})

/** All runs, once none is running. */
const allEnded = Effect.fn("allEnded")(function* (url: string, key: string) {
  const runs = `${url}/v1/admin/sync/runs?limit=100`
  const { body } = yield* Effect.repeat(Effect.delay(get(runs, key), "100 millis"), {
    until: ({ body }) =>
      (body["data"] as ReadonlyArray<{ readonly status: string }>).every(({ status }) => status !== "running")
  })
  return body["data"] as ReadonlyArray<{
    readonly source: string
    readonly status: string
    readonly error: string | null
  }>
})

/** Requests without valid credentials. */
const unauthorizedRequests = (url: string, secrets: Secrets) =>
  Effect.forEach(
    [
      ["GET", "/v1/listening/stats", "Bearer svc_live_nobody"],
      ["GET", "/v1/listening/recent?api_key=svc_admin_wrong", "Basic x"],
      ["GET", "/metrics", ""],
      ["POST", `/v1/webhooks/plex/${secrets["DAYBOOK_PLEX_WEBHOOK_SECRET"]}x`, ""],
      ["GET", "/v1/webhooks/strava?hub.mode=subscribe&hub.challenge=c&hub.verify_token=wrong", ""]
    ],
    ([method, path, authorization]) =>
      Effect.promise(async () =>
        (await fetch(url + path, { method: method!, headers: { authorization: authorization! } })).text()
      )
  )

describe("secrets", { timeout: patience }, () => {
  it.scopedLive(
    "appear in no answer, log, error, metric, trace, export, backup or stored file, and only configured hosts are called",
    () =>
      Effect.gen(function* () {
        const { echoServer, env, telemetry, world } = yield* setUp
        const out = yield* folder
        const admin = yield* newKey(env, "--type", "admin")
        const secrets: Secrets = {
          ...secretsOf(env),
          "the admin key": admin.key,
          "an access token of Google's": "ya29."
        }
        expect(Object.keys(secrets).length).toBeGreaterThan(20)
        for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(4)
        const texts: Array<readonly [string, string]> = []
        const collect = (name: string, text: string) => texts.push([name, text])

        // One article to embed, because the sample owner has saved none yet.
        writeFileSync(
          join(out, "saved.csv"),
          `URL,Title,Selection,Folder,Timestamp\n${echoServer.url}/page,A long ferry,,Unread,1690000000\n`
        )
        const imported = yield* run(["import", "instapaper", join(out, "saved.csv"), "--json"], env)
        expect(imported.code).toBe(0)
        collect("daybook import", imported.stdout + imported.stderr)

        const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env)
        const url = yield* host.says(/listening on (http:\/\/\S+)/)
        const completedRuns = yield* syncAll(url, admin.key)
        expect(completedRuns.filter(({ status }) => status === "completed").length).toBeGreaterThan(7)
        yield* post(`${url}/v1/admin/reembed-reading`, admin.key, { onlyMissing: true })
        yield* allEnded(url, admin.key)
        for (const one of Object.values(world.simulators))
          yield* one.control.faults.when(() => true, Fault.Status({ status: 401 }))
        const failedRuns = yield* syncAll(url, admin.key)
        expect(failedRuns.filter(({ error }) => error !== null).length).toBeGreaterThan(5)

        const answers = yield* recordAnswers(env, url, admin.key, false)
        expect(answers.size).toBeGreaterThan(100)
        answers.forEach(({ body }, path) => collect(path, body))
        ;(yield* unauthorizedRequests(url, secrets)).forEach((text) => collect("an unauthorized answer", text))
        collect(
          "/metrics",
          yield* Effect.promise(async () =>
            (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${admin.key}` } })).text()
          )
        )
        expect(texts.at(-1)![1]).toContain("daybook_provider_calls_total{")

        for (const words of [
          ["doctor"],
          ["sources"],
          ["status"],
          ["keys", "list"],
          ["export", "--out", join(out, "export")],
          ["backup", join(out, "all.daybook")]
        ]) {
          const { stderr, stdout } = yield* run([...words, "--json"], env)
          collect(`daybook ${words.join(" ")}`, stdout + stderr)
        }
        yield* host.kill("SIGTERM")
        const ended = yield* host.ended
        collect("the host's log", ended.stdout + ended.stderr)
        expect(ended.stderr).toContain('"level":"debug"')
        for (const { body, path } of telemetry.received()) collect(`telemetry ${path}`, body.toString())
        expect(texts.filter(([name]) => name.startsWith("telemetry")).length).toBeGreaterThan(1)
        // Control: the search finds existing text, and the secrets were used.
        expect(secretsIn(ended.stderr, { route: "/v1/listening/stats" })).toEqual(["route"])
        expect(secretsBelow(env["DAYBOOK_DATA_DIR"]!, { run: "refuses the key or login" })).not.toEqual([])
        const sentSecrets = secretsIn(JSON.stringify(echoServer.received()), {
          ...secrets,
          "the bucket's user": otherSettings.DAYBOOK_S3_ACCESS_KEY_ID
        })
        expect(sentSecrets).toEqual(["DAYBOOK_EMBEDDINGS_API_KEY", "the bucket's user"])

        const calledHosts = readFileSync(env["WITNESS_FILE"]!, "utf8").trim().split("\n")
        expect(calledHosts.length).toBeGreaterThan(20)
        expect(calledHosts.filter((name) => !thisMachine.has(name))).toEqual([])

        expect(texts.flatMap(([name, text]) => secretsIn(text, secrets).map((secret) => `${name}: ${secret}`))).toEqual(
          []
        )
        expect(secretsBelow(out, secrets)).toEqual([])
        expect(secretsBelow(env["DAYBOOK_DATA_DIR"]!, secrets)).toEqual([])
      })
  )
})
