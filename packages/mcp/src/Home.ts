import { type Calendar, fromZoneName, type LocalDate } from "@daybook/core/shared"
import { Clock, Context, Duration, Effect, Either } from "effect"
import { type Ask, type AskError, ask } from "./Ask.js"
import type { Domain, HomeTimes } from "./domains/Domain.js"

/** A source as the host reports it. */
export interface SourceState {
  readonly name: string
  readonly domain: string
  readonly lastSuccess: string | null
  readonly stale: boolean
  /** Whether it reads records by itself. Some only add links or pictures to what is there. */
  readonly reads: boolean
  readonly error: string | null
}

/** What every call needs to know about the host. */
interface HostState {
  readonly calendar: Context.Tag.Service<Calendar>
  /** The sources that are set up. */
  readonly sources: ReadonlyArray<SourceState>
}

/** The domains that a connection may name: built-in ones, and then those that the host's configuration declares. */
export type Scope = ReadonlyArray<Domain>

/** A domain that the connection may name. */
export const domainNamed = (scope: Scope, domain: string): Domain | undefined =>
  scope.find(({ name }) => name === domain)

/** Whether a connection may name the domain. */
export const isInScope = (scope: Scope, domain: string): boolean => domainNamed(scope, domain) !== undefined

export const namesOf = (scope: Scope): ReadonlyArray<string> => scope.map(({ name }) => name)

/** The home of one call: its time zone, its day, its domains and how fresh its data is. */
export class Home extends Context.Tag("@daybook/mcp/Home")<
  Home,
  HomeTimes & {
    readonly zone: string
    readonly today: LocalDate
    readonly now: number
    readonly sources: ReadonlyArray<SourceState>
    readonly scope: Scope
  }
>() {}

/** How long the state of the host is taken as known. It costs one operation. */
const knownFor = Duration.seconds(5)

const stateOf = Effect.map(ask("system.sync"), (status): HostState => ({
  calendar: Either.getOrThrow(fromZoneName(status.time_zone)),
  sources: Object.entries(status.sources)
    .filter(([, { configured }]) => configured)
    .map(([name, source]) => ({
      name,
      domain: source.domain,
      lastSuccess: source.last_success,
      stale: source.stale,
      reads: source.next_run !== null || source.last_sync !== null,
      error: source.error
    }))
}))

/** Reads the state of a host, at most once in five seconds for all calls. */
export type ReadState = Effect.Effect<HostState, AskError, Ask>

export const stateReader: Effect.Effect<ReadState> = Effect.gen(function* () {
  let current: { readonly state: HostState; readonly until: number } | undefined
  return Effect.gen(function* () {
    const now = performance.now()
    if (current !== undefined && now < current.until) return current.state
    const state = yield* stateOf
    current = { state, until: now + Duration.toMillis(knownFor) }
    return state
  })
})

const minuteMs = 60_000

const pad = (value: number) => String(value).padStart(2, "0")

/** ISO 8601 with an offset, to the second: `2026-11-22T10:15:04+01:00`. */
const withOffset = (instant: number, offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / minuteMs)
  const wall = new Date(instant + offset).toISOString().slice(0, 19)
  return `${wall}${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** The home at this instant. */
export const homeNow = (read: ReadState, scope: Scope): Effect.Effect<Context.Tag.Service<Home>, AskError, Ask> =>
  Effect.zipWith(read, Clock.currentTimeMillis, ({ calendar, sources }, now) => ({
    zone: calendar.zone,
    today: calendar.dateOf(now),
    now,
    sources: sources.filter(({ domain }) => isInScope(scope, domain)),
    scope,
    local: (text) => {
      const instant = text === null ? Number.NaN : Date.parse(text)
      return Number.isNaN(instant) ? null : withOffset(instant, calendar.offsetAt(instant))
    },
    dayOf: (text) => calendar.dateOf(Date.parse(text))
  }))

/** The instant up to which each domain is complete: the newest success of each source, the oldest of them. */
export const freshness = (
  { sources }: Pick<Context.Tag.Service<Home>, "sources">,
  domains: ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  const oldest: Record<string, string> = {}
  for (const { domain, lastSuccess } of sources) {
    if (!domains.includes(domain) || lastSuccess === null) continue
    if (oldest[domain] === undefined || lastSuccess < oldest[domain]) oldest[domain] = lastSuccess
  }
  return oldest
}

const dayMs = 86_400_000

/** A note for each source that has missed its syncs. */
export const staleNotes = (
  { now, sources }: Pick<Context.Tag.Service<Home>, "sources" | "now">,
  domains: ReadonlyArray<string>
): ReadonlyArray<string> =>
  sources
    .filter(({ domain, stale }) => stale && domains.includes(domain))
    .map(({ lastSuccess, name }) => {
      if (lastSuccess === null) return `stale: ${name} has never been synced; records are missing.`
      const days = Math.floor((now - Date.parse(lastSuccess)) / dayMs)
      return `stale: the last successful sync of ${name} was ${days} days ago; newer records may be missing.`
    })
