import type { Report } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import type { FileReport, Page, SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, FastCheck as fc, Stream, TestClock, TestContext } from "effect"
import { runkeeper as runkeeperSource } from "../../src/runkeeper/source.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const { exportFile } = filesOf(runkeeperSource)

interface Workout {
  /** Epoch milliseconds, as if the wall clock were UTC. */
  readonly wall: number
  readonly kilometres: number
  /** Seconds. */
  readonly duration: number
}

const header =
  "Activity Id,Date,Type,Route Name,Distance (km),Duration,Average Pace,Average Speed (km/h),Calories Burned,Climb (m),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File"
const two = (value: number) => String(value).padStart(2, "0")
const clock = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** What a spreadsheet makes of a duration: minutes and seconds are hours and minutes to it. */
const savedClock = (seconds: number) => {
  const parts = clock(seconds).split(":").map(Number)
  return parts.length === 3 ? clock(seconds) : parts[0]! < 24 ? parts.map(two).join(":") : `${clock(seconds)}:00`
}

interface Cells {
  readonly delimiter: string
  readonly date: (wall: number) => string
  readonly number: (value: number) => string
  readonly duration: (seconds: number) => string
}

const table = (workouts: ReadonlyArray<Workout>, { date, delimiter, duration, number }: Cells): string =>
  [
    header.replaceAll(",", delimiter),
    ...workouts.map(({ duration: seconds, kilometres, wall }, nth) =>
      [
        ...[`id-${nth}`, date(wall), "Running", "", number(kilometres), duration(seconds), "5:35", number(10.74)],
        ...[number(398.5), "12", number(151.5), "", "", ""]
      ].join(delimiter)
    )
  ].join("\r\n")

const asRunkeeper: Cells = {
  delimiter: ",",
  date: (wall) => new Date(wall).toISOString().slice(0, 19).replace("T", " "),
  number: String,
  duration: clock
}

/** As a spreadsheet in a language shows and saves it. Seconds are lost. */
const asSaved = (locale: string): Cells => {
  const day = new Intl.DateTimeFormat(locale, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" })
  const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" })
  const number = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 })
  return {
    delimiter: locale.startsWith("en") ? "," : ";",
    date: (wall) => `${day.format(wall)} ${time.format(wall)}`,
    number: (value) => number.format(value),
    duration: savedClock
  }
}

const now = Date.parse("2026-03-01T12:00:00Z")
const read = (content: string) =>
  Effect.gen(function* () {
    let report: FileReport | null = null
    yield* TestClock.setTime(now)
    const file = {
      ...importFile("cardioActivities.csv", content, 997),
      onReport: (one: FileReport) => Effect.sync(() => void (report = one))
    }
    const pages = exportFile(file) as Stream.Stream<Page<Report>, SourceFailure, Calendar>
    const home = Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Lisbon"))
    const { failure, records } = yield* readPages(Stream.provideSomeLayer(pages, home))
    const runs = records.flatMap((one) =>
      one._tag === "Recorded" ? [{ key: one.key, run: one.run, calories: one.detail.calories }] : []
    )
    return { failure: failure?.message ?? null, runs, report: report as FileReport | null }
  })

const workout = fc.record({
  wall: fc
    .integer({ min: Date.UTC(2012, 0, 1) / 60_000, max: Date.UTC(2026, 1, 27) / 60_000 })
    .map((at) => at * 60_000),
  kilometres: fc.integer({ min: 300, max: 4_000 }).map((tens) => tens / 100),
  duration: fc.integer({ min: 270, max: 420 })
})
const workouts = fc
  .array(workout, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((one): Workout => ({ ...one, duration: Math.round(one.duration * one.kilometres) })))

describe("a table of Runkeeper that a spreadsheet saved", () => {
  for (const locale of ["de-DE", "en-US", "en-GB", "fr-FR", "pt-BR", "it-IT", "ja-JP"])
    it.effect(`gives the runs of the original, or none if its dates are unclear, in ${locale}`, () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(workouts, (all) =>
            Effect.runPromise(
              Effect.provide(
                Effect.gen(function* () {
                  const original = yield* read(table(all, asRunkeeper))
                  const saved = yield* read(table(all, asSaved(locale)))
                  expect(original.runs).toHaveLength(all.length)
                  if (saved.report?.remarks.length === 1) {
                    expect(saved.report.remarks[0]).toContain("do not show whether the day or the month comes first")
                    expect(saved.runs).toStrictEqual([])
                  } else expect(saved.runs).toStrictEqual(original.runs)
                }),
                TestContext.TestContext
              )
            )
          ),
          { numRuns: 25 }
        )
      )
    )

  it.effect("keeps a walk of hours, and a duration whose distance says nothing", () =>
    Effect.gen(function* () {
      const rows = [
        { wall: Date.UTC(2025, 2, 14, 9), kilometres: 24.5, duration: 26 * 3_600 },
        { wall: Date.UTC(2025, 2, 15, 9), kilometres: 0, duration: 31 * 3_600 }
      ]
      const { runs } = yield* read(table(rows, asSaved("de-DE")))
      expect(runs.map(({ run }) => run.movingTime)).toStrictEqual(rows.map(({ duration }) => duration))
    })
  )
})
