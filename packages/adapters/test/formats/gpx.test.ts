import { type ActivityKind, activities, activityKinds, activityRow } from "@daybook/core/activities"
import { DeclaredDomains } from "@daybook/core/domain"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { gpx as geoJson } from "@tmcw/togeojson"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { DOMParser } from "linkedom"
import { runsWriter } from "../../../sources/src/kit/runs/writer.js"
import { listedRun } from "../contract/running/reports.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { awkwardText, exported, home, imported, wipe } from "./support.js"
import { checkGpx } from "./gpxRules.js"

const dayMillis = 86_400_000

/** Places whose zones have another day at the same time, with their clock then. */
const cities = [
  { place: [52.52, 13.405], zone: "Europe/Berlin" },
  { place: [34.052, -118.244], zone: "America/Los_Angeles" },
  { place: [35.682, 139.759], zone: "Asia/Tokyo" },
  { place: [-36.848, 174.763], zone: "Pacific/Auckland" },
  { place: [21.307, -157.858], zone: "Pacific/Honolulu" }
] as const

/** The wall clock of a zone, written as if it were UTC. */
const wallOf = (zone: string, at: number): number => {
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(at)
  return Date.parse(`${text.replace(" ", "T")}Z`) + (at % 1_000)
}

/** Steps of a course in hundred thousandths of a degree. */
const steps = fc.array(fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -90, max: 90 })), {
  minLength: 1,
  maxLength: 190
})

type Place = readonly [latitude: number, longitude: number]

const placesAlong = ([latitude, longitude]: Place, along: ReadonlyArray<readonly [number, number]>) => {
  const places: Array<Place> = [[Math.round(latitude * 1e5), Math.round(longitude * 1e5)]]
  for (const [north, east] of along) places.push([places.at(-1)![0] + north, places.at(-1)![1] + east])
  return places
}

/** Google's algorithm, from its documentation. */
const encoded = (places: ReadonlyArray<Place>): string => {
  const signed = (value: number) => {
    let rest = value < 0 ? ~(value << 1) : value << 1
    let text = ""
    for (; rest >= 0x20; rest >>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    return text + String.fromCharCode(rest + 63)
  }
  return places
    .map(([latitude, longitude], index) => {
      const [north, east] = places[index - 1] ?? [0, 0]
      return signed(latitude - north) + signed(longitude - east)
    })
    .join("")
}

/** Workouts that are two days apart, so that nothing merges two of them. */
const workout = (index: number) =>
  fc
    .record({
      city: fc.constantFrom(...cities),
      name: awkwardText,
      offset: fc.integer({ min: 0, max: dayMillis - 1 }),
      sport: fc.oneof(fc.constantFrom("Run", "TrailRun"), fc.constantFrom<ActivityKind>(...activityKinds)),
      movingTime: fc.integer({ min: 60, max: 30_000 }),
      pause: fc.nat(3_000),
      /** Metres per second, in hundredths. */
      speed: fc.integer({ min: 50, max: 400 }),
      /** Tenths of a metre. */
      climb: fc.nat(12_000),
      course: fc.option(steps, { nil: null, freq: 8 })
    })
    .map(({ city, climb, course, offset, pause, speed, ...one }) => {
      const startedAt = Date.parse("2016-01-01T00:00:00Z") + index * 2 * dayMillis + offset
      return {
        ...one,
        id: index + 1,
        startedAt,
        localStart: wallOf(city.zone, startedAt),
        elapsedTime: one.movingTime + pause,
        distance: Math.round((one.movingTime * speed) / 10) / 10,
        elevation: climb / 10,
        places: course === null ? [] : placesAlong(city.place, course)
      }
    })

type Workout = ReturnType<typeof workout> extends fc.Arbitrary<infer A> ? A : never

const life = fc.nat(8).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => workout(index))))

const isKind = (sport: string): sport is ActivityKind => activityKinds.some((kind) => kind === sport)

