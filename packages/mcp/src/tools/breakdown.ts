import { domains, type BuiltInDomain } from "@daybook/core"
import { Effect } from "effect"
import type { Ask, AskError } from "../Ask.js"
import { ask, askIfAny } from "../Ask.js"
import { askDeclared } from "../declared/ask.js"
import { amount, listWith, words } from "../kit/output.js"
import { oneOf, paged, when } from "../kit/params.js"
import { everyRow, datesOf, listPart, partOf, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import type { WhenRange } from "../kit/when.js"
import { badArgument } from "../ToolError.js"
import { facetsIn, recordWithFacet } from "./declared.js"

/** One value of a property, with how many records have it. */
interface Share {
  readonly name: string
  readonly count: number
  readonly [more: string]: unknown
}

interface Property {
  /** Whether the API can count within a range. */
  readonly takesRange: boolean
  /** What is counted. */
  readonly counts: string
  /** False where shares of the sum say nothing, such as miles of shoes. */
  readonly load: (range: WhenRange) => Effect.Effect<ReadonlyArray<Share>, AskError, Ask>
}

const maxNames = 100

const sharesOf = (rows: ReadonlyArray<{ readonly name: string; readonly count: number }>): ReadonlyArray<Share> =>
  rows.map(({ count, name }) => ({ name, count }))

/** Plays by genre, summed over the years of a range. */
export const genresOf = (range: WhenRange): Effect.Effect<ReadonlyArray<Share>, AskError, Ask> =>
  Effect.map(ask("listening.genres", { ...datesOf(range), group_by: "year", limit: 50 }), ({ data }) => {
    const sums = new Map<string, number>()
    for (const { genres } of data)
      for (const [name, count] of Object.entries(genres)) sums.set(name, (sums.get(name) ?? 0) + count)
    return Array.from(sums, ([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count)
  })

export const filmGenres = (range: WhenRange) =>
  Effect.map(ask("watching.genres", datesOf(range)), ({ data }) => sharesOf(data))

export const directorsOf = (range: WhenRange) =>
  Effect.map(askIfAny("watching.directors", { ...datesOf(range), limit: maxNames }), (directors) =>
    sharesOf(directors?.data ?? [])
  )

const ranged = (counts: string, load: Property["load"]): Property => ({ takesRange: true, counts, load })
const always = (counts: string, load: Effect.Effect<ReadonlyArray<Share>, AskError, Ask>): Property => ({
  takesRange: false,
  counts,
  load: () => load
})

const byCount = <A extends { readonly count: number }>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  rows.toSorted((a, b) => b.count - a.count)

/** Attended events by venue. */
const venues = (range: WhenRange) =>
  Effect.map(
    everyRow(maxNames, (page) => ask("attending.events", { ...datesOf(range), ...page, attended: true })),
    ({ rows }) => {
      const counts = new Map<string, Share>()
      for (const { venue } of rows) {
        const name = venue?.name ?? "unknown"
        counts.set(name, { name, count: (counts.get(name)?.count ?? 0) + 1, city: venue?.city ?? null })
      }
      return byCount([...counts.values()])
    }
  )

const collected = (range: WhenRange, kind: "records" | "discs") =>
  range.from === null && kind === "records"
    ? Effect.map(ask("collecting.formats"), ({ data }) => sharesOf(data).map((row) => ({ ...row, kind: "record" })))
    : Effect.map(ask("collecting.mediaTypes"), ({ data }) => sharesOf(data).map((row) => ({ ...row, kind: "disc" })))

const formats = Effect.zipWith(
  collected({ from: null, to: null }, "records"),
  collected({ from: null, to: null }, "discs"),
  (a, b) => byCount<Share>([...a, ...b])
)

const properties: Readonly<Record<BuiltInDomain, Readonly<Record<string, Property>>>> = {
  listening: { genre: ranged("plays", genresOf) },
  running: {
    city: always(
      "runs",
      Effect.map(ask("running.cities"), ({ data }) =>
        data.map(({ city, country, run_count, state, total_distance_mi }) => ({
          name: city,
          count: run_count,
          distance_mi: total_distance_mi,
          state,
          country
        }))
      )
    ),
    gear: always(
      "runs",
      Effect.map(ask("running.gear"), ({ data }) =>
        data.map(({ activity_count, distance_mi, is_retired, name }) => ({
          name,
          count: activity_count,
          distance_mi,
          is_retired
        }))
      )
    )
  },
  watching: {
    genre: ranged("films", filmGenres),
    decade: ranged("films", (range) =>
      Effect.map(ask("watching.decades", datesOf(range)), ({ data }) =>
        byCount(data.map(({ count, decade }) => ({ name: `${decade}s`, count })))
      )
    ),
    director: ranged("films", directorsOf)
  },
  collecting: {
    genre: always(
      "records",
      Effect.map(ask("collecting.genres"), ({ data }) => sharesOf(data))
    ),
    format: always("copies", formats),
    artist: always(
      "records",
      Effect.map(ask("collecting.artists", { limit: maxNames }), ({ data }) =>
        data.map(({ name, release_count }) => ({ name, count: release_count }))
      )
    ),
    decade: always(
      "discs",
      Effect.map(ask("collecting.mediaStats"), ({ data }) =>
        byCount(Object.entries(data.by_decade).map(([name, count]) => ({ name, count })))
      )
    )
  },
  reading: {
    tag: always(
      "articles",
      Effect.map(ask("reading.tags"), ({ data }) => data.map(({ count, tag }) => ({ name: tag, count })))
    ),
    site: ranged("articles", (range) =>
      range.from === null
        ? Effect.map(ask("reading.domains", { limit: maxNames }), ({ data }) =>
            data.map(({ count, domain }) => ({ name: domain, count }))
          )
        : Effect.map(
            everyRow(50, (page) => ask("reading.archive", { ...datesOf(range), ...page, include_no_body: true })),
            ({ rows }) => countSites(rows)
          )
    )
  },
  attending: {
    venue: ranged("events", venues),
    category: ranged("events", (range) =>
      Effect.map(ask("attending.stats", datesOf(range)), ({ by_category }) =>
        by_category.map(({ category, count }) => ({ name: category, count }))
      )
    ),
    type: ranged("events", (range) =>
      Effect.map(ask("attending.stats", datesOf(range)), ({ by_event_type }) =>
        by_event_type.map(({ count, event_type }) => ({ name: event_type, count }))
      )
    ),
    year: ranged("events", (range) =>
      Effect.map(ask("attending.stats", datesOf(range)), ({ by_year }) =>
        by_year.map(({ count, year }) => ({ name: year, count }))
      )
    )
  }
}

const countSites = (rows: ReadonlyArray<{ readonly domain: string | null }>): ReadonlyArray<Share> => {
  const sites = new Map<string, number>()
  for (const { domain } of rows) if (domain !== null) sites.set(domain, (sites.get(domain) ?? 0) + 1)
  return byCount(Array.from(sites, ([name, count]) => ({ name, count })))
}

/** Properties of which the API tells the largest names only. */
const capped = new Set(["watching director", "collecting artist", "reading site"])

const notesOn = (domain: string, by: string, { from }: WhenRange, takesRange: boolean, names: number) => [
  ...(takesRange || from === null ? [] : [`${domain} by ${by} is counted over all time; when was ignored.`]),
  ...(capped.has(`${domain} ${by}`) && names === maxNames
    ? [`Only the ${maxNames} largest are here; shares are shares of these.`]
    : []),
  ...(by === "site" && from !== null ? ["Articles finished in this time; without when, all saved ones."] : [])
]

const propertyNames = [
  "genre",
  "decade",
  "director",
  "format",
  "artist",
  "tag",
  "site",
  "venue",
  "category",
  "type",
  "year",
  "city",
  "gear"
] as const

export const breakdown = readTool({
  name: "breakdown",
  title: "Breakdown",
  description:
    "Counts and shares by one property. listening: genre; watching: genre, decade, director; collecting: genre, format (4K discs), " +
    "artist, decade; reading: tag, site; attending: venue, category, type, year; running: city, gear (miles on shoes).",
  domains,
  example: { domain: "watching", by: "director" },
  exampleFor: (domain) => ({ domain, by: Object.keys(properties[domain as BuiltInDomain] ?? {})[0] ?? "genre" }),
  input: { domain: oneOf(domains), by: oneOf(propertyNames), ...when("all"), ...paged },
  output: listWith({ name: words, count: amount, share: amount }),
  run: ({ by, domain, limit = 20, when }, { place }) =>
    Effect.gen(function* () {
      const property = properties[domain][by]
      if (property === undefined) {
        const names = Object.keys(properties[domain])
        return yield* badArgument(
          `${domain} has no ${by}; \`by\` must be one of ${names.join(", ")}.`,
          `Call breakdown with ${JSON.stringify({ domain, by: names[0] })}.`
        )
      }
      const requested = yield* rangeOf(when, "all")
      const range = property.takesRange ? requested : { from: null, to: null }
      const rows = yield* property.load(range)
      const sum = rows.reduce((all, { count }) => all + count, 0)
      const shares = rows.map(({ count, name, ...more }) => ({
        name,
        count,
        share: sum === 0 ? 0 : Math.round((count / sum) * 1000) / 1000,
        ...more
      }))
      const notes = notesOn(domain, by, requested, property.takesRange, rows.length)
      const heading = `${domain} by ${by}, ${wordsOf(range)}: ${property.counts} (${rows.length} in all)`
      return { heading, domains: [domain], range, list: partOf(shares, place, limit), notes }
    }),
  declared: {
    suits: (shape) => facetsIn(shape).length > 0,
    fields: (shapes) => ({ by: oneOf(wordsFor(shapes.flatMap(facetsIn))) }),
    run: (shape, { by, limit = 20, when }, { place }) =>
      Effect.gen(function* () {
        const record = recordWithFacet(shape, by)
        if (record === undefined) {
          const names = facetsIn(shape)
          return yield* badArgument(
            `${shape.name} has no ${by} to count by; \`by\` must be one of ${names.join(", ")}.`,
            `Call breakdown with ${JSON.stringify({ domain: shape.name, by: names[0] })}.`
          )
        }
        const requested = yield* rangeOf(when, "all")
        const range = record.hasDays ? requested : { from: null, to: null }
        const own = { record: record.name, ...datesOf(range) }
        const books = askDeclared(shape.name)
        const [{ data: totals }, { rows, total }] = yield* Effect.all([
          books.stats(own),
          rowsFrom(place, limit, maxNames, (page) => books.top(by, { ...own, ...page }))
        ])
        const shares = rows.map(({ count, last_date, value }) => ({
          name: value,
          count,
          // A record may have several values, so shares need not add up to 1.
          share: totals.total === 0 ? 0 : Math.round((count / totals.total) * 1000) / 1000,
          last_date
        }))
        const heading = `${shape.title} by ${by}, ${wordsOf(range)}: ${record.name} (${total} in all)`
        return { heading, domains: [shape.name], range, list: listPart(shares, total, place) }
      })
  }
})

/** The built-in properties, and the facets of declared domains. */
const wordsFor = (facets: ReadonlyArray<string>): readonly [string, ...ReadonlyArray<string>] => {
  const [first, ...others] = propertyNames
  return [first, ...others, ...new Set(facets.filter((facet) => !propertyNames.some((name) => name === facet)))]
}
