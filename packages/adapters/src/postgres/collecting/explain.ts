import { type ExplainedItem, explainAddedDay, explainItem, isFilmNamed, isReleaseNamed } from "@daybook/core/collecting"
import { type Correction, sentenceOf } from "@daybook/core/corrections"
import type { Explanation } from "@daybook/core/explain"
import { type Calendar, addDays } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { countsOf } from "../explain/countsOf.js"
import { type ColumnsOf, instant, nullable, number, text } from "../kit/columns.js"
import { within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { correctableFilms, correctableReleases } from "./corrected.js"
import { copiesWithReleases, discsWithFilms, wantsWithReleases } from "./rows.js"

const columns: ColumnsOf<ExplainedItem> = {
  source: text,
  key: nullable(text),
  addedAt: nullable(instant),
  title: text,
  givenTitle: nullable(text),
  year: nullable(number)
}

type Naming = (one: Correction) => boolean

/** An item, with the corrections that name it. Hidden items are not explained. */
const item = Effect.fn("collecting.explain")(function* <E, R>(
  query: Statement.Fragment,
  naming: Effect.Effect<Naming, E, R>
) {
  const [row] = yield* sql(columns)`${query}`
  if (row === undefined) return Option.none<Explanation>()
  const corrections = (yield* correctionsOf("collecting"))
    .filter(yield* naming)
    .map((one) => ({ id: one.id, says: sentenceOf(one) }))
  return Option.some({ ...explainItem(row), corrections })
})

/** What hides another disc of the film does not concern this one. */
const isShown = ({ kind }: Correction) => kind !== "hide"

const namingRelease = (where: Statement.Fragment) =>
  Effect.map(
    correctableReleases(where),
    (releases): Naming =>
      (one) =>
        isShown(one) && releases.some((release) => isReleaseNamed([one], release))
  )

const namingFilm = (where: Statement.Fragment) =>
  Effect.map(
    correctableFilms(where),
    (films): Naming =>
      (one) =>
        isShown(one) && films.some((film) => isFilmNamed([one], film))
  )

/** Records have no source of their own: one service lists them, and the owner adds others by hand. */
const service = sql.literal("'discogs'")

const release = (id: number) =>
  item(
    sql`
    SELECT CASE WHEN copy.instance IS NULL THEN 'manual' ELSE ${service} END AS source, copy.instance::text AS key,
      copy.added_at, release.reported_title AS title, release.given_title,
      release.year
    FROM ${copiesWithReleases}
    WHERE copy.id = ${id}`,
    namingRelease(sql`id = (SELECT release_id FROM collecting_copies WHERE id = ${id})`)
  )

const want = (id: number) =>
  item(
    sql`
    SELECT ${service} AS source, want.release_id::text AS key, want.added_at, release.reported_title AS title,
      release.given_title, release.year
    FROM ${wantsWithReleases}
    WHERE want.id = ${id}`,
    namingRelease(sql`id = (SELECT release_id FROM collecting_wants WHERE id = ${id})`)
  )

const disc = (id: number) =>
  item(
    sql`
    SELECT disc.source, film.trakt_id::text AS key, disc.collected_at AS added_at, film.reported_title AS title,
      film.given_title, film.year
    FROM ${discsWithFilms} WHERE disc.id = ${id}`,
    namingFilm(sql`id = (SELECT film_id FROM collecting_discs WHERE id = ${id})`)
  )

/** What was added on a day: copies and discs, as the calendar counts them. */
const dayIn = (calendar: Context.Tag.Service<Calendar>) =>
  Effect.fn("collecting.explainDay")(function* (date: string) {
    const range = { from: calendar.startOf(date), to: calendar.startOf(addDays(date, 1)) }
    const copies = sql`collecting_copies WHERE ${within("added_at", range)}`
    const discs = sql`collecting_discs WHERE ${within("collected_at", range)}`
    const fate = sql`CASE WHEN hidden THEN 'hidden' ELSE 'counted' END AS fate`
    const counts = yield* countsOf(sql`
      SELECT CASE WHEN instance IS NULL THEN 'manual' ELSE ${service} END AS source, ${fate} FROM ${copies}
      UNION ALL SELECT source, ${fate} FROM ${discs}`)
    const all = (yield* correctionsOf("collecting")).filter(({ kind }) => kind === "hide")
    const releases = yield* correctableReleases(sql`id IN (SELECT release_id FROM ${copies} AND hidden)`)
    const films = yield* correctableFilms(sql`id IN (SELECT film_id FROM ${discs} AND hidden)`)
    const hiding = all.filter(
      (one) =>
        releases.some((release) => isReleaseNamed([one], release)) || films.some((film) => isFilmNamed([one], film))
    )
    return Option.fromNullable(
      explainAddedDay(
        counts,
        hiding.map((one) => ({ id: one.id, says: sentenceOf(one) }))
      )
    )
  })

/** Explains copies, wants and discs, which feed and search call media, and days. */
export const explainCollecting = (calendar: Context.Tag.Service<Calendar>) => ({
  records: { release, want, disc, media: disc },
  day: dayIn(calendar)
})
