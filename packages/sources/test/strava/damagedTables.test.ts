import { Calendar } from "@daybook/core/shared"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Either, Layer, Stream } from "effect"
import * as fc from "fast-check"
import { zipSync } from "fflate"
import { depth } from "../../../adapters/test/support/depth.js"
import * as Strava from "../../src/strava/exportFile.js"
import { importFile } from "../support/importFile.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

/**
 * The beginning of the header of January 2026, as reported in issue 403 of martin-ueding/geo-activity-playground. The
 * real one goes on to 101 columns. Five names are there twice.
 */
const english =
  "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,Elevation Gain,Elevation Loss,Elevation Low,Elevation High,Max Grade,Average Grade,Average Positive Grade,Average Negative Grade,Max Cadence,Average Cadence,Max Heart Rate,Average Heart Rate,Max Watts,Average Watts,Calories,Max Temperature,Average Temperature,Relative Effort,Total Work,Number of Runs,Uphill Time,Downhill Time,Other Time,Perceived Exertion,Type,Start Time,Weighted Average Power,Power Count,Prefer Perceived Exertion,Perceived Relative Effort,Commute"
/** The same columns in a German account, as reported in issue 393 of that repository. */
const german =
  "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname,Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.,Durchschnittliche Geschwindigkeit,Höhenzunahme,Höhenunterschied,Min. Höhe,Max. Höhe,Max. Steigung,Durchschnittliche Steigung,Durchschnittliche positive Steigung,Durchschnittliche negative Steigung,Max. Tritt-/Schrittfrequenz,Durchschnittliche Trittfrequenz,Max. Herzfrequenz,Durchschnittliche Herzfrequenz,Max. Watt,Durchschnittliche Watt,Kalorien,Max. Temperatur,Durchschnittliche Temperatur,Relative Leistung,Gesamtarbeit,Anzahl Läufe,Bergaufzeit,Bergabzeit,Andere Zeit,Gefühlte Anstrengung,Art,Startzeit,Gewichtete durchschnittliche Leistung,Leistungszahl,Gefühlte Anstrengung verwenden,Gefühlte relative Leistung,Pendeln"

interface RowValues {
  readonly id: number | string
  readonly type?: string
  readonly date?: string
  readonly description?: string
  readonly file?: string
}

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** A row of 51 values as Strava writes them: `""` for an empty note, some figures with a point. */
const rowOf = ({ date = "Jul 12, 2024, 5:13:58 PM", description = "", file = "", id, type = "Run" }: RowValues) =>
  [
    ...[String(id), quoted(date), "A run", type, quoted(description), "1500", "5.01", "171", "", "false", '""', "Tide"],
    ...[file, "70.0", "", "1500.0", "1450.0", "5012.3", "4.9", "3.4", "31.0", "30.0", "3.0", "40.0", "9.1", "0.1"],
    ...["", "", "96.0", "84.5", "171.0", "150.2", "", "", "401.0", "", "", "33.0"],
    ...Array.from({ length: 12 }, () => ""),
    "false"
  ].join(",")

interface Reading {
  readonly ids: ReadonlyArray<number>
  readonly runs: ReadonlyArray<Record<string, unknown>>
  readonly lists: ReadonlyArray<string>
  readonly keys: ReadonlyArray<string>
  readonly unreadable: number
  readonly failure: string | null
}

const read = (table: string | Uint8Array): Effect.Effect<Reading> =>
  Effect.gen(function* () {
    const bytes = typeof table === "string" ? new TextEncoder().encode(table) : table
    let unreadable = 0
    const file = importFile("export.zip", zipSync({ "activities.csv": bytes }, { level: 0 }), 65_536)
    const lists: Array<string> = []
    const keys: Array<string> = []
    const runs: Array<Record<string, unknown>> = []
    const outcome = yield* Strava.exportFile({
      ...file,
      onReport: (report) => Effect.sync(() => void (unreadable = report.unreadable))
    }).pipe(
      Stream.provideLayer(Layer.merge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("UTC")), Gazetteer.layer)),
      Stream.runForEach((page) =>
        Effect.sync(() => {
          lists.push(...(page.fullListing?.completeLists ?? []))
          keys.push(...(page.fullListing?.keys ?? []))
          for (const one of page.records)
            if (one._tag === "Archived") runs.push({ ...one.run, description: one.detail.description })
        })
      ),
      Effect.either
    )
    const failure = Either.isLeft(outcome) ? outcome.left.message : null
    return { ids: runs.map(({ id }) => Number(id)), runs, lists, keys, unreadable, failure }
  })

const tableOf = (header: string, rows: ReadonlyArray<string>) => [header, ...rows, ""].join("\n")

