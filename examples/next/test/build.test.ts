import { expect, it } from "vitest"
import { Effect } from "effect"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { folder } from "../../../packages/cli/test/support/dataDir.js"
import { patience, start } from "../../../packages/cli/test/support/daybook.js"
import { newKey, serve } from "../../../packages/cli/test/support/host.js"
import { command, isOffline } from "../../../packages/cli/test/support/npm.js"
import { sampleHome } from "../../../packages/cli/test/support/sampleHome.js"

const example = resolve(import.meta.dirname, "..")
const client = resolve(example, "../../packages/client")
const zone = "Europe/Berlin"

/** Nobody listens there. */
const nowhere = "http://127.0.0.1:1"

const ofNext = { NEXT_TELEMETRY_DISABLED: "1", HOME: process.env["HOME"] ?? "" }

/**
 * The example with its packages: outside of the workspace, since they weigh more than all the others of it. Null if the
 * registry cannot be reached.
 */
const installed = Effect.gen(function* () {
  const site = join(yield* folder, "site")
  cpSync(join(example, "app"), join(site, "app"), { recursive: true })
  const page = join(site, "app/page.jsx")
  // A test need not wait for a minute.
  writeFileSync(page, readFileSync(page, "utf8").replace("revalidate = 60", "revalidate = 1"))
  const { dependencies, ...manifest } = JSON.parse(readFileSync(join(example, "package.json"), "utf8"))
  const { "@daybook/client": _, ...others } = dependencies
  writeFileSync(join(site, "package.json"), JSON.stringify({ ...manifest, dependencies: others }))
  const outcome = yield* Effect.promise(() => command("npm", ["install", "--no-audit", "--no-fund"], site))
  if (isOffline(outcome)) return null
  expect(outcome).toMatchObject({ code: 0 })
  const own = join(site, "node_modules/@daybook/client")
  mkdirSync(own, { recursive: true })
  for (const part of ["dist", "package.json"]) cpSync(join(client, part), join(own, part), { recursive: true })
  return site
})

const visit = (address: string) =>
  Effect.promise(async () => {
    const response = await fetch(address)
    return { status: response.status, text: await response.text() }
  })

/** Loads a page until it contains a text, and answers it. Next.js renders it again after a visit. */
const shows = (address: string, text: string): Effect.Effect<string> =>
  Effect.gen(function* () {
    for (;;) {
      const page = yield* visit(address)
      if (page.text.includes(text)) return page.text
      yield* Effect.sleep("100 millis")
    }
  }).pipe(Effect.timeout("60 seconds"), Effect.orDie)

it(
  "Next.js renders what the lens shows, and keeps it while Daybook does not answer",
  async ({ skip }) => {
    const rendering = Effect.gen(function* () {
      const site = yield* installed
      if (site === null) return false
      const next = join(site, "node_modules/next/dist/bin/next")
      const env = { DAYBOOK_DATA_DIR: yield* sampleHome(zone), DAYBOOK_TIMEZONE: zone }
      const { key } = yield* newKey(env, "--type", "publish", "--lens", "site", "--no-origin")
      const settings = { ...ofNext, DAYBOOK_PUB_KEY: key }
      const build = yield* start(process.execPath, [next, "build"], {
        env: { ...settings, DAYBOOK_URL: nowhere },
        cwd: site
      })
      const built = yield* build.ended
      expect(built, built.stderr).toMatchObject({ code: 0 })
      expect(built.stdout + built.stderr).toContain(`the page is built without data: ${nowhere} does not answer`)

      const { host, url } = yield* serve(env)
      const server = yield* start(process.execPath, [next, "start", "--port", "0"], {
        env: { ...settings, DAYBOOK_URL: url },
        cwd: site
      })
      const address = yield* server.says(/Local:\s+(http:\S+)/)
      const page = (yield* shows(address, "<table>")).replaceAll("<!-- -->", "")
      expect(page).toMatch(/<p>(Playing|Last played): [^<]+<\/p>/)
      const read = (path: string) =>
        Effect.promise(async () => {
          const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
          return (await response.json()) as Record<string, never>
        })
      const { days, total, year } = (yield* read("/v1/listening/calendar")) as unknown as {
        readonly year: number
        readonly total: number
        readonly days: ReadonlyArray<{ readonly date: string; readonly count: number }>
      }
      expect(page).toContain(`<caption>${year}: ${total} plays</caption>`)
      const squares = Array.from(page.matchAll(/title="(\S+): (\d+)"/g), ([, date, count]) => [date, Number(count)])
      expect(squares).toHaveLength((Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / 86_400_000)
      expect(squares.filter(([, count]) => count !== 0).sort()).toEqual(days.map(({ count, date }) => [date, count]))
      expect(page).not.toContain(key)

      yield* host.kill("SIGTERM")
      yield* host.ended
      // A visit makes Next.js render the page again, which fails now.
      const visits = Effect.forever(Effect.zipRight(visit(address), Effect.sleep("100 millis")))
      yield* Effect.raceFirst(visits, server.says(/does not answer/))
      expect(yield* visit(address)).toMatchObject({ status: 200, text: expect.stringContaining("<table>") })
      return true
    })
    if (!(await Effect.runPromise(Effect.scoped(rendering)))) skip("the npm registry cannot be reached")
  },
  patience
)
