import { Fault } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { daybook, linesOf, onTerminal, patience, run } from "./support/daybook.js"
import { copyOf } from "./support/dataDir.js"
import { playsAndCounts } from "./support/host.js"
import { envOf, refused, world, worldUntil } from "./support/world.js"

interface Report {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

const sync = ["sync", "lastfm", "--no-followers"]
const reportOf = (stdout: string) => (JSON.parse(stdout) as ReadonlyArray<Report>)[0]
const syncReport = (env: Record<string, string>, ...more: ReadonlyArray<string>) =>
  Effect.map(run([...sync, "--json", ...more], env), ({ stdout }) => reportOf(stdout))
const nothing = { added: 0, changed: 0, removed: 0 }

describe("sync", { timeout: patience }, () => {
  it.scopedLive("stores every play once, prints one line and a table, and enriches the artists", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* worldUntil(Date.UTC(2023, 10, 24))
      const plays = yield* simulators.lastfm.control.plays()
      const { code, stderr, stdout } = yield* run(["sync", "lastfm"], env)
      expect(code).toBe(0)
      expect(linesOf(stderr)).toEqual([
        expect.stringMatching(`^lastfm: ${plays.length} added, 0 changed, 0 removed in [\\d.]+ s$`)
      ])
      expect(linesOf(stdout)).toEqual([
        expect.stringMatching(/^source +added +changed +removed +seconds$/),
        expect.stringMatching(new RegExp(`^lastfm +${plays.length} +0 +0 +[\\d.]+$`))
      ])
      const status = JSON.parse((yield* run(["status", "--json"], env)).stdout) as {
        readonly enrichment: Record<string, number>
        readonly status: string
      }
      expect(status.status).toBe("ok")
      const artists = new Set(plays.map(({ artist }) => artist)).size
      expect(status.enrichment["artists_missing_apple_music_url_with_plays"]).toBeLessThan(artists)
      expect(yield* syncReport(env)).toMatchObject(nothing)
      expect((yield* playsAndCounts(env)).plays).toHaveLength(plays.length)
    })
  )

  it.scopedLive("applies edits and deletions, and removes many records only when allowed", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const { control } = simulators.lastfm
      const dryRun = yield* syncReport(env, "--dry-run")
      const first = yield* syncReport(env)
      expect({ ...dryRun, seconds: 0 }).toEqual({ ...first, seconds: 0 })
      const plays = yield* control.plays()
      yield* control.removePlays({ at: plays.at(-2)!.at })
      yield* control.editPlays({ at: plays.at(-4)!.at }, { track: "Renamed Afterwards" })
      yield* control.addPlay({ artist: "Late Arrivals", track: "From a Phone", at: plays.at(-1)!.at - 3_600 + 1 })
      // A renamed play is a different play: it is added, and the old one is removed.
      expect(yield* syncReport(env)).toMatchObject({ added: 2, changed: 0, removed: 2 })
      const providerPlays = yield* control.plays()
      const storedPlays = (yield* playsAndCounts(env)).plays.map(
        ({ scrobbled_at, track }) => `${scrobbled_at} ${track.name}`
      )
      const expected = providerPlays.map(({ at, track }) => `${new Date(at * 1_000).toISOString()} ${track}`)
      expect(storedPlays.toSorted()).toEqual(expected.toSorted())

      yield* control.removePlays({ to: plays[Math.floor(plays.length / 2)]!.at })
      const refusal = yield* run([...sync, "--full"], env)
      expect(refusal).toMatchObject({ code: 1, stdout: "" })
      expect(linesOf(refusal.stderr)).toEqual([expect.stringContaining("--allow-mass-delete")])
      expect(yield* syncReport(env)).toMatchObject(nothing)
      const allowed = yield* syncReport(env, "--full", "--allow-mass-delete")
      expect(allowed?.removed).toBe(providerPlays.length - (yield* control.plays()).length)
    })
  )

  it.scopedLive("ends with the state and the next step when the provider rejects the key", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      yield* simulators.lastfm.control.faults.when(() => true, refused)
      const { code, stderr } = yield* run(sync, env)
      expect(code).toBe(1)
      expect(linesOf(stderr)).toEqual([expect.stringMatching(/refuses the API key.*; check DAYBOOK_LASTFM_API_KEY/)])
      expect(stderr).not.toContain(env["DAYBOOK_LASTFM_API_KEY"])
      const status = yield* run(["status", "--json"], env)
      expect(JSON.parse(status.stdout)).toMatchObject({ status: "degraded", sources: { lastfm: { status: "failed" } } })
      const doctor = yield* run(["doctor"], env)
      expect(doctor.code).toBe(1)
      expect(doctor.stdout).toMatch(/^!! +lastfm +.*DAYBOOK_LASTFM_API_KEY/m)
    })
  )

  it.scopedLive("runs once at a time for each source; a second run reports it", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const { faults, requests } = simulators.lastfm.control
      // Retries hang too, however long the second command takes to start.
      yield* faults.when(() => true, Fault.Hanging(), 1_000)
      yield* daybook(sync, env)
      yield* Effect.repeat(Effect.zipRight(Effect.sleep("20 millis"), requests.count), { until: (count) => count > 0 })
      const { code, stderr } = yield* run(sync, env)
      expect(code).toBe(1)
      expect(linesOf(stderr)).toEqual([expect.stringContaining("a sync of lastfm is already running")])
    })
  )

  it.scopedLive("survives SIGKILL at any moment, and the next run continues immediately", () =>
    Effect.gen(function* () {
      const { env, settings, simulators } = yield* world
      const uninterrupted = envOf(settings, yield* copyOf(env["DAYBOOK_DATA_DIR"]!))
      yield* run(sync, uninterrupted)
      const { requests } = simulators.lastfm.control
      for (const moment of [1, 2, 3]) {
        yield* requests.clear
        const victim = yield* daybook(sync, env)
        yield* Effect.repeat(Effect.zipRight(Effect.sleep("5 millis"), requests.count), {
          until: (count) => count >= Math.min(moment, 2)
        })
        yield* Effect.sleep(Math.random() * 60)
        yield* victim.kill("SIGKILL")
        yield* victim.ended
      }
      const last = yield* run(sync, env)
      expect(last).toMatchObject({ code: 0 })
      expect(yield* playsAndCounts(env)).toEqual(yield* playsAndCounts(uninterrupted))
    })
  )

  it.scopedLive("shows its progress on a terminal", () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const { code, stdout } = yield* onTerminal(sync, env)
      expect(code).toBe(0)
      expect(stdout).toMatch(/lastfm {2}[█░]{24} {2}[\d,]+\/[\d,]+ {2}[\d,]+\/s {2}ETA \d+s/)
      expect(stdout).toMatch(/source +added +changed +removed +seconds/)
    })
  )
})
