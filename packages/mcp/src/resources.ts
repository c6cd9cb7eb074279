import { Effect } from "effect"
import type { Ask } from "./Ask.js"
import { isInScope, type Scope } from "./Home.js"
import { readId } from "./kit/ids.js"
import type { Session } from "./session.js"

/** A resource as clients list it. */
interface Listed {
  readonly uri: string
  readonly name: string
  readonly title: string
}

const scheme = "daybook://"
const [second, minute, day] = [1_000, 60_000, 86_400_000]

/** A resource is the answer of one tool under an address. */
interface Reading {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly ttlMs: number
}

export const templates = [
  { uriTemplate: `${scheme}year/{year}`, name: "year", title: "A year in review" },
  { uriTemplate: `${scheme}year/{year}/{domain}`, name: "year_of_domain", title: "A year in review of one domain" },
  { uriTemplate: `${scheme}day/{date}`, name: "day", title: "What happened on a day" },
  { uriTemplate: `${scheme}record/{domain}/{type}/{id}`, name: "record", title: "One record" }
] as const

/** What an address means; undefined for unknown ones. */
const readingOf = (uri: string, thisYear: number, scope: Scope): Reading | undefined => {
  if (!uri.startsWith(scheme)) return undefined
  const [kind = "", first = "", ...rest] = uri.slice(scheme.length).split("/")
  if (kind === "overview" && first === "") return { tool: "overview", args: {}, ttlMs: minute }
  if (kind === "now" && first === "") return { tool: "now", args: {}, ttlMs: 10 * second }
  if (kind === "year" && /^(19|2\d)\d\d$/.test(first) && rest.length <= 1) {
    const [domain] = rest
    if (domain !== undefined && !isInScope(scope, domain)) return undefined
    const year = Number(first)
    return {
      tool: "year",
      args: { year, ...(domain === undefined ? {} : { domain }) },
      ttlMs: year < thisYear ? day : minute
    }
  }
  if (kind === "day" && /^\d{4}-\d{2}-\d{2}$/.test(first) && rest.length === 0)
    return { tool: "feed", args: { when: first, limit: 100 }, ttlMs: minute }
  const id = [first, ...rest].join("/")
  return kind === "record" && readId(id) !== undefined ? { tool: "fetch", args: { id }, ttlMs: minute } : undefined
}

/** The years that have data, latest first. */
const years = (scope: Scope): Effect.Effect<ReadonlyArray<number>, unknown, Ask> =>
  Effect.gen(function* () {
    const reported = yield* Effect.all(
      scope.flatMap(({ years }) => years ?? []),
      { concurrency: 3 }
    )
    const all = new Set(reported.flat())
    for (const { calendar, possibleYears } of scope) {
      if (calendar === undefined || possibleYears === undefined) continue
      const open = new Set((yield* possibleYears).filter((year) => !all.has(year)))
      for (const year of open) if ((yield* calendar(year)).length > 0) all.add(year)
    }
    return [...all].toSorted((a, b) => b - a)
  })

const overview: Listed = { uri: `${scheme}overview`, name: "overview", title: "What is here" }

export const listResources = async (session: Session, signal: AbortSignal): Promise<ReadonlyArray<Listed>> =>
  session.lens === undefined
    ? [
        overview,
        { uri: `${scheme}now`, name: "now", title: "Now" },
        ...(await session.read(years(session.scope), signal)).map((year) => ({
          uri: `${scheme}year/${year}`,
          name: `year_${year}`,
          title: `${year} in review`
        }))
      ]
    : [overview]

/** Errors that say nothing about what is at the address. */
const passing: ReadonlySet<string> = new Set(["rate_limited", "timeout", "unavailable"])

/** The JSON of a resource, or why it cannot be read now; undefined if there is none at the address. */
export const readResource = async (session: Session, uri: string, signal: AbortSignal) => {
  const reading = readingOf(uri, new Date().getUTCFullYear(), session.scope)
  const tool = reading === undefined ? undefined : session.tools.find(({ name }) => name === reading.tool)
  if (reading === undefined || tool === undefined) return undefined
  const result = await session.run(tool, reading.args, signal)
  if (result.isError) return passing.has(result.code) ? { failure: result.text } : undefined
  return { text: JSON.stringify(result.structured), ttlMs: reading.ttlMs }
}
