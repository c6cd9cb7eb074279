import { isBuiltIn } from "@daybook/core"
import { DeclaredDomains } from "@daybook/core/domain"
import type { Units } from "@daybook/core/running"
import { Calendar, yearOf } from "@daybook/core/shared"
import { Effect } from "effect"
import { builtInChapters, declaredChapter } from "./chapters.js"

/** The chapters of all domains. */
const allChapters = Effect.map(DeclaredDomains, (declared) => [
  ...builtInChapters,
  ...declared.flatMap(declaredChapter)
])

/** The year in review of every domain: null for one of the six without data, and of declared ones those with data. */
export const yearReview = Effect.fn("yearReview")(function* (year: number, units: Units) {
  const today = yield* Effect.flatMap(Calendar, ({ today }) => today)
  const through = today < `${year}-12-31` ? today : `${year}-12-31`
  const chapters = yield* Effect.all((yield* allChapters).map(({ read }) => read({ year, through, units })))
  return { year, through, chapters: chapters.filter(({ name, review }) => review !== null || isBuiltIn(name)) }
})
export type YearReview = Effect.Effect.Success<ReturnType<typeof yearReview>>

/** The years with plays, runs, attended events or records from outside, newest first. */
export const yearsWithData = Effect.gen(function* () {
  const years = yield* Effect.all((yield* allChapters).map(({ years }) => years))
  const all = years.flat().map(({ year }) => Number(year))
  return Array.from(new Set(all)).sort((a, b) => b - a)
})

/** The current year in the home time zone. */
export const thisYear = Effect.flatMap(Calendar, ({ today }) => Effect.map(today, yearOf))
