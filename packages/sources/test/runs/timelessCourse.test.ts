import { describe, expect, it } from "vitest"
import { gpx } from "../../src/kit/recordings/gpx.js"
import { reportOf } from "../../src/kit/runs/workout.js"

const start = Date.parse("2025-03-14T06:30:00Z")

/** Five points on the equator, a hundredth of a degree apart: 1,111.95 m on a sphere of 6,371,008.8 m. */
const fileOf = (secondsOf: (index: number) => number | null, sums = "") => {
  const points = [0, 1, 2, 3, 4].map((index) => {
    const seconds = secondsOf(index)
    const time = seconds === null ? "" : `<time>${new Date(start + seconds * 1_000).toISOString()}</time>`
    return `<trkpt lat="0.00001" lon="${(0.01 * index).toFixed(5)}">${time}</trkpt>`
  })
  return `<gpx version="1.1"><trk><type>running</type>${sums}<trkseg>${points.join("")}</trkseg></trk></gpx>`
}

const sums =
  "<extensions><x:TrackStatsExtension><x:Distance>4300</x:Distance><x:TotalElapsedTime>1700</x:TotalElapsedTime>" +
  "<x:MovingTime>1500</x:MovingTime><x:Ascent>12.5</x:Ascent></x:TrackStatsExtension></extensions>"

const reportIn = (file: string) => {
  const track = gpx(file)[0]!
  return reportOf({ source: "run-files", key: "a", startedAt: track.startedAt, track })!
}

const ends = (index: number) => (index === 0 ? 0 : index === 4 ? 1_700 : null)

describe("a GPX track with times at its ends only", () => {
  it("has the sums of the file, and neither splits nor efforts", () => {
    const { detail, run } = reportIn(fileOf(ends, sums))
    expect(run).toMatchObject({ startedAt: start, distance: 4_300, movingTime: 1_500, elapsedTime: 1_700 })
    expect(run).toMatchObject({ elevation: 12.5, polyline: "A??o}@?o}@?o}@?o}@" })
    expect([detail.splits, detail.efforts]).toEqual([null, null])
  })

  it("has the length of its course without sums", () => {
    const { detail, run } = reportIn(fileOf(ends))
    expect(run).toMatchObject({ startedAt: start, distance: 4_447.8, elapsedTime: 1_700 })
    expect(detail.splits).toBeNull()
  })

  it("is no activity without any time", () => {
    expect(gpx(fileOf(() => null, sums))).toEqual([])
  })
})

describe("a GPX track with times", () => {
  it("is measured by its points, whatever the file sums up", () => {
    const { detail, run } = reportIn(fileOf((index) => index * 400, sums))
    expect(run).toMatchObject({ distance: 4_447.8, elapsedTime: 1_600 })
    expect(detail.splits).toHaveLength(3)
  })

  it("keeps its splits where single points lost their time", () => {
    const { detail, run } = reportIn(fileOf((index) => (index === 2 ? null : index * 400)))
    expect(run).toMatchObject({ distance: 4_447.8, elapsedTime: 1_600 })
    expect(detail.splits).toHaveLength(3)
  })
})
