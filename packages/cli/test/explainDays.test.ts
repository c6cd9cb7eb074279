import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { ask, post } from "../../http/test/support/http.js"
import { patience } from "./support/daybook.js"
import { inProcessHost, newSettings } from "./support/inProcessHost.js"
import { restoreSample } from "./support/sampleHome.js"

interface Explained {
  readonly counts: ReadonlyArray<Readonly<Record<"reported" | "counted" | "duplicates" | "hidden", number>>>
  readonly hidden_by: ReadonlyArray<{ readonly rule: string; readonly what: string }>
  readonly corrections: ReadonlyArray<{ readonly id: number }>
}

/** The records of each day of a domain, as its table of what answers show has them. */
const answered = {
  listening: "SELECT day FROM listening_plays WHERE visible",
  running: "SELECT day FROM running_activities WHERE NOT hidden",
  watching: "SELECT date AS day FROM watching_watches",
  collecting: `
    SELECT (added_at AT TIME ZONE 'Europe/Berlin')::date AS day FROM collecting_copies WHERE NOT hidden
    UNION ALL SELECT (collected_at AT TIME ZONE 'Europe/Berlin')::date FROM collecting_discs WHERE NOT hidden`,
  reading: "SELECT saved_on AS day FROM reading_articles WHERE NOT concealed",
  attending: "SELECT date AS day FROM attending_events WHERE doubt IS NULL"
}

/** The reports that any day has. */
const reported = {
  listening: "SELECT FROM listening_plays",
  running: `
    SELECT FROM running_activities AS run WHERE EXISTS (SELECT FROM running_reports WHERE activity_id = run.id)
    UNION ALL SELECT FROM running_recorded WHERE activity_id IS NOT NULL`,
  watching: "SELECT FROM watching_reports WHERE at IS NOT NULL",
  collecting: "SELECT FROM collecting_copies UNION ALL SELECT FROM collecting_discs",
  reading: "SELECT FROM reading_saves",
  attending: `
    SELECT FROM attending_mentions AS mention JOIN attending_events AS event
      ON event.id IN (mention.event_id, mention.reported_event_id) AND (event.id = mention.event_id OR mention.event_id IS NULL)
    WHERE event.date IS NOT NULL`
}

type DomainName = keyof typeof answered
const domains = Object.keys(answered) as ReadonlyArray<DomainName>

