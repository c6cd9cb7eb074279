import { type Calendar, fromZoneName } from "@daybook/core/shared"
import { type Context, Effect, Either } from "effect"
import type pg from "pg"
import type { Subjects } from "../queries/index.js"
import type { BenchFailure } from "../support/BenchFailure.js"
import { query } from "./measureRead.js"

/** The calendar of the home time zone. */
export const calendarOf = (env: Readonly<Record<string, string>>): Context.Tag.Service<Calendar> =>
  Either.getOrThrow(fromZoneName(env["DAYBOOK_TIMEZONE"] ?? "UTC"))

/** The records for the listening reads. */
export const subjectsOf = (
  client: pg.Client,
  calendar: Context.Tag.Service<Calendar>
): Effect.Effect<Subjects, BenchFailure> =>
  Effect.gen(function* () {
    const best = (kind: string, place: string) =>
      Effect.map(
        query(
          client,
          `
          SELECT id, name FROM listening_counts JOIN listening_${kind}s ON id = subject
          WHERE kind = '${kind}' AND grain = 'ever' ORDER BY plays DESC, subject LIMIT 1
          OFFSET ${place}`
        ),
        ([row]) => ({ id: Number(row?.["id"]), name: String(row?.["name"]) })
      )
    const middle = (kind: string) => `(SELECT ${kind}s / 2 FROM listening_totals WHERE grain = 'ever')`
    return {
      calendar,
      today: yield* calendar.today,
      artist: yield* best("artist", "0"),
      album: yield* best("album", "0"),
      middling: {
        artist: (yield* best("artist", middle("artist"))).id,
        album: (yield* best("album", middle("album"))).id
      }
    }
  })
