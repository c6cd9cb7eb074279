import { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { type Duration, Effect, Either, Redacted } from "effect"
import { createHash, webcrypto } from "node:crypto"
import type { CalendarWindow } from "../../documents/requests.js"
import { DocumentParser, type ReadCalendar } from "../../documents/DocumentParser.js"
import type { Span } from "../ics/index.js"
import { type Answer, Provider, Verdict } from "../provider/index.js"

/** Where a feed was last time, in the provider's own words. */
export interface Version {
  readonly etag: string | null
  readonly modified: string | null
  /** Of a calendar that was refused: its SHA-256 and why, so that the same one is not read again. */
  readonly refused?: { readonly hash: string; readonly message: string } | undefined
}

/** What a feed holds, or why that was not read. */
export type FeedContent = { readonly file: ReadCalendar; readonly version: Version } | { readonly refusal: SourceFailure; readonly version: Version }

/** One calendar feed. Its address is a secret. */
export interface Feed {
  /** The same for the same address. */
  readonly id: string
  /** Null where it is as it was. */
  readonly read: (known: Version | null, now: number, span?: Span) => Effect.Effect<FeedContent | null, SourceFailure, DocumentParser>
}

const mostRedirects = 5

export const make = (url: Redacted.Redacted, place: number, gap: Duration.Duration): Effect.Effect<Feed, never, HttpClient.HttpClient> =>
  Effect.map(Effect.context<HttpClient.HttpClient>(), (context) => {
    const name = `the calendar feed ${place}`
    const ask = (address: string, known: Version | null) =>
      Effect.flatMap(
        Provider.make({ source: "calendar", name, baseUrl: address, gap, advice, judge, headers: { accept: "text/calendar, */*;q=0.5" } }),
        (provider) => provider.read({ query: () => ({}), headers: conditions(known) }, (answer) => readFeed(answer, address))
      ).pipe(Effect.provide(context))
    const follow = (address: string, known: Version | null, left: number): Effect.Effect<Downloaded | null, SourceFailure> =>
      Effect.flatMap(ask(address, known), (found) =>
        found === null || !("elsewhere" in found) ? Effect.succeed(found) : left === 0 ? endless(name) : follow(found.elsewhere, known, left - 1))
    return {
      id: createHash("sha256").update(Redacted.value(url)).digest("hex").slice(0, 16),
      read: (known, now, span = {}) =>
        Effect.flatMap(follow(Redacted.value(url), known, mostRedirects), (found) =>
          found === null ? Effect.succeed(unchanged(known, name)) : parsed(found, known, name, { now, ...span }))
    }
  })

const endless = (name: string) =>
  new SourceFailure({ source: "calendar", state: "bad_answer", message: `${name} points elsewhere again and again`, next: advice.not_found })

const conditions = (known: Version | null): Readonly<Record<string, string>> => ({
  ...(known?.etag == null ? {} : { "if-none-match": known.etag }),
  ...(known?.modified == null ? {} : { "if-modified-since": known.modified })
})

const redirects = [301, 302, 303, 307, 308]

const judge = (answer: Answer): Verdict.Verdict => answer.status === 304 || redirects.includes(answer.status) ? Verdict.good : Verdict.ofStatus(answer)

const advice = {
  unauthorized: "get the feed's address anew and set DAYBOOK_CALENDAR_ICS_URL",
  forbidden: "get the feed's address anew and set DAYBOOK_CALENDAR_ICS_URL",
  not_found: "get the feed's address anew and set DAYBOOK_CALENDAR_ICS_URL"
}

interface Downloaded {
  readonly text: string
  readonly version: Version
}

type Read = Downloaded | { readonly elsewhere: string } | null

/** A calendar that was refused stays so for as long as it does not change. */
const unchanged = (known: Version | null, name: string): FeedContent | null =>
  known?.refused === undefined ? null : { refusal: refusal(name, known.refused.message), version: known }

const refusal = (name: string, message: string) =>
  new SourceFailure({
    source: "calendar",
    state: "bad_answer",
    message: `${name} was not read: ${message}`,
    next: "make the calendar smaller, or leave it out of DAYBOOK_CALENDAR_ICS_URL; `daybook sync calendar --full` reads it again"
  })

const hashOf = (text: string) =>
  Effect.map(Effect.promise(() => webcrypto.subtle.digest("SHA-256", new TextEncoder().encode(text))), (digest) => Buffer.from(digest).toString("hex"))

const parsed = ({ text, version }: Downloaded, known: Version | null, name: string, window: CalendarWindow) =>
  Effect.gen(function*() {
    if (known?.refused !== undefined && known.refused.hash === (yield* hashOf(text))) {
      return { refusal: refusal(name, known.refused.message), version: { ...version, refused: known.refused } } satisfies FeedContent
    }
    const parser = yield* DocumentParser
    return yield* parser.calendar(text, window).pipe(
      Effect.map((file): FeedContent => ({ file, version })),
      Effect.catchAll((failure) =>
        failure._tag === "ParserUnavailable"
          ? new SourceFailure({ source: "calendar", state: "unavailable", message: failure.message, next: "sync again; if it fails again, look into the log" })
          : Effect.map(hashOf(text), (hash): FeedContent => ({ refusal: refusal(name, failure.message), version: { ...version, refused: { hash, message: failure.message } } })))
    )
  })

/** The kind that the answer says it is of is not to be relied on. A calendar that ends too early was cut. */
const readFeed = (answer: Answer, from: string): Either.Either<Read, string> => {
  if (answer.status === 304) return Either.right(null)
  if (redirects.includes(answer.status)) return redirected(answer, from)
  const marks = answer.text.match(/(?:BEGIN|END):VCALENDAR/gi) ?? []
  const begun = marks.filter((mark) => /^b/i.test(mark)).length
  if (begun === 0) return Either.left("answers with something that is no calendar")
  if (marks.length < 2 * begun) return Either.left("answers with a calendar that is cut short")
  return Either.right({ text: answer.text, version: { etag: answer.headers["etag"] ?? null, modified: answer.headers["last-modified"] ?? null } })
}

const redirected = (answer: Answer, from: string): Either.Either<Read, string> => {
  const location = answer.headers["location"] ?? ""
  if (!URL.canParse(location, from)) return Either.left("points elsewhere, but not where")
  const to = new URL(location, from)
  return to.protocol === "https:" || to.protocol === new URL(from).protocol ? Either.right({ elsewhere: to.href }) : Either.left("points to an address without encryption")
}
