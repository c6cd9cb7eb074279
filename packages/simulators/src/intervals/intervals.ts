import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { PersonRun } from "../sampleOwner/running.js"
import { type SimulatorContext, makeSimulator } from "../shared/Simulator.js"
import { recordingOf } from "../strava/recording.js"

const apiKey = "4xq0n1vd2m7c8k9w5t3b6z"
const authorization = `Basic ${Buffer.from(`API_KEY:${apiKey}`).toString("base64")}`

type Row = Readonly<Record<string, unknown>>

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)
const times = (run: PersonRun) => ({ start_date: `${iso(run.at)}Z`, start_date_local: iso(run.at + run.offset) })

/** One activity in nine came by way of Strava, whose terms forbid to pass on more than this. */
const isFromStrava = (run: PersonRun) => !run.manual && run.id % 9 === 0

/** Activities by hand have ids without the letter. */
const idOf = (run: PersonRun) => (run.manual || isFromStrava(run) ? String(run.id) : `i${run.id}`)

/** The list leaves out members instead of writing null. */
const rowOf = (run: PersonRun): Row =>
  isFromStrava(run)
    ? { id: idOf(run), ...times(run), source: "STRAVA", _note: "STRAVA activities are not available via the API" }
    : {
        id: idOf(run),
        ...times(run),
        type: run.sport,
        name: run.name,
        ...(run.description === null ? {} : { description: run.description }),
        moving_time: run.movingTime,
        elapsed_time: run.elapsedTime,
        distance: run.distance,
        total_elevation_gain: run.elevation,
        ...(run.heartrate === null ? {} : { average_heartrate: run.heartrate, max_heartrate: run.heartrate + 22 }),
        ...(run.manual ? {} : { average_cadence: run.cadence, icu_training_load: 42 }),
        calories: Math.round((run.distance / 1000) * 68),
        source: run.manual ? "MANUAL" : "GARMIN_CONNECT",
        // The id that the export of Garmin has.
        ...(run.manual ? {} : { external_id: String(run.id + 2_000_000_000) }),
        strava_id: null,
        race: run.workoutType === 1
      }

/** Every third run is followed by a ride home. */
const rideAfter = (run: PersonRun): Row => ({
  id: `i${run.id + 500_000_000}`,
  ...times({ ...run, at: run.at + run.elapsedTime + 600 }),
  type: "Ride",
  name: "Ride home",
  moving_time: 900,
  elapsed_time: 960,
  distance: 5_100,
  source: "GARMIN_CONNECT"
})

/** Streams of equal length. Latitudes and longitudes are two lists, and the watch lost the heart rate now and then. */
const streamsOf = (run: PersonRun) => {
  const moments = recordingOf(run)
  const stream = (type: string, data: ReadonlyArray<number | null>, data2: ReadonlyArray<number> | null = null) => ({
    type,
    name: null,
    data,
    data2,
    valueTypeIsArray: false,
    anomalies: null,
    custom: false
  })
  return [
    stream(
      "time",
      moments.map(({ at }) => at)
    ),
    stream(
      "latlng",
      moments.map(({ latitude }) => latitude),
      moments.map(({ longitude }) => longitude)
    ),
    stream(
      "distance",
      moments.map(({ distance }) => distance)
    ),
    stream(
      "altitude",
      moments.map(({ elevation }) => elevation)
    ),
    ...(run.heartrate === null
      ? []
      : [
          stream(
            "heartrate",
            moments.map(({ heartrate }, index) => (index % 50 === 7 ? null : heartrate))
          )
        ])
  ]
}

const problem = (status: number, error: string) => HttpServerResponse.unsafeJson({ status, error }, { status })

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "")

/** What may be changed of an account: members of rows by id, and rows of one's own. */
export interface IntervalsControl {
  /** Runs that the account has in full, oldest first, with their ids. */
  readonly runs: Effect.Effect<ReadonlyArray<PersonRun & { readonly activity: string }>>
  readonly edit: (id: string, members: Row) => Effect.Effect<void>
  readonly remove: (id: string) => Effect.Effect<void>
  /** Adds a row to the list, as it is. */
  readonly add: (row: Row) => Effect.Effect<void>
}

/** The API of intervals.icu for one athlete: lists by local days, single activities, and streams. */
export const intervals = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const edits = new Map<string, Row>()
    const removed = new Set<string>()
    const own: Array<Row> = []
    const life = Effect.map(clock.now, (now) =>
      sampleOwner.running.until(now / 1000).filter(({ uploadedAt }) => uploadedAt <= now / 1000)
    )
    const rows = Effect.map(life, (runs) =>
      [...runs.flatMap((run) => [rowOf(run), ...(run.id % 3 === 0 ? [rideAfter(run)] : [])]), ...own]
        .filter(({ id }) => !removed.has(String(id)))
        .map((row): Row => ({ ...row, ...edits.get(String(row["id"])) }))
        .sort((a, b) => (String(a["start_date_local"]) < String(b["start_date_local"]) ? 1 : -1))
    )
    const control: IntervalsControl = {
      runs: Effect.map(life, (runs) =>
        runs
          .filter((run) => !isFromStrava(run) && !removed.has(idOf(run)))
          .map((run) => ({ ...run, activity: idOf(run) }))
      ),
      edit: (id, members) => Effect.sync(() => void edits.set(id, { ...edits.get(id), ...members })),
      remove: (id) => Effect.sync(() => void removed.add(id)),
      add: (row) => Effect.sync(() => void own.push(row))
    }
    const list = ({ newest, oldest }: Readonly<Record<string, string>>) =>
      Effect.map(rows, (all) => {
        if (!isDay(oldest) || !isDay(newest)) return problem(422, "oldest and newest must be local dates")
        const day = (row: Row) => String(row["start_date_local"] ?? row["start_date"]).slice(0, 10)
        return HttpServerResponse.unsafeJson(all.filter((row) => day(row) >= oldest && day(row) <= newest))
      })
    return makeSimulator({
      id: "intervals",
      clock,
      settings: {
        DAYBOOK_INTERVALS_API_KEY: apiKey,
        DAYBOOK_INTERVALS_BASE_URL: baseUrl,
        DAYBOOK_INTERVALS_MIN_INTERVAL_MS: "0"
      },
      control,
      answer: ({ distortion, headers, params, path }) =>
        Effect.gen(function* () {
          if (headers["authorization"] !== authorization) return problem(401, "Unauthorized")
          if (path === "/api/v1/athlete/0/activities")
            return distortion?._tag === "Empty" ? HttpServerResponse.unsafeJson([]) : yield* list(params)
          const [, id, isStreams] = /^\/api\/v1\/activity\/([^/]+)(\/streams\.json)?$/.exec(path) ?? []
          const row = (yield* rows).find((one) => one["id"] === id)
          if (row === undefined) return problem(404, "Activity not found")
          if (isStreams === undefined) return HttpServerResponse.unsafeJson(row)
          const run = (yield* life).find((one) => idOf(one) === id)
          if (run === undefined || run.manual) return HttpServerResponse.unsafeJson([])
          const types = params["types"]?.split(",")
          return HttpServerResponse.unsafeJson(streamsOf(run).filter(({ type }) => types?.includes(type) ?? true))
        })
    })
  })
