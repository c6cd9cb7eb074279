import { SourceFailure, failureWith } from "@daybook/core/sync"
import * as HttpClient from "@effect/platform/HttpClient"
import { type Duration, Effect, Either, Redacted } from "effect"
import { createHash, webcrypto } from "node:crypto"
import { PublicClient } from "../fetch/publicClient.js"
import type { CalendarWindow } from "../documents/requests.js"
import { DocumentParser, type ReadCalendar } from "../documents/DocumentParser.js"
import type { Span } from "../kit/ics/calendarFile.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"

/** Cache validators of the last download. */
export interface FeedVersion {
  readonly etag: string | null
  readonly modified: string | null
  /** SHA-256 and reason of a refused calendar, so that it is not parsed again. */
  readonly refused?: { readonly hash: string; readonly message: string } | undefined
}

/** The parsed feed, or why it was refused. */
export type FeedContent =
  | { readonly file: ReadCalendar; readonly version: FeedVersion }
  | { readonly refusal: SourceFailure; readonly version: FeedVersion }

/** One calendar feed. Its URL is a secret. */
export interface Feed {
  /** Stable for the same URL. */
  readonly id: string
  /** Null when unchanged. */
  readonly read: (
    previous: FeedVersion | null,
    now: number,
    span?: Span
  ) => Effect.Effect<FeedContent | null, SourceFailure, DocumentParser>
}

const maxRedirects = 5

export const make = (
  url: Redacted.Redacted,
  place: number,
  gap: Duration.Duration
): Effect.Effect<Feed, never, HttpClient.HttpClient> =>
  Effect.map(Effect.context<HttpClient.HttpClient>(), (context) => {
    const name = `the calendar feed ${place}`
    const hostname = (address: string) => new URL(address).hostname
    /** The owner's server may be in a private network. Another one, to which it redirects, may not. */
    const withClient =
      (address: string) =>
      <A, E>(call: Effect.Effect<A, E, HttpClient.HttpClient>) =>
        hostname(address) === hostname(Redacted.value(url))
          ? call
          : Effect.flatMap(PublicClient, (client) => Effect.provideService(call, HttpClient.HttpClient, client))
    const ask = (address: string, previous: FeedVersion | null) =>
      Effect.flatMap(
        Provider.make({
          source: "calendar",
          name,
          baseUrl: address,
          gap,
          advice,
          judge,
          headers: { accept: "text/calendar, */*;q=0.5" }
        }),
        (provider) =>
          provider.read({ query: () => ({}), headers: conditions(previous) }, (answer) => readFeed(answer, address))
      ).pipe(withClient(address), Effect.provide(context), Effect.mapError(withoutHost))
    const follow = (
      address: string,
      previous: FeedVersion | null,
      left: number
    ): Effect.Effect<FeedDownload | null, SourceFailure> =>
      Effect.flatMap(ask(address, previous), (result) =>
        result === null || !("redirectTo" in result)
          ? Effect.succeed(result)
          : left === 0
            ? tooManyRedirects(name)
            : follow(result.redirectTo, previous, left - 1)
      )
    return {
      id: createHash("sha256").update(Redacted.value(url)).digest("hex").slice(0, 16),
      read: (previous, now, span = {}) =>
        Effect.flatMap(follow(Redacted.value(url), previous, maxRedirects), (result) =>
          result === null
            ? Effect.succeed(unchangedContent(previous, name))
            : parseFeed(result, previous, name, { now, ...span })
        )
    }
  })

/** The address is a secret, and its host a part of it. */
const withoutHost = (failure: SourceFailure): SourceFailure =>
  failure.answer === undefined ? failure : failureWith(failure, { answer: { ...failure.answer, host: "its host" } })

const tooManyRedirects = (name: string) =>
  new SourceFailure({
    source: "calendar",
    state: "bad_answer",
    message: `${name} redirects too often`,
    next: advice.not_found
  })

