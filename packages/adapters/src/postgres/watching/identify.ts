import { type Correction, type NewCorrection, noneOfThem } from "@daybook/core/corrections"
import { type FoundFilm, namesTitle } from "@daybook/core/watching"
import { Effect } from "effect"
import { addCorrection, removeCorrection } from "../corrections/CorrectionStore.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { nullable, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { applyCorrections } from "./applyCorrections.js"
import { correctableTitles } from "./correctableTitles.js"
import { joined } from "./publishable.js"
import { namedTitles } from "./separable.js"
import { describe } from "./describe.js"
import { isOtherFilm } from "./titles.js"

/** The film as a source names it, else as it is shown. */
const nameOf = (id: number) =>
  Effect.map(
    sql({ title: text, year: nullable(text) })`
      SELECT coalesce(naming.said ->> 'title', film.reported_title) AS title,
        coalesce(naming.said ->> 'year', film.year::text) AS year
      FROM watching_titles AS film LEFT JOIN watching_namings AS naming
        ON naming.title_id = coalesce(film.part_of, film.id) AND naming.namer <> 'tmdb'
      WHERE film.id = ${id} AND film.kind = 'movie'
      ORDER BY EXISTS (SELECT FROM watching_reports WHERE naming_id = naming.id AND title_id = film.id) DESC,
        naming.id DESC LIMIT 1`,
    ([row]) => row ?? null
  )

/** Stores a correction in place of those that say something else of the film. */
const replace = Effect.fn("watching.replaceIdentification")(function* (id: number, added: NewCorrection) {
  const films = [...(yield* namedTitles([id])), ...(yield* correctableTitles(sql`id = ${id}`))]
  const names = (one: Correction) =>
    JSON.stringify(one.subject) === JSON.stringify(added.subject) || films.some((film) => namesTitle(one.subject, film))
  const former = (yield* correctionsOf("watching")).filter(
    (one) => one.kind === "identify" && one.type === "movie" && names(one)
  )
  for (const one of former) yield* removeCorrection(one.id)
  return [...former, yield* addCorrection(added)]
})

/**
 * Says which film of TMDB a watched one is, by a correction; null: none. Null if there is no such film, or if another
 * one that was watched has the number and contradicts.
 */
export const identify = Effect.fn("watching.identify")(function* (id: number, film: FoundFilm | null) {
  const name = yield* nameOf(id)
  if (name === null || (film !== null && (yield* isOtherFilm(id, film.tmdbId)))) return null
  const concerned = yield* replace(id, {
    ...{ domain: "watching", kind: "identify", type: "movie", object: null, reason: null },
    subject: { title: name.title, ...(name.year === null ? {} : { year: name.year }) },
    value: film === null ? noneOfThem : `tmdb_id=${film.tmdbId}`
  })
  const { changes } = yield* applyCorrections(concerned)
  return film === null ? changes : joined(changes, yield* describe("movie", id, film.title))
})
