import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { bothFeet, cadenceOf } from "../../src/kit/recordings/cadence.js"
import type { TrackSample } from "../../src/kit/recordings/track.js"
import { tracksIn } from "../../src/kit/recordings/trackFile.js"
import { reportOf } from "../../src/kit/runs/workout.js"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const startsAt = Date.parse("2025-06-14T07:00:00Z")
const timeAt = (second: number) => new Date(startsAt + second * 1_000).toISOString()

/** What a file says of a second: elements of the cadence, and its distance. */
interface Point {
  readonly at: number
  readonly distance: number
  readonly more?: string
}

const trackpoint = ({ at, distance, more = "" }: Point) =>
  `<Trackpoint><Time>${timeAt(at)}</Time><Position><LatitudeDegrees>47.37</LatitudeDegrees><LongitudeDegrees>8.54</LongitudeDegrees></Position><AltitudeMeters>410</AltitudeMeters><DistanceMeters>${distance}</DistanceMeters><HeartRateBpm><Value>150</Value></HeartRateBpm>${more}</Trackpoint>`

/** A lap or a transition, which are of one type. `cadence` stands before the track and `extensions` after it. */
const lap = (
  element: "Lap" | "Transition",
  points: ReadonlyArray<Point>,
  { cadence = "", extensions = "", metres = 1_000 }: { cadence?: string; extensions?: string; metres?: number } = {}
) =>
  `<${element} StartTime="${timeAt(points[0]!.at)}"><TotalTimeSeconds>${points.at(-1)!.at - points[0]!.at}</TotalTimeSeconds><DistanceMeters>${metres}</DistanceMeters><Calories>60</Calories><Intensity>Active</Intensity>${cadence}<TriggerMethod>Manual</TriggerMethod><Track>${points.map(trackpoint).join("")}</Track>${extensions}</${element}>`

const activity = (sport: string, id: string, ...laps: ReadonlyArray<string>) =>
  `<Activity Sport="${sport}"><Id>${id}</Id>${laps.join("")}<Creator xsi:type="Device_t"><Name>Forerunner</Name></Creator></Activity>`