const conditions = (previous: FeedVersion | null): Readonly<Record<string, string>> => ({
  ...(previous?.etag == null ? {} : { "if-none-match": previous.etag }),
  ...(previous?.modified == null ? {} : { "if-modified-since": previous.modified })
})

const redirects = [301, 302, 303, 307, 308]

const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 304 || redirects.includes(answer.status) ? Verdict.good : Verdict.ofStatus(answer)

const advice = {
  unauthorized: "copy the feed's address again and set DAYBOOK_CALENDAR_ICS_URL",
  forbidden: "copy the feed's address again and set DAYBOOK_CALENDAR_ICS_URL",
  not_found: "copy the feed's address again and set DAYBOOK_CALENDAR_ICS_URL"
}

interface FeedDownload {
  readonly text: string
  readonly version: FeedVersion
}

type FeedAnswer = FeedDownload | { readonly redirectTo: string } | null

/** An unchanged calendar that was refused stays refused. */
const unchangedContent = (previous: FeedVersion | null, name: string): FeedContent | null =>
  previous?.refused === undefined ? null : { refusal: refusal(name, previous.refused.message), version: previous }

const refusal = (name: string, message: string) =>
  new SourceFailure({
    source: "calendar",
    state: "bad_answer",
    message: `${name} was not read: ${message}`,
    next: "make the calendar smaller, or leave it out of DAYBOOK_CALENDAR_ICS_URL; `daybook sync calendar --full` reads it again"
  })

const hashOf = (text: string) =>
  Effect.map(
    Effect.promise(() => webcrypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (digest) => Buffer.from(digest).toString("hex")
  )

const parseFeed = (
  { text, version }: FeedDownload,
  previous: FeedVersion | null,
  name: string,
  window: CalendarWindow
) =>
  Effect.gen(function* () {
    if (previous?.refused !== undefined && previous.refused.hash === (yield* hashOf(text))) {
      return {
        refusal: refusal(name, previous.refused.message),
        version: { ...version, refused: previous.refused }
      } satisfies FeedContent
    }
    const parser = yield* DocumentParser
    return yield* parser.calendar(text, window).pipe(
      Effect.map((file): FeedContent => ({ file, version })),
      Effect.catchAll((failure) =>
        failure._tag === "ParserUnavailable"
          ? new SourceFailure({
              source: "calendar",
              state: "unavailable",
              message: failure.message,
              next: "sync again; if it fails again, check the log"
            })
          : Effect.map(hashOf(text), (hash): FeedContent => ({
              refusal: refusal(name, failure.message),
              version: { ...version, refused: { hash, message: failure.message } }
            }))
      )
    )
  })

/** The content type is not reliable. A calendar without an END line was truncated. */
const readFeed = (answer: Answer, from: string): Either.Either<FeedAnswer, string> => {
  if (answer.status === 304) return Either.right(null)
  if (redirects.includes(answer.status)) return redirectOf(answer, from)
  const marks = answer.text.match(/(?:BEGIN|END):VCALENDAR/gi) ?? []
  const begun = marks.filter((mark) => /^b/i.test(mark)).length
  if (begun === 0) return Either.left("answers with something that is not a calendar")
  if (marks.length < 2 * begun) return Either.left("answers with a truncated calendar")
  return Either.right({
    text: answer.text,
    version: { etag: answer.headers["etag"] ?? null, modified: answer.headers["last-modified"] ?? null }
  })
}

const redirectOf = (answer: Answer, from: string): Either.Either<FeedAnswer, string> => {
  const location = answer.headers["location"] ?? ""
  if (!URL.canParse(location, from)) return Either.left("redirects without a valid address")
  const to = new URL(location, from)
  return to.protocol === "https:" || to.protocol === new URL(from).protocol
    ? Either.right({ redirectTo: to.href })
    : Either.left("redirects to an address without encryption")
}
