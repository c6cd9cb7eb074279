import { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { type Duration, Effect, Either, Redacted } from "effect"
import { createHash } from "node:crypto"
import { type CalendarFile, calendarFile } from "../ics/index.js"
import { type Answer, Provider, Verdict } from "../provider/index.js"

/** Where a feed was last time, in the provider's own words. */
export interface Version {
  readonly etag: string | null
  readonly modified: string | null
}

/** One calendar feed. Its address is a secret. */
export interface Feed {
  /** The same for the same address. */
  readonly id: string
  /** Null where it is as it was. */
  readonly read: (known: Version | null, now: number) => Effect.Effect<{ readonly file: CalendarFile; readonly version: Version } | null, SourceFailure>
}

const mostRedirects = 5

export const make = (url: Redacted.Redacted, place: number, gap: Duration.Duration): Effect.Effect<Feed, never, HttpClient.HttpClient> =>
  Effect.map(Effect.context<HttpClient.HttpClient>(), (context) => {
    const name = `the calendar feed ${place}`
    const ask = (address: string, known: Version | null, now: number) =>
      Effect.flatMap(
        Provider.make({ source: "calendar", name, baseUrl: address, gap, advice, judge, headers: { accept: "text/calendar, */*;q=0.5" } }),
        (provider) => provider.read({ query: () => ({}), headers: conditions(known) }, (answer) => readFeed(answer, address, now))
      ).pipe(Effect.provide(context))
    const follow = (address: string, known: Version | null, now: number, left: number): ReturnType<Feed["read"]> =>
      Effect.flatMap(ask(address, known, now), (found) =>
        found === null || !("elsewhere" in found) ? Effect.succeed(found) : left === 0 ? endless(name) : follow(found.elsewhere, known, now, left - 1))
    return {
      id: createHash("sha256").update(Redacted.value(url)).digest("hex").slice(0, 16),
      read: (known, now) => follow(Redacted.value(url), known, now, mostRedirects)
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

type Read = { readonly file: CalendarFile; readonly version: Version } | { readonly elsewhere: string } | null

/** The kind that the answer says it is of is not to be relied on. A calendar that ends too early was cut. */
const readFeed = (answer: Answer, from: string, now: number): Either.Either<Read, string> => {
  if (answer.status === 304) return Either.right(null)
  if (redirects.includes(answer.status)) return redirected(answer, from)
  const file = calendarFile(answer.text, now)
  if (!file.isCalendar) return Either.left("answers with something that is no calendar")
  if (!file.isWhole) return Either.left("answers with a calendar that is cut short")
  return Either.right({ file, version: { etag: answer.headers["etag"] ?? null, modified: answer.headers["last-modified"] ?? null } })
}

const redirected = (answer: Answer, from: string): Either.Either<Read, string> => {
  const location = answer.headers["location"] ?? ""
  if (!URL.canParse(location, from)) return Either.left("points elsewhere, but not where")
  const to = new URL(location, from)
  return to.protocol === "https:" || to.protocol === new URL(from).protocol ? Either.right({ elsewhere: to.href }) : Either.left("points to an address without encryption")
}
