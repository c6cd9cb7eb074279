import { type Detail, distances, type Report, type Run, workoutTypes } from "@daybook/core/running"
import { FastCheck as fc } from "effect"

/** One change of the runs. */
export type Step =
  | { readonly _tag: "Put"; readonly reports: ReadonlyArray<Report> }
  | { readonly _tag: "Remove"; readonly ids: ReadonlyArray<number> }
  | { readonly _tag: "Discard"; readonly id: number }
  | { readonly _tag: "Recompute" }

const hour = 3_600_000

/** Wider than 32 bits. */
const id = fc.integer({ min: 16_500_000_001, max: 16_500_000_008 })
/** Quarter hours around New Year and a leap day, with duplicates. */
const start = fc
  .tuple(
    fc.constantFrom("2023-12-30", "2024-02-28", "2024-12-31"),
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 95 })
  )
  .map(([day, more, quarter]) => Date.parse(`${day}T00:00:00Z`) + more * 24 * hour + (quarter * hour) / 4)

const metres = fc.oneof(
  fc.constantFrom(0, 1609.344, 3 * 1609.344, 5000.1),
  fc.integer({ min: 1, max: 250_000 }).map((value) => value / 10)
)

/** A route that starts at 52.5145, 13.3501. */
const tiergarten = "svo_IcmnpA{@oA"
const downtownSeattle = [47.6062, -122.3321] as const

const run: fc.Arbitrary<Run> = fc
  .record({
    id,
    name: fc.constantFrom("Morning Run", "Ünïcode'; --", "Race"),
    sport: fc.constantFrom("Run", "TrailRun"),
    startedAt: start,
    offset: fc.constantFrom(-11 * hour, 0, 5.75 * hour, 14 * hour, null),
    distance: metres,
    movingTime: fc.integer({ min: 0, max: 9000 }),
    elapsedTime: fc.integer({ min: 0, max: 9000 }),
    elevation: fc.integer({ min: 0, max: 9000 }).map((value) => value / 10),
    heartrateAvg: fc.option(fc.constantFrom(140.5, 150)),
    heartrateMax: fc.constant(null),
    cadence: fc.option(fc.constant(170)),
    sufferScore: fc.constant(null),
    workoutType: fc.option(fc.constantFrom(...workoutTypes)),
    city: fc.option(fc.constantFrom("Velmora", "Osven")),
    state: fc.option(fc.constant("Marla")),
    country: fc.constant(null),
    polyline: fc.option(fc.constant(tiergarten)),
    start: fc.constantFrom(undefined, undefined, downtownSeattle),
    gear: fc.option(
      fc.oneof(
        fc.constantFrom("g1", "g2").map((id) => ({ id })),
        fc.constantFrom("Blue", "Red").map((name) => ({ name }))
      )
    )
  })
  .map(({ offset, start, ...rest }) => ({
    ...rest,
    ...(start === undefined ? {} : { start }),
    localStart: offset === null ? null : rest.startedAt + offset
  }))

const detail: fc.Arbitrary<Detail> = fc.record({
  calories: fc.option(fc.integer({ min: 0, max: 900 })),
  description: fc.option(fc.constant("easy")),
  splits: fc.option(
    fc
      .array(fc.integer({ min: 100, max: 1609 }), { minLength: 1, maxLength: 3 })
      .map((lengths) =>
        lengths.map((distance, index) => ({
          number: index + 1,
          distance,
          movingTime: 500,
          elapsedTime: 510,
          elevation: -1.5,
          heartrate: null
        }))
      )
  ),
  efforts: fc.option(
    fc.uniqueArray(
      fc
        .tuple(fc.constantFrom(...distances), fc.integer({ min: 0, max: 10 }))
        .map(([{ key, metres }, more]) => ({ distance: key, elapsedTime: Math.round(metres / 4) + more })),
      { selector: ({ distance }) => distance, maxLength: 4 }
    )
  )
})

const report: fc.Arbitrary<Report> = fc.oneof(
  run.map((run): Report => ({ _tag: "Listed", run })),
  fc.tuple(run, detail).map(([run, detail]): Report => ({ _tag: "Detailed", run, detail })),
  fc.tuple(run, detail).map(([run, detail]): Report => ({ _tag: "Archived", run, detail }))
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.array(report, { maxLength: 6 }).map((reports): Step => ({ _tag: "Put", reports })) },
  { weight: 2, arbitrary: fc.array(id, { maxLength: 3 }).map((ids): Step => ({ _tag: "Remove", ids })) },
  { weight: 1, arbitrary: id.map((id): Step => ({ _tag: "Discard", id })) },
  { weight: 1, arbitrary: fc.constant<Step>({ _tag: "Recompute" }) }
)

export const histories = fc.array(step, { minLength: 1, maxLength: 8 })
