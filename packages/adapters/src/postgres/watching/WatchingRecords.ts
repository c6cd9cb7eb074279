import { Calendar } from "@daybook/core/shared"
import { type SubjectId, WatchingRecords, idsOfKeys, placeReport } from "@daybook/core/watching"
import { Effect, Layer } from "effect"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implementRanked } from "../kit/store.js"
import { add, dismiss, edit } from "./byHand.js"
import { decideEpisode, numberEpisodes } from "./episodeNumbers.js"
import { countLists } from "./fullLists.js"
import { describe } from "./describe.js"
import { changesOf } from "./publishable.js"
import { identify } from "./identify.js"
import { putRecords } from "./putRecords.js"
import { separate } from "./separate.js"
import { placeSubjects, subjectColumns } from "./subjects.js"
import { resolveViewings } from "./viewings.js"

/** Resolves viewings again after reports or ratings changed. */
const after = (touched: ReadonlyArray<SubjectId>) =>
  Effect.flatMap(resolveViewings(touched), (viewings) => changesOf(viewings, [], []))
const afterAny = (touched: ReadonlyArray<SubjectId> | null) =>
  touched === null ? Effect.succeed(null) : after(touched)

const remove = Effect.fn(function* (source: string, keys: ReadonlyArray<string>) {
  const deleted = yield* sql(subjectColumns)`
    WITH deleted AS (
      DELETE FROM watching_reports
      WHERE source = ${source} AND id = ANY(${idsOfKeys(keys, ["viewings", "seen"])}::int[])
      RETURNING title_id, episode_id, unnumbered_id, key
    ), unnumbered AS (
      DELETE FROM watching_unnumbered_records AS record USING deleted
      WHERE record.episode_id = deleted.unnumbered_id AND record.key = deleted.key
    )
    SELECT title_id, episode_id FROM deleted`
  const unrated = yield* sql(subjectColumns)`
    DELETE FROM watching_ratings
    WHERE source = ${source} AND title_id = ANY(${idsOfKeys(keys, ["ratings"])}::int[])
    RETURNING title_id, NULL::int AS episode_id`
  const touched = [...deleted, ...unrated]
  return { removed: touched.length, changes: yield* after(touched) }
})

export const layer = Layer.effect(
  WatchingRecords,
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const locked = domainLock("watching")
    return yield* implementRanked(WatchingRecords, {
      put: (source, records, covers, list) => locked(putRecords(calendar, source, records, covers, list ?? null)),
      remove: (source, keys) => locked(remove(source, keys)),
      counts: countLists,
      count: (source) => countOf(sql`SELECT count(*) FROM watching_reports WHERE source = ${source}`),
      describe: (...of) => locked(describe(...of)),
      identify: (...of) => locked(identify(...of)),
      numberEpisodes: (episodes, tmdbId) => locked(numberEpisodes(calendar, episodes, tmdbId)),
      decideEpisode: (id, choice) => locked(decideEpisode(calendar, id, choice)),
      add: (movie, report) =>
        locked(
          Effect.gen(function* () {
            const { ids, separated } = yield* placeSubjects([{ kind: "movie", title: movie }], "manual")
            const added = yield* add(placeReport(calendar)(report, ids[0]!, null))
            if (added === null) return null
            const viewings = yield* resolveViewings([...ids, ...separated.subjects])
            return { report: added, changes: yield* changesOf(viewings, separated.changed, []) }
          })
        ),
      edit: (id, { watched, ...change }) => {
        const moved =
          watched === undefined
            ? {}
            : {
                watched: {
                  at: watched.at,
                  date: watched.date ?? calendar.dateOf(watched.at),
                  dated: watched.date !== null
                }
              }
        return locked(Effect.flatMap(edit(id, { ...change, ...moved }), afterAny))
      },
      dismiss: (id) => locked(Effect.flatMap(dismiss(id), afterAny)),
      separate: (id) => locked(separate(id))
    })
  })
)