it.scopedLive(
  "every report of a day counts, is a duplicate or is hidden, and those that count are the records of the day",
  () =>
    Effect.gen(function* () {
      const settings = yield* newSettings
      yield* restoreSample(settings)
      const { admin, sql, url } = yield* inProcessHost(settings)
      const daysOf = (domain: DomainName) =>
        Effect.map(
          sql<{ day: string; count: number }>`
            SELECT day::text, count(*) AS count FROM (${sql.literal(answered[domain])}) AS record
            WHERE day IS NOT NULL GROUP BY day ORDER BY day`,
          (rows) => new Map(rows.map(({ count, day }) => [day, count]))
        )
      const explained = (domain: DomainName, day: string) =>
        Effect.map(ask(`${url}/v1/explain/${domain}/day/${day}`, { key: admin }), ({ json, status }) => {
          expect([domain, day, status]).toEqual([domain, day, 200])
          const answer = json as Explained
          for (const { counted, duplicates, hidden, reported } of answer.counts)
            expect(counted + duplicates + hidden).toBe(reported)
          const sum = (name: keyof Explained["counts"][number]) =>
            answer.counts.reduce((total, counts) => total + counts[name], 0)
          return { ...answer, counted: sum("counted"), duplicates: sum("duplicates"), hidden: sum("hidden") }
        })

      for (const domain of domains) {
        const days = yield* daysOf(domain)
        expect([domain, days.size > 0]).toEqual([domain, true])
        // All days of most domains; of plays, those of the end.
        for (const [day, count] of [...days].slice(-200))
          expect([domain, day, (yield* explained(domain, day)).counted]).toEqual([domain, day, count])
      }
      const total = (domain: DomainName) =>
        Effect.gen(function* () {
          const [row] = yield* sql<{ count: number }>`
            SELECT count(*) AS count FROM (${sql.literal(reported[domain])}) AS report`
          return row!.count
        })
      for (const domain of ["reading", "watching", "attending"] as const) {
        const own = {
          reading: sql`SELECT DISTINCT saved_on::text AS day FROM reading_saves`,
          watching: sql`
            SELECT DISTINCT date::text AS day FROM watching_reports WHERE at IS NOT NULL
            UNION SELECT date::text FROM watching_watches`,
          attending: sql`SELECT DISTINCT date::text AS day FROM attending_events WHERE date IS NOT NULL`
        }[domain]
        let reports = 0
        for (const { day } of (yield* own) as ReadonlyArray<{ readonly day: string }>) {
          const { json } = yield* ask(`${url}/v1/explain/${domain}/day/${day}`, { key: admin })
          for (const counts of (json as Partial<Explained>).counts ?? []) reports += counts.reported
        }
        expect([domain, reports]).toEqual([domain, yield* total(domain)])
      }

      const [film] = yield* sql<{ title: string; year: number; day: string }>`
        SELECT title.title, title.year, watch.date::text AS day FROM watching_watches AS watch
        JOIN watching_titles AS title ON title.id = watch.title_id WHERE kind = 'movie' ORDER BY watch.id LIMIT 1`
      const [article] = yield* sql<{ url: string; day: string }>`
        SELECT url, saved_on::text AS day FROM reading_articles WHERE NOT concealed ORDER BY id LIMIT 1`
      const [event] = yield* sql<{ title: string; day: string }>`
        SELECT title, date::text AS day FROM attending_events WHERE doubt IS NULL ORDER BY id LIMIT 1`
      const [run] = yield* sql<{ id: number; day: string; source: string }>`
        SELECT id, day::text, source FROM running_activities AS run
        WHERE EXISTS (SELECT FROM running_reports WHERE activity_id = run.id) ORDER BY id LIMIT 1`
      const [disc] = yield* sql<{ title: string; year: number; day: string }>`
        SELECT film.title, film.year, (collected_at AT TIME ZONE 'Europe/Berlin')::date::text AS day
        FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = film_id ORDER BY disc.id LIMIT 1`
      const hidden = [
        ["watching", "movie", { title: film!.title, year: String(film!.year) }, film!.day],
        ["reading", "article", { url: article!.url }, article!.day],
        ["attending", "event", { title: event!.title, date: event!.day }, event!.day],
        ["running", "activity", { report: `${run!.source}:${run!.id}` }, run!.day],
        ["collecting", "disc", { title: disc!.title, year: String(disc!.year) }, disc!.day]
      ] as const
      for (const [domain, type, subject, day] of hidden) {
        const before = yield* explained(domain, day)
        const correction = yield* post(`${url}/v1/admin/corrections`, admin, { domain, kind: "hide", type, subject })
        expect([domain, correction.status]).toEqual([domain, 201])
        const after = yield* explained(domain, day)
        expect([domain, after.counted]).toEqual([domain, (yield* daysOf(domain)).get(day) ?? 0])
        expect([domain, after.counted < before.counted, after.hidden > before.hidden]).toEqual([domain, true, true])
        const reported = ({ counted, duplicates, hidden }: typeof after) => counted + duplicates + hidden
        expect([domain, reported(after)]).toEqual([domain, reported(before)])
        expect(after.hidden_by.map(({ rule }) => rule)).toContain(`${domain}.hidden.correction`)
        expect([domain, after.corrections.map(({ id }) => id)]).toEqual([domain, [correction.json.id]])
        yield* ask(`${url}/v1/admin/corrections/${correction.json.id}`, { key: admin, method: "DELETE" })
        expect(yield* explained(domain, day)).toEqual(before)
      }
      const missing = yield* ask(`${url}/v1/explain/reading/day/1990-01-01`, { key: admin })
      expect(missing.status).toBe(404)
    }),
  patience
)
