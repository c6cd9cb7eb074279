import { Effect, type Scope } from "effect"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { daybook, type Environment, run } from "../../../cli/test/support/daybook.js"
import { folder, newDataDir } from "../../../cli/test/support/dataDir.js"
import { newKey } from "../../../cli/test/support/host.js"
import { settings } from "./stage.js"

/** A host whose admin pages a test uses. */
export interface AdminStage {
  readonly url: string
  readonly key: string
  readonly env: Environment
  readonly browser: Browser
  /** Ends the host, and starts it again on the same port when the answer is run. */
  readonly restart: Effect.Effect<Effect.Effect<void, never, Scope.Scope>, never, Scope.Scope>
}

/** Calendar entries that nothing confirms: each waits for a decision. */
const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VEVENT
UID:one@example.com
DTSTAMP:20260301T100000Z
DTSTART:20260314T190000Z
DTEND:20260314T220000Z
SUMMARY:Velmora Tide in concert
LOCATION:Tidewater Hall, Portland
END:VEVENT
BEGIN:VEVENT
UID:two@example.com
DTSTAMP:20260301T100000Z
DTSTART:20260321T190000Z
DTEND:20260321T220000Z
SUMMARY:Opening night at the theatre
LOCATION:Harbour Theatre, Portland
END:VEVENT
END:VCALENDAR
`.replaceAll("\n", "\r\n")

const plays = "artist,album,name,date\nVelmora Tide,Harbour,Low Tide,14 Mar 2026 20:15\n"

const importText = (env: Environment, source: string, name: string, text: string) =>
  Effect.gen(function* () {
    const path = join(yield* folder, name)
    writeFileSync(path, text)
    return yield* run(["import", source, path], env)
  })

/** Imports a play. */
export const importPlays = (env: Environment) => importText(env, "lastfm", "plays.csv", plays)

/** Imports what leaves runs, one of them failed, and events that wait. */
export const importWaiting = (env: Environment) =>
  Effect.gen(function* () {
    yield* importText(env, "calendar", "calendar.ics", calendar)
    yield* importPlays(env)
    const failed = yield* importText(env, "letterboxd", "letterboxd.zip", "not a zip")
    if (failed.code === 0) return yield* Effect.dieMessage("a file that is no archive was imported")
  })

const listening = /listening on (http:\/\/\S+)/

/** A host with an admin key over a new data folder. */
export const adminStage = (
  browser: Browser,
  prepare: (env: Environment) => Effect.Effect<void, never, Scope.Scope> = () => Effect.void,
  more: Environment = {}
) =>
  Effect.gen(function* () {
    const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_HOOKS_ALLOW: "127.0.0.1", ...more }
    yield* prepare(env)
    const { key } = yield* newKey(env, "--type", "admin")
    const start = (port: string) => daybook(["serve", "--port", port, "--no-schedule"], env)
    const host = yield* start("0")
    const url = yield* host.says(listening)
    const restart = Effect.gen(function* () {
      yield* host.kill("SIGTERM")
      yield* host.ended
      return Effect.flatMap(start(new URL(url).port), (again) => Effect.asVoid(again.says(listening)))
    })
    return { url, key, env, browser, restart } satisfies AdminStage
  })

/** A receiver of webhooks that answers with the current status, and what it got. */
export const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const types: Array<string> = []
    let status = 200
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (text: string) => (body += text))
      request.on("end", () => {
        types.push((JSON.parse(body) as { readonly type: string }).type)
        response.writeHead(status).end(status === 200 ? "fine" : "not now")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
    return { server, types, url, answer: (next: number) => void (status = next) }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)