describe("the table of an archive", () => {
  it.effect("is read by the place of its columns in any language, with names that are there twice", () =>
    Effect.gen(function* () {
      for (const [header, type, date] of [
        [english, "Run", "Jul 12, 2024, 5:13:58 PM"],
        [german, "Lauf", "12.07.2024, 17:13:58"]
      ] as const) {
        const { failure, lists, runs } = yield* read(tableOf(header, [rowOf({ id: 1, type, date })]))
        expect([failure, lists]).toStrictEqual([null, ["activities"]])
        expect(runs).toMatchObject([
          {
            ...{ id: 1, startedAt: Date.UTC(2024, 6, 12, 17, 13, 58), elapsedTime: 1500, movingTime: 1450 },
            ...{ distance: 5012.3, elevation: 31, heartrateMax: 171, heartrateAvg: 150.2, cadence: 169 },
            ...{ sufferScore: 33, gear: { name: "Tide" } }
          }
        ])
      }
    })
  )

  it.effect("keeps line breaks and doubled quotes of descriptions, and takes `#error#` for no recording", () =>
    Effect.gen(function* () {
      const description = 'cloudy, 0°C\n---\nan "easy" one'
      const rows = [rowOf({ id: 1, description }), rowOf({ id: 2, file: "#error#" }), rowOf({ id: 3 })]
      const { ids, lists, runs } = yield* read(tableOf(english, rows))
      expect([ids, lists, runs[0]?.["description"]]).toStrictEqual([[1, 2, 3], ["activities"], description])
    })
  )

  it.effect("loses one row to a quote that is not closed, and is no full list then", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 40 }, (_, index) => rowOf({ id: index + 1 }))
      const open = rowOf({ id: 20, description: "a, b" }).replace('"a, b"', '"a, b')
      const { ids, lists, unreadable } = yield* read(tableOf(english, rows.with(19, open)))
      expect(ids).toStrictEqual(rows.map((_, index) => index + 1).filter((id) => id !== 20))
      expect([lists, unreadable]).toStrictEqual([[], 1])
    })
  )

  it.effect("is no full list when it ends within a row, wherever that is", () =>
    Effect.gen(function* () {
      const whole = tableOf(english, [rowOf({ id: 1 }), rowOf({ id: 2 }), rowOf({ id: 3, description: "one, two" })])
      const from = whole.indexOf("\n3,") + 2
      const lastComma = whole.lastIndexOf(",")
      for (let end = from; end <= lastComma; end++) {
        const { failure, ids, lists } = yield* read(whole.slice(0, end))
        expect([ids, lists], whole.slice(from - 1, end)).toStrictEqual([[1, 2], []])
        expect(failure).toContain("activities.csv ends within the row at line 4")
      }
    })
  )

  it.effect("is no full list with rows of zeros, as a file system leaves them, or without an id or a kind", () =>
    Effect.gen(function* () {
      const zeros = "\0".repeat(4_096)
      for (const damage of [zeros, `${zeros}\n`, `${rowOf({ id: "" })}\n`, `${rowOf({ id: "1\0\0" })}\n`, "77,\n"]) {
        const { ids, lists } = yield* read(tableOf(english, [rowOf({ id: 1 })]) + damage + rowOf({ id: 5 }))
        expect([ids[0], lists], JSON.stringify(damage.slice(0, 10))).toStrictEqual([1, []])
      }
    })
  )

  it.effect("lists an activity whose kind it does not know, so that its run is not deleted", () =>
    Effect.gen(function* () {
      const rows = [rowOf({ id: 1, type: "Lauf" }), rowOf({ id: 2, type: "วิ่ง" }), rowOf({ id: 3, type: "Radfahrt" })]
      const { ids, keys, lists } = yield* read(tableOf(german, rows))
      expect([ids, lists]).toStrictEqual([[1], ["activities"]])
      expect([...keys].sort()).toStrictEqual(["1", "2"])
    })
  )

  it.effect("is whole without its last line end, but not when a program for tables left out empty values", () =>
    Effect.gen(function* () {
      const short = rowOf({ id: 2 }).replace(/,+false$/, "")
      const table = `${english}\n${rowOf({ id: 1 })}\n${short}\n${rowOf({ id: 3 })}`
      expect(yield* read(table)).toMatchObject({ ids: [1, 2, 3], lists: [] })
      expect(yield* read(table.replace(short, rowOf({ id: 2 })))).toMatchObject({
        ids: [1, 2, 3],
        lists: ["activities"]
      })
    })
  )

  it("deletes no run whose row is damaged anywhere but in its kind", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 7 }),
        fc.nat(),
        fc.constantFrom('"', "\0", ",", ""),
        fc.integer({ min: 0, max: 200 }),
        async (index, at, sign, lost) => {
          const rows = Array.from({ length: 8 }, (_, row) => rowOf({ id: row + 1, description: 'a, "b"\nc' }))
          const row = rows[index]!
          const place = at % row.length
          fc.pre(place + lost < row.length && !row.slice(Math.max(0, place - 1), place + lost + 1).includes("Run"))
          const kind = row.indexOf("Run")
          fc.pre(place + lost < kind || place > kind + 3)
          const damaged = row.slice(0, place) + sign + row.slice(place + lost)
          const { ids, keys, lists } = await Effect.runPromise(read(tableOf(english, rows.with(index, damaged))))
          expect(lists.length === 0 || keys.includes(String(index + 1)), damaged).toBe(true)
          const others = rows.map((_, other) => other + 1).filter((id) => id !== index + 1)
          expect(others.filter((id) => !ids.includes(id)).length, damaged).toBeLessThanOrEqual(1)
        }
      ),
      { numRuns: depth(200) }
    ))
})
