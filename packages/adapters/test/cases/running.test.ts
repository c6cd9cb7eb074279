import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import {} from "../support/database.js"
import { type Case, daybook, storedBy } from "./importing.js"

const runs = `
  SELECT concat_ws(' ', run.local_start, round(run.distance::numeric, 1) || ' m', run.moving_time || ' s', run.elevation || ' m up',
    (SELECT count(*) || ' splits, the longest ' || max(elapsed_time) || ' s' FROM running_splits WHERE activity_id = run.id HAVING count(*) > 0),
    (SELECT 'slowest effort ' || max(elapsed_time) || ' s' FROM running_efforts WHERE activity_id = run.id HAVING count(*) > 0)) AS line
  FROM running_activities AS run ORDER BY run.started_at`

const running: ReadonlyArray<Case> = [
  // 60 steps of 0.0009 degrees of latitude at 111,195 m a degree, by another program.
  ...["decimal-comma.gpx", "utf16.gpx"].map((file): Case => ({
    files: [file],
    source: "run-files",
    stored: ["2024-02-29 07:00:00 6004.5 m 1800 s 0 m up 4 splits, the longest 482 s slowest effort 1499 s"]
  })),
  {
    files: ["d2-session-without-distance.fit"],
    source: "run-files",
    stored: ["2026-07-10 23:00:00 5400.0 m 1800 s 0 m up 4 splits, the longest 536 s slowest effort 1667 s"]
  },
  {
    files: ["d3-points-count-on.tcx"],
    source: "run-files",
    stored: ["2026-07-11 23:00:00 300.0 m 120 s 0 m up 1 splits, the longest 120 s"]
  },
  {
    files: ["d4-one-late-point.gpx"],
    source: "run-files",
    stored: ["2026-07-13 08:00:00 9006.8 m 1800 s 0 m up 6 splits, the longest 322 s slowest effort 999 s"]
  },
  {
    files: ["d5-two-segments.gpx"],
    source: "run-files",
    stored: ["2026-07-14 08:00:00 2223.9 m 720 s 0 m up 2 splits, the longest 3761 s slowest effort 3761 s"]
  },
  {
    files: ["r03-gap-between-segments.gpx"],
    source: "run-files",
    stored: ["2010-04-02 13:50:10 7200.1 m 2400 s 0 m up 5 splits, the longest 4316 s slowest effort 5447 s"]
  },
  { files: ["d6-night-abroad.tcx"], source: "run-files", stored: ["2026-07-16 00:30:00 5400.0 m 1800 s 0 m up"] },
  {
    files: ["d7-elevation-65535.gpx"],
    source: "run-files",
    stored: ["2026-07-20 08:00:00 3002.3 m 600 s 0 m up 2 splits, the longest 322 s slowest effort 322 s"]
  },
  {
    files: ["p15d-good-and-bad.zip"],
    source: "run-files",
    stored: [
      "2026-09-12 08:00:00 1112.0 m 300 s 10 m up 1 splits, the longest 300 s slowest effort 270 s",
      "2026-09-13 08:00:00 1112.0 m 300 s 0 m up 1 splits, the longest 300 s slowest effort 270 s",
      "2026-09-14 08:00:00 1112.0 m 300 s 10 m up 1 splits, the longest 300 s slowest effort 270 s"
    ]
  },
  {
    files: ["p15b-elevation-max.gpx"],
    source: "run-files",
    stored: ["2026-09-10 08:00:00 1112.0 m 300 s 0 m up 1 splits, the longest 300 s slowest effort 270 s"]
  },
  {
    files: ["p15c-elevation-one.gpx"],
    source: "run-files",
    stored: ["2026-09-11 08:00:00 1112.0 m 300 s 0 m up 1 splits, the longest 300 s slowest effort 270 s"]
  },
  {
    files: ["p04-cut.fit"],
    source: "run-files",
    stored: ["2026-07-01 08:00:00 3240.0 m 1080 s 0 m up 3 splits, the longest 536 s slowest effort 1073 s"],
    says: "p04-cut.fit is cut short: the recording has no end; 1 whole row was read"
  },
  {
    files: ["p05-chained.fit"],
    source: "run-files",
    stored: [
      "2026-07-01 08:00:00 5400.0 m 1800 s 0 m up 4 splits, the longest 536 s slowest effort 1667 s",
      "2026-07-03 08:00:00 3600.0 m 1200 s 0 m up 3 splits, the longest 536 s slowest effort 1073 s"
    ]
  },
  {
    files: ["p07-absurd-distance.fit"],
    source: "run-files",
    stored: ["2026-07-05 08:00:00 5400.0 m 1800 s 0 m up 4 splits, the longest 536 s slowest effort 1667 s"]
  },
  {
    files: ["r04-three-tracks.gpx"],
    source: "run-files",
    stored: [
      "2025-05-01 08:00:00 2970.0 m 990 s 0 m up 2 splits, the longest 536 s slowest effort 536 s",
      "2025-05-02 08:00:00 4470.0 m 1490 s 0 m up 3 splits, the longest 536 s slowest effort 1073 s",
      "2025-05-03 08:00:00 5970.0 m 1990 s 0 m up 4 splits, the longest 536 s slowest effort 1667 s"
    ]
  },
  {
    files: ["r04b-ride-then-run.gpx"],
    source: "run-files",
    stored: ["2025-05-05 20:00:00 5970.0 m 1990 s 0 m up 4 splits, the longest 536 s slowest effort 1667 s"],
    leftOut: { "not a run": 1 }
  },
  {
    files: ["r10b-900000.zip"],
    source: "run-files",
    stored: [
      "2026-06-14 10:00:00 6000.0 m 1800 s 0 m up 4 splits, the longest 483 s slowest effort 1500 s",
      "2026-06-14 11:32:00 3000.0 m 900 s 0 m up 2 splits, the longest 483 s slowest effort 483 s"
    ]
  },
  {
    files: ["r13-early-first-record.fit"],
    source: "run-files",
    stored: ["2026-04-20 00:00:00 5400.0 m 1800 s 0 m up 4 splits, the longest 536 s slowest effort 1667 s"]
  },
  {
    files: ["r01-strava-2018.zip"],
    source: "strava",
    stored: [
      "2018-09-12 18:02:23 3681.0 m 1230 s 0 m up 3 splits, the longest 536 s slowest effort 1073 s",
      "2018-09-12 22:10:00 6012.5 m 1800 s 0 m up"
    ],
    leftOut: { "not a run": 1 }
  },
  {
    files: ["r10-garmin-duathlon.zip"],
    source: "garmin",
    stored: [
      "2026-06-14 10:00:00 6000.0 m 1795 s 10 m up 4 splits, the longest 483 s slowest effort 1500 s",
      "2026-06-14 11:32:00 3000.0 m 895 s 10 m up 2 splits, the longest 483 s slowest effort 483 s",
      "2026-06-20 20:00:00 5000.0 m 1800 s 10 m up",
      "2026-06-22 08:30:00 5000.0 m 1795 s 10 m up",
      "2026-06-22 07:00:00 0.0 m 1195 s 10 m up",
      "2026-06-27 05:00:00 100000.0 m 49995 s 10 m up"
    ]
  }
]

layer(daybook(), { excludeTestServices: true, timeout: "60 seconds" })("reported files", (it) => {
  it.effect(
    "runs",
    () =>
      Effect.gen(function* () {
        for (const one of running) expect(yield* storedBy("running", runs, one)).toStrictEqual(one)
      }),
    60_000
  )
})
