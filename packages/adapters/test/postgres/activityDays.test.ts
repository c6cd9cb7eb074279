import { activities, activitiesWriter } from "@daybook/core/activities"
import { Corrections } from "@daybook/core/corrections"
import { DeclaredQueries, DeclaredWrites, recordNamed, recordPage } from "@daybook/core/domain"
import { Pictures } from "@daybook/core/images"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { rezone } from "../../src/postgres/home.js"
import { correctionServices } from "../contract/correctionProperties.js"
import { newDatabase } from "../support/database.js"
import { openedDomains } from "../support/declared.js"
import { noRules } from "../support/noRules.js"
import { listening } from "../support/stores.js"

const activity = recordNamed(activities, "activity")!

const livingIn = (zone: string) =>
  DeclaredQueries.Default.pipe(
    Layer.provide(Layer.mock(Pictures, { image: () => null })),
    Layer.provideMerge(Layer.effectDiscard(rezone)),
    Layer.provideMerge(correctionServices(Layer.provideMerge(listening, openedDomains([activities], zone)))),
    Layer.provideMerge(noRules)
  )

const report = { service: "strava", origin: "api", started_at: "2024-03-01T16:00:00Z" }
const reports = [
  { ...report, report: "1", kind: "ride", name: "At home" },
  { ...report, report: "2", kind: "swim", name: "With a clock", local_start: "2024-03-01T08:00:00Z" },
  { ...report, report: "3", kind: "golf", name: "Dated by hand" },
  { ...report, report: "4", kind: "row", name: "Dated by a correction" }
]

const days = Effect.flatMap(DeclaredQueries, (queries) =>
  Effect.map(queries.recent(activity, { page: 1, limit: 10 }, {}), ({ data }) =>
    Object.fromEntries(data.map(({ day, name }) => [name, day]))
  )
)

it.live("a new home time zone moves the days of activities that report no wall clock", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.gen(function* () {
      yield* activitiesWriter.apply("strava", recordPage({ record: "report", rows: reports }))
      const [byHand] = yield* sql<{ id: number }>`SELECT id FROM activities_activity WHERE name = 'Dated by hand'`
      yield* (yield* DeclaredWrites).change(activity, byHand!.id, { day: "2024-02-20" })
      const subject = { activity: "strava:4" }
      yield* (yield* Corrections).add({
        ...{ domain: "activities", type: "activity", kind: "set", subject, object: null, value: "day=2024-02-21" },
        reason: null
      })
      expect(yield* days).toEqual({
        "At home": "2024-03-02",
        "With a clock": "2024-03-01",
        "Dated by hand": "2024-02-20",
        "Dated by a correction": "2024-02-21"
      })
    }).pipe(Effect.provide(livingIn("Asia/Tokyo")))
    yield* Effect.gen(function* () {
      const moved = {
        "At home": "2024-03-01",
        "With a clock": "2024-03-01",
        "Dated by hand": "2024-02-20",
        "Dated by a correction": "2024-02-21"
      }
      expect(yield* days).toEqual(moved)
      // Every report says the new day, so that the next sync changes nothing.
      const { changed } = yield* activitiesWriter.apply("strava", recordPage({ record: "report", rows: reports }))
      expect([changed, yield* days]).toEqual([0, moved])
      const [row] =
        yield* sql`SELECT _reports->'strava'->>'day' AS day FROM activities_activity WHERE name = 'Dated by hand'`
      expect(row).toEqual({ day: "2024-03-01" })
    }).pipe(Effect.provide(livingIn("Europe/London")))
  }).pipe(Effect.provide(newDatabase()), Effect.scoped)
)