const recordOf = ({ id, name, places, sport, ...one }: Workout) => {
  const course = places.length < 2 ? null : encoded(places)
  if (!isKind(sport)) return listedRun(id, one.startedAt, { ...one, name, sport, polyline: course })
  return activityRow({
    service: "strava",
    report: String(id),
    origin: "api",
    kind: sport,
    sport,
    name,
    started_at: one.startedAt,
    is_zoned: true,
    local_start: one.localStart,
    distance_m: one.distance,
    elevation_m: one.elevation,
    duration_s: one.movingTime,
    elapsed_s: one.elapsedTime,
    energy_kcal: null,
    heartrate_avg: null,
    heartrate_max: null,
    description: null,
    city: null,
    state: null,
    country: null,
    course,
    identities: [],
    as_of: null
  })
}

const store = (workouts: ReadonlyArray<Workout>) =>
  runsWriter.apply("strava", {
    records: workouts.map(recordOf),
    covers: Option.none(),
    deleted: [],
    cursor: Option.none(),
    total: Option.none()
  } as never)

/** What the tables have of workouts with a course. */
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Readonly<Record<string, unknown>>>`
    SELECT 'run' AS record, sport, day::text AS day, started_at::text AS started, local_start::text AS local_start,
      distance::float8 AS distance, moving_time AS moving, elapsed_time AS elapsed, elevation::float8 AS climb,
      polyline AS course
    FROM running_activities AS run JOIN running_courses AS course ON course.activity_id = run.id
    UNION ALL
    SELECT 'activity', kind, day::text, started_at::text, local_start::text, distance_mi, duration_s, elapsed_s,
      coalesce(elevation_ft, 0) * 0.3048, course
    FROM activities_activity WHERE course IS NOT NULL
    ORDER BY started`
})

const wipeBoth = Effect.zipRight(wipe("running"), wipe("activities"))

const homeWithActivities = Layer.provideMerge(home, Layer.succeed(DeclaredDomains, [activities]))

layer(homeWithActivities, { excludeTestServices: true, timeout: "5 minutes" })("exports of workouts", (it) => {
  it.effect("of any life are read back with the same days, starts, distances and courses", () =>
    forEvery(
      life,
      (workouts) =>
        Effect.gen(function* () {
          yield* wipeBoth
          yield* store(workouts)
          const before = yield* rows
          expect(before).toHaveLength(workouts.filter(({ places }) => places.length > 1).length)
          const { bytes, records } = yield* exported("gpx")
          expect(records).toBe(before.length)
          yield* wipeBoth
          if (records > 0) yield* imported("run-files", "gpx.zip", bytes)
          // A file has tenths of a metre, as runs have. The climb of an activity is in tenths of a foot.
          const expected = before.map((row) => ({ ...row, climb: expect.closeTo(Number(row["climb"]), 1) as number }))
          expect(yield* rows).toStrictEqual(expected)
        }),
      { numRuns: depth(20) }
    )
  )

  it.effect("keep the rules of GPX 1.1, and another reader has the same course and start", () =>
    forEvery(
      life,
      (workouts) =>
        Effect.gen(function* () {
          yield* wipeBoth
          yield* store(workouts)
          const files = Object.entries(unzipSync((yield* exported("gpx")).bytes))
          const texts = files.map(([name, bytes]) => ({ name, text: strFromU8(bytes) }))
          const withCourse = workouts.filter(({ places }) => places.length > 1)
          const isRun = ({ sport }: Workout) => !isKind(sport)
          const ordered = [...withCourse.filter(isRun), ...withCourse.filter((one) => !isRun(one))]
          for (const { text } of texts) expect(checkGpx(text)).toEqual([])
          const read = texts.map(({ name, text }) => {
            const [feature] = geoJson(new DOMParser().parseFromString(text, "text/xml") as never).features
            const { geometry, properties } = feature!
            return {
              day: /^(?:runs|activities)\/(\d{4}-\d\d-\d\d)-\d+\.gpx$/.exec(name)?.[1],
              name: String(properties?.["name"]),
              time: Date.parse(String(properties?.["time"])),
              places: geometry?.type === "LineString" ? geometry.coordinates : []
            }
          })
          expect(read).toEqual(
            ordered.map(({ localStart, name, places, startedAt }) => ({
              // XML 1.0 §2.2 has no other control characters.
              name: name.replace(/(?![\t\n\r])[\u0000-\u001f\ufffe\uffff]/g, ""),
              day: new Date(localStart).toISOString().slice(0, 10),
              time: startedAt,
              places: places.map(([latitude, longitude]) => [longitude / 1e5, latitude / 1e5])
            }))
          )
        }),
      { numRuns: depth(10) }
    )
  )
})