const database = (...activities: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Activities>${activities.join("")}</Activities></TrainingCenterDatabase>`

const runCadence = (count: number) =>
  `<Extensions><ns3:TPX><ns3:Speed>2.9</ns3:Speed><ns3:RunCadence>${count}</ns3:RunCadence></ns3:TPX></Extensions>`
const lapCadence = (count: number) =>
  `<Extensions><ns3:LX><ns3:AvgSpeed>2.9</ns3:AvgSpeed><ns3:AvgRunCadence>${count}</ns3:AvgRunCadence></ns3:LX></Extensions>`

const reportsOf = (kind: "tcx" | "gpx", text: string) =>
  tracksIn(kind, bytesOf(text)).map((track) => ({
    track,
    report: reportOf({ source: "run-files", key: track.identity ?? "", startedAt: track.startedAt, track })!
  }))

/** Three laps of 300 seconds, the second of a rest. */
const span = (from: number, metres: number, more?: string): ReadonlyArray<Point> => [
  { at: from, distance: metres, ...(more === undefined ? {} : { more }) },
  { at: from + 150, distance: metres + 500, ...(more === undefined ? {} : { more }) },
  { at: from + 300, distance: metres + 1_000, ...(more === undefined ? {} : { more }) }
]

describe("a multisport session of a TCX file", () => {
  const legs = (ids: readonly [string, string, string], { countsOn = false } = {}) => {
    const from = (metres: number) => (countsOn ? metres : 0)
    return `<MultiSportSession><Id>${timeAt(0)}</Id><FirstSport>${activity("Running", ids[0], lap("Lap", span(0, 0)))}</FirstSport><NextSport>${lap("Transition", span(300, 0), { metres: 40 })}${activity("Biking", ids[1], lap("Lap", span(600, from(1_000))))}</NextSport><NextSport>${activity("Running", ids[2], lap("Lap", span(900, from(2_000))))}</NextSport><Notes>Duathlon</Notes></MultiSportSession>`
  }

  it("has its legs as activities of their own, and no transition", () => {
    const single = activity("Running", timeAt(7_200), lap("Lap", span(7_200, 0)))
    for (const countsOn of [false, true]) {
      const session = legs([timeAt(0), timeAt(600), timeAt(900)], { countsOn })
      const all = reportsOf("tcx", database(single, session))
      expect(all.map(({ track }) => [track.sport, (track.startedAt - startsAt) / 1_000])).toStrictEqual([
        ["running", 7_200],
        ["running", 0],
        ["biking", 600],
        ["running", 900]
      ])
      expect(all.map(({ report: { key, run } }) => [key, run.distance, run.movingTime])).toStrictEqual(
        [7_200, 0, 600, 900].map((second) => [`tcx:${timeAt(second)}`, 1_000, 300])
      )
      for (const { track } of all) expect(track.points.map(({ distance }) => distance)).toStrictEqual([0, 500, 1_000])
    }
  })

  it("has a key and a start for each leg, even if they share the id of the session", () => {
    const all = reportsOf("tcx", database(legs([timeAt(0), timeAt(0), timeAt(0)])))
    expect(all.map(({ track }) => (track.startedAt - startsAt) / 1_000)).toStrictEqual([0, 600, 900])
    expect(all.map(({ report }) => report.key)).toStrictEqual(["", "#2", "#3"].map((end) => `tcx:${timeAt(0)}${end}`))
    expect(new Set(all.map(({ report }) => report.run.id)).size).toBe(3)
  })

  it("may be damaged or empty", () => {
    const whole = database(legs([timeAt(0), timeAt(600), timeAt(900)]))
    fc.assert(
      fc.property(fc.nat(whole.length), (end) => {
        expect(reportsOf("tcx", whole.slice(0, end)).length).toBeLessThanOrEqual(3)
      })
    )
    expect(
      reportsOf("tcx", database("<MultiSportSession/>", "<MultiSportSession><FirstSport/></MultiSportSession>"))
    ).toStrictEqual([])
  })
})

describe("steps per minute", () => {
  const cadenceIn = (kind: "tcx" | "gpx", text: string) => reportsOf(kind, text)[0]!.report.run.cadence

  it("of a TCX file are those of its laps by their time, of both feet", () => {
    const id = timeAt(0)
    const slow = lap("Lap", span(0, 0, runCadence(10)), { extensions: lapCadence(80) })
    const fast = lap("Lap", [...span(300, 1_000), { at: 900, distance: 3_000 }], { extensions: lapCadence(89) })
    const rest = lap("Lap", span(900, 3_000), { extensions: lapCadence(0) })
    expect(cadenceIn("tcx", database(activity("Running", id, slow, fast, rest)))).toBe(172)
    // Older exports have an element for each value.
    const apart = `<Extensions><LX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><AvgSpeed>2.9</AvgSpeed></LX><LX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><AvgRunCadence>84</AvgRunCadence></LX></Extensions>`
    expect(cadenceIn("tcx", database(activity("Running", id, lap("Lap", span(0, 0), { extensions: apart }))))).toBe(168)
    const both = lap("Lap", span(0, 0), { extensions: lapCadence(171) })
    expect(cadenceIn("tcx", database(activity("Running", id, both)))).toBe(171)
  })

  it("of a TCX file without them in its laps are those of its points, or those where bikes have theirs", () => {
    const cadence = (points: string, ofLap = "") =>
      cadenceIn("tcx", database(activity("Running", timeAt(0), lap("Lap", span(0, 0, points), { cadence: ofLap }))))
    expect(cadence(runCadence(86))).toBe(172)
    expect(cadence("<Cadence>83</Cadence>")).toBe(166)
    expect(cadence(`<Cadence>1</Cadence>${runCadence(86)}`)).toBe(172)
    expect(cadence("", "<Cadence>85</Cadence>")).toBe(170)
    expect(cadence('<Extensions><ns3:TPX CadenceSensor="Footpod"/></Extensions>')).toBeNull()
    expect(cadence("<Cadence>255</Cadence>")).toBeNull()
    expect(cadence(runCadence(0))).toBeNull()
  })

  it("of a GPX file are those of Garmin's extension", () => {
    const point = (second: number, count: string) =>
      `<trkpt lat="47.37" lon="8.${5_400 + second}"><ele>410</ele><time>${timeAt(second)}</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>150</gpxtpx:hr>${count}</gpxtpx:TrackPointExtension></extensions></trkpt>`
    const file = (...counts: ReadonlyArray<string>) =>
      `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><trk><type>running</type><trkseg>${counts.map((count, index) => point(index * 10, count)).join("")}</trkseg></trk></gpx>`
    const count = (value: number | string) => `<gpxtpx:cad>${value}</gpxtpx:cad>`
    // Standing still does not count.
    expect(cadenceIn("gpx", file(count(84), count(0), count(86), ""))).toBe(170)
    expect(cadenceIn("gpx", file(count(168), count(100), count(172)))).toBe(146.7)
    expect(cadenceIn("gpx", file("", count("fast")))).toBeNull()
  })

  it("are those of both feet, and never of four", () => {
    const count = fc.double({ min: 1, max: 254, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(count, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 5 }),
        (counts, pauses) => {
          const sample = (cadence: number): TrackSample => ({
            at: 0,
            place: null,
            distance: null,
            elevation: null,
            heartrate: null,
            cadence
          })
          const steps = cadenceOf([...counts, ...Array.from({ length: pauses }, () => 0)].map(sample))!
          const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length
          expect(Math.min(Math.abs(steps - mean), Math.abs(steps - 2 * mean))).toBeLessThan(1e-9)
          expect(steps === mean || steps < 240).toBe(true)
          expect(bothFeet(mean)).toBe(steps)
        }
      )
    )
    expect([cadenceOf([]), bothFeet(null)]).toStrictEqual([null, null])
  })
})
