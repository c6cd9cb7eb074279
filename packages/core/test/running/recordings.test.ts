import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  type Archived,
  type Report,
  type Run,
  absorbRecordings,
  assignRecordings,
  nearestRun,
  sameRunSeconds
} from "../../src/running/index.js"

const limit = sameRunSeconds * 1000

/** Starts that often lie close to each other, at the limit, or at the same distance from one between them. */
const start = fc.integer({ min: 0, max: 8 }).map((step) => step * (limit / 2))
const storedRuns = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 6 }), startedAt: start, archived: fc.boolean() }),
  { selector: ({ id }) => id, maxLength: 5 }
)

const runAt = (id: number, startedAt: number): Run => ({
  id,
  name: "Run",
  sport: "Run",
  startedAt,
  localStart: null,
  distance: 5000,
  movingTime: 1500,
  elapsedTime: 1500,
  elevation: 0,
  workoutType: null,
  country: null,
  polyline: null,
  gear: null
})
const detail = { calories: null, description: null, splits: null, efforts: null }
const archivedAt = (id: number, startedAt: number): Archived => ({
  _tag: "Archived",
  run: runAt(id, startedAt),
  detail
})

const reports: fc.Arbitrary<ReadonlyArray<Report>> = fc.array(
  fc
    .tuple(fc.constantFrom("recording", "run", "shoes"), fc.integer({ min: 1, max: 9 }), start)
    .map(([kind, id, startedAt]): Report =>
      kind === "shoes"
        ? {
            _tag: "Shoes",
            shoe: { id: `g${id}`, name: "Blue", brand: null, model: null, distance: null, retired: null }
          }
        : archivedAt(kind === "recording" ? -id : id, startedAt)
    ),
  { maxLength: 6 }
)

describe("the run of a recording", () => {
  it("is the nearest within a minute, and of equally near ones that with the lowest id", () => {
    fc.assert(
      fc.property(start, storedRuns, (at, runs) => {
        const [expected] = runs
          .filter(({ startedAt }) => Math.abs(startedAt - at) <= limit)
          .sort((a, b) => Math.abs(a.startedAt - at) - Math.abs(b.startedAt - at) || a.id - b.id)
        expect(nearestRun(at, runs)).toBe(expected)
      })
    )
  })

  it("gets the report of the recording, unless it has one of an archive", () => {
    fc.assert(
      fc.property(reports, storedRuns, (page, runs) => {
        const expected = page.flatMap((report) => {
          if (report._tag !== "Archived" || report.run.id > 0) return [report]
          const run = nearestRun(report.run.startedAt, runs)
          return run === undefined ? [report] : run.archived ? [] : [archivedAt(run.id, report.run.startedAt)]
        })
        expect(assignRecordings(page, runs)).toEqual(expected)
      })
    )
  })

  it("absorbs each recording once, whatever the order of the runs", () => {
    const recordings = fc.uniqueArray(
      fc
        .tuple(fc.integer({ min: 1, max: 6 }), start)
        .map(([id, startedAt]) => ({ id: -id, startedAt, reported: { run: runAt(-id, startedAt), detail } })),
      { selector: ({ id }) => id, maxLength: 5 }
    )
    fc.assert(
      fc.property(recordings, storedRuns, (stored, runs) => {
        const absorbed = absorbRecordings(stored, runs)
        expect(absorbed).toEqual(absorbRecordings(stored, runs.toReversed()))
        expect(absorbed.map(({ recording }) => recording)).toEqual(
          stored.filter(({ startedAt }) => nearestRun(startedAt, runs) !== undefined)
        )
        for (const { recording, report } of absorbed)
          expect(report).toEqual(archivedAt(nearestRun(recording.startedAt, runs)!.id, recording.startedAt))
      })
    )
  })
})
