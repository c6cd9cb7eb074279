import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { ask, post } from "../../http/test/support/http.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { type Environment, patience, run } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"
import { importRunFiles } from "./support/runFiles.js"

const base = { domain: "running", type: "activity" }

/** A home with two runs, the first of which is listed twice. */
const home = Effect.gen(function* () {
  const env: Environment = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
  yield* importRunFiles(env)
  return env
})

/** The reports of each run that is listed, the oldest run first. */
const runsAt = (url: string, key: string) =>
  Effect.gen(function* () {
    const { json } = yield* ask(`${url}/v1/running/activities?order=asc`, { key })
    const runs = json.data as ReadonlyArray<{ readonly id: number; readonly date: string }>
    return yield* Effect.forEach(runs, ({ id }) =>
      Effect.map(ask(`${url}/v1/explain/running/activity/${id}`, { key }), ({ json }) => {
        const reports = json.sources as ReadonlyArray<Readonly<Record<"key" | "source", string>>>
        return reports.map(({ key, source }) => `${source}:${key}`).sort()
      })
    )
  })

const sourceOf = (report: string) => report.split(":")[0]

describe("corrections of runs", { timeout: patience }, () => {
  it.scopedLive("join and separate reports over HTTP, until they are deleted", () =>
    Effect.gen(function* () {
      const env = yield* home
      const { key } = yield* newKey(env, "--type", "admin")
      const reader = yield* newKey(env)
      const { url } = yield* serve(env)
      const path = `${url}/v1/admin/corrections`
      const answers = Effect.forEach(
        ["running/activities?order=asc", "running/stats", "running/calendar?year=2025", "running/streaks", "feed"],
        (address) => Effect.map(ask(`${url}/v1/${address}`, { key }), ({ json }) => json)
      )
      const runs = runsAt(url, key)
      const [before, reports] = [yield* answers, yield* runs]
      const [listed, ahead, right] = reports as ReadonlyArray<ReadonlyArray<string>>
      expect(reports.map((one) => one.map(sourceOf))).toEqual([
        ["runkeeper"],
        ["run-files"],
        ["run-files", "runkeeper"]
      ])

      const same = { ...base, kind: "same", subject: { report: ahead![0] }, object: { report: listed![0] } }
      const preview = yield* post(`${path}/preview`, key, same)
      expect([preview.status, preview.json]).toMatchObject([200, { before: { runs: 3 }, after: { runs: 2 } }])
      const joined = yield* post(path, key, same)
      expect([joined.status, joined.json]).toMatchObject([201, same])
      expect(yield* runs).toEqual([[ahead![0], listed![0]], right])
      const contradiction = yield* post(path, key, { ...same, kind: "different" })
      expect([contradiction.status, contradiction.json.error]).toEqual([409, expect.stringContaining(listed![0]!)])

      const different = { ...base, kind: "different", subject: { report: right![0] }, object: { report: right![1] } }
      const apart = yield* post(`${path}/preview`, key, different)
      expect([apart.status, apart.json]).toMatchObject([200, { before: { runs: 2 }, after: { runs: 3 } }])
      const separated = yield* post(path, key, different)
      expect([separated.status, separated.json]).toMatchObject([201, different])
      expect((yield* runs).map((one) => one.join()).sort()).toEqual([[ahead![0], listed![0]].join(), ...right!].sort())

      const ids = [joined, separated].map(({ json }) => json.id as number)
      expect((yield* ask(path, { key })).json.data).toMatchObject([
        { id: ids[0], ...same },
        { id: ids[1], ...different }
      ])
      for (const [wrong, status] of [
        [{ ...different, object: { report: "strava:77" } }, 400],
        [{ ...different, object: null }, 400],
        [{ ...same, type: "run" }, 400]
      ] as const)
        expect([wrong, (yield* post(path, key, wrong)).status]).toEqual([wrong, status])
      expect((yield* post(path, reader.key, same)).status).toBe(403)

      for (const id of ids) expect((yield* ask(`${path}/${id}`, { key, method: "DELETE" })).status).toBe(200)
      expect((yield* ask(path, { key })).json).toEqual({ data: [] })
      expect(yield* runs).toEqual(reports)
      expect(yield* answers).toEqual(before)
    })
  )

  it.scopedLive("join and separate reports by the command, until they are taken back", () =>
    Effect.gen(function* () {
      const env = yield* home
      const corrections = (...words: ReadonlyArray<string>) => run(["corrections", ...words], env)
      const ofRuns = (kind: string, one: string, other: string) => [
        ...[kind, "--domain", "running", "--type", "activity"],
        ...["--key", `report=${one}`, "--to-key", `report=${other}`]
      ]
      const exported = Effect.gen(function* () {
        const out = join(yield* folder, "out")
        expect(yield* run(["export", "running", "--out", out], env)).toMatchObject({ code: 0 })
        return readFileSync(join(out, "running", "running_activities.ndjson"), "utf8")
          .trim()
          .split("\n")
          .sort()
      })
      const before = yield* exported
      expect(before).toHaveLength(3)
      const [ahead, right] = ["2025-03-14T09:37:00Z", "2025-03-15T18:00:00Z"].map(
        (start) => `run-files:gpx:${Date.parse(start)}:21`
      )

      const same = ofRuns("same", ahead!, "runkeeper:a1")
      const preview = yield* corrections("preview", ...same, "--json")
      expect(JSON.parse(preview.stdout)).toMatchObject({ affected: 1, before: { runs: 3 }, after: { runs: 2 } })
      const added = yield* corrections("add", ...same)
      const [, id = ""] = new RegExp(`^correction (\\d+): ${ahead} is the same as runkeeper:a1`, "m").exec(
        added.stdout
      )!
      expect(yield* exported).toHaveLength(2)
      const different = ofRuns("different", right!, "runkeeper:a2")
      expect(yield* corrections("add", ...different)).toMatchObject({ code: 0 })
      expect(yield* exported).toHaveLength(3)
      const { code, stderr } = yield* corrections("add", ...ofRuns("same", right!, "runkeeper:a2"))
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${right} is not runkeeper:a2`)])

      const listed = JSON.parse((yield* corrections("list", "--json")).stdout) as ReadonlyArray<{ readonly id: number }>
      expect(listed).toMatchObject([
        { id: Number(id), ...base, kind: "same" },
        { ...base, kind: "different" }
      ])
      for (const { id } of listed)
        expect((yield* corrections("remove", String(id))).stdout).toBe(`correction ${id} is taken back\n`)
      expect(yield* exported).toEqual(before)
    })
  )

  it.scopedLive("separate two reports of a ride and join two rides, until they are taken back", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC", DAYBOOK_DOMAINS: "activities" }
      yield* importRunFiles(env, "ride")
      const { key } = yield* newKey(env)
      const { url } = yield* serve(env)
      const answers = Effect.forEach(["activities/activity?order=asc", "activities/stats", "feed"], (address) =>
        Effect.map(ask(`${url}/v1/${address}`, { key }), ({ json }) => json)
      )
      const rides = Effect.map(answers, ([list]) =>
        (list.data as ReadonlyArray<{ readonly reports: ReadonlyArray<string> }>).map(({ reports }) => reports)
      )
      const [ahead, right] = ["2025-03-14T09:37:00Z", "2025-03-15T18:00:00Z"].map(
        (start) => `run-files:gpx:${Date.parse(start)}:21`
      )
      const [before, reports] = [yield* answers, yield* rides]
      expect(reports).toEqual([["runkeeper:a1"], [ahead], [right, "runkeeper:a2"]])

      const add = (kind: string, one: string, other: string) =>
        run(
          [
            ...["corrections", "add", kind, "--domain", "activities", "--type", "activity"],
            ...["--key", `activity=${one}`, "--to-key", `activity=${other}`]
          ],
          env
        )
      expect(yield* add("different", right!, "runkeeper:a2")).toMatchObject({ code: 0 })
      expect((yield* rides).toSorted()).toEqual([[ahead], ["runkeeper:a1"], ["runkeeper:a2"], [right]].toSorted())
      yield* importRunFiles(env, "ride")
      expect(yield* rides).toHaveLength(4)
      expect(yield* add("same", ahead!, "runkeeper:a1")).toMatchObject({ code: 0 })
      expect(yield* rides).toHaveLength(3)
      expect(yield* add("same", right!, "runkeeper:a2")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${right} is not runkeeper:a2`)
      })
      for (const id of ["1", "2"]) expect(yield* run(["corrections", "remove", id], env)).toMatchObject({ code: 0 })
      expect(yield* answers).toEqual(before)
    })
  )
})
