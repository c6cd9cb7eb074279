import { activities } from "@daybook/core/activities"
import { Corrections } from "@daybook/core/corrections"
import { DeclaredWrites, recordNamed } from "@daybook/core/domain"
import { RunningRecords } from "@daybook/core/running"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { exportableActivities } from "../../src/postgres/formats/exportableActivities.js"
import { exportableRuns } from "../../src/postgres/running/exportable.js"
import * as Records from "../../src/postgres/running/RunningRecords.js"
import { correctionServices } from "../contract/correctionProperties.js"
import { listedRun } from "../contract/running/reports.js"
import { newDatabase } from "../support/database.js"
import { openedDomains } from "../support/declared.js"
import { listening } from "../support/stores.js"

const course = "_p~iF~ps|U_ulLnnqC"
const start = Date.parse("2025-03-14T08:00:00Z")

const namesOf = (of: typeof exportableRuns) =>
  Effect.flatMap(SqlClient.SqlClient, (client) =>
    Effect.map(Stream.runCollect(of(client)), (all) => Chunk.toReadonlyArray(all).map(({ startedAt }) => startedAt))
  )

it.live("files for other programs have no run and no activity that a correction hides", () =>
  Effect.gen(function* () {
    const runs = [1, 2].map((number) => {
      const at = start + number * 86_400_000
      return listedRun(number, at, { localStart: at, polyline: course })
    })
    yield* (yield* RunningRecords).put("strava", runs, null)
    for (const { activity, at } of [1, 2].map((number) => ({ activity: `strava:${number}`, at: start + number })))
      yield* (yield* DeclaredWrites).put(recordNamed(activities, "activity")!, [
        { activity, day: "2025-03-14", kind: "ride", name: activity, started_at: at, course }
      ])
    const exported = Effect.all([namesOf(exportableRuns), namesOf(exportableActivities)])
    expect((yield* exported).map(({ length }) => length)).toEqual([2, 2])
    const hide = { kind: "hide", type: "activity", object: null, value: null, reason: null } as const
    const corrections = yield* Corrections
    yield* corrections.add({ ...hide, domain: "running", subject: { report: "strava:1" } })
    yield* corrections.add({ ...hide, domain: "activities", subject: { activity: "strava:1" } })
    expect(yield* exported).toEqual([[start + 2 * 86_400_000], [start + 2]])
  }).pipe(
    Effect.provide(
      correctionServices(Layer.provideMerge(Layer.merge(listening, Records.layer), openedDomains([activities], "UTC")))
    ),
    Effect.provide(newDatabase()),
    Effect.scoped
  )
)
