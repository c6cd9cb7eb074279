import { type Mention, completeMention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Cursor, ImportFile, Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect, Layer, Option, Stream } from "effect"
import { DocumentParser } from "../../src/documents/DocumentParser.js"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import * as GoogleCalendar from "../../src/calendar/client.js"
import { settings as calendarSettings } from "../../src/calendar/client.js"
import { exportFile as calendarFile } from "../../src/calendar/exportFile.js"
import * as Feed from "../../src/calendar/feed.js"
import { pullFeeds, pullFeedsDays } from "../../src/calendar/pullFeeds.js"
import { pullGoogle, pullGoogleDays } from "../../src/calendar/pullGoogle.js"
import { exportFile as ticketsFile } from "../../src/tickets/exportFile.js"
import * as Gmail from "../../src/tickets/gmail/client.js"
import { pull as pullGmail, pullDays as gmailDays } from "../../src/tickets/gmail/pull.js"
import { pull as pullImap } from "../../src/tickets/imap/pull.js"
import { settings as ticketsSettings } from "../../src/tickets/settings.js"
import { inThisThread } from "../../../adapters/test/support/inThisThread.js"
import { memoryTokens } from "../support/tokens.js"
import { withoutWaits } from "../support/withoutWaits.js"

/** 21 November 2025 in Los Angeles: the small life is two years old. */
export const today = Date.parse("2025-11-21T08:00:00Z")

/** Runs in the simulated world's time: horizons and overlaps are told from now. */
export const inThatTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  withoutWaits(effect, today)

export type PullDays = (days: Days) => Stream.Stream<Page<Mention>, SourceFailure>
export type Pull = (request: PullRequest) => Stream.Stream<Page<Mention>, SourceFailure>

type Pages<R> = Stream.Stream<Page<Mention>, SourceFailure, R>

/** Documents are read in the test's own thread, so that no test needs a build. */
const parsed = (pages: Pages<DocumentParser>): Pages<never> =>
  Stream.provideService(pages, DocumentParser, inThisThread)

/** Keeps what a source says, as plainly as can be: mentions by key, and where to go on. */
export const shelf = () => {
  const mentions = new Map<string, Mention>()
  let cursor: Option.Option<Cursor> = Option.none()
  const store = (pages: Stream.Stream<Page<Mention>, SourceFailure>, keepsCursor: boolean) => {
    let [added, changed, removed] = [0, 0, 0]
    return Stream.runForEach(pages, (page) =>
      Effect.sync(() => {
        for (const record of page.records) {
          const existing = mentions.get(record.key)
          const one = completeMention(record, existing)
          if (one === null) continue
          if (existing === undefined) added++
          else if (JSON.stringify(existing) !== JSON.stringify(one)) changed++
          mentions.set(one.key, one)
        }
        for (const key of page.deleted) if (mentions.delete(key)) removed++
        if (keepsCursor && Option.isSome(page.cursor)) cursor = page.cursor
      })
    ).pipe(Effect.map(() => [added, changed, removed] as const))
  }
  return {
    mentions,
    sync: (pull: Pull, full = false) => store(pull({ cursor, full }), true),
    /** What a whole pull says, with some trouble first; nothing is kept of it. */
    fullPull: <E>(pull: Pull, trouble: Effect.Effect<unknown, E>) =>
      Effect.zipRight(
        trouble,
        Effect.map(Stream.runCollect(pull({ cursor, full: true })), (pages) => [...pages])
      ),
    import: (pages: Stream.Stream<Page<Mention>, SourceFailure>) => store(pages, false),
    /** Sorted, to be compared. */
    all: () => [...mentions.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }
}

const configured = (settings: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." }))

/** The mail servers' patience, cut short: nothing here takes long. */
export const imapPull = (
  settings: Readonly<Record<string, string>>,
  patience: "2 seconds" | "0 seconds" = "2 seconds"
) =>
  Effect.map(configured(settings)(ticketsSettings.config), (values): Pull => {
    if (values.kind !== "imap") throw new Error("not set up for IMAP")
    return (request) => parsed(pullImap({ ...values.imap, patience: patience as never }, request))
  })

/** The simulated Google of one person without sockets, and both sources before it. */
export const stage = (endsAt = today) =>
  Effect.gen(function* () {
    const { clock, sampleOwner, simulators } = yield* Effect.orDie(
      makeSimulators("http://simulated.example", { endsAt })
    )
    const tokens = yield* Layer.build(memoryTokens)
    const provided = <A, E>(
      effect: Effect.Effect<A, E, HttpClient.HttpClient | Effect.Effect.Context<ReturnType<typeof Gmail.make>>>
    ) => effect.pipe(Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)), Effect.provide(tokens))
    const settings = simulators.google.settings
    const calendarPulls = (more: Readonly<Record<string, string>> = {}) =>
      provided(
        Effect.gen(function* () {
          const values = yield* configured({ ...settings, ...more })(calendarSettings.config)
          if (values.kind === "google") {
            const calendar = yield* GoogleCalendar.make(values)
            return {
              pull: ((request) => parsed(pullGoogle(calendar, request))) satisfies Pull,
              days: ((days) => pullGoogleDays(calendar, days)) satisfies PullDays
            }
          }
          const feeds = yield* Effect.forEach(values.urls, (url, index) => Feed.make(url, index + 1, values.gap))
          return {
            pull: ((request) => parsed(pullFeeds(feeds, request))) satisfies Pull,
            days: ((days) => parsed(pullFeedsDays(feeds, days))) satisfies PullDays
          }
        })
      )
    const gmailPulls = (more: Readonly<Record<string, string>> = {}) =>
      provided(
        Effect.gen(function* () {
          const values = yield* configured({ ...settings, ...more })(ticketsSettings.config)
          if (values.kind !== "gmail") throw new Error("not set up for Gmail")
          const gmail = yield* Gmail.make(values.gmail)
          return {
            pull: ((request) => parsed(pullGmail(gmail, request, values.senders))) satisfies Pull,
            days: ((days) => parsed(gmailDays(gmail, days, values.senders))) satisfies PullDays
          }
        })
      )
    return {
      clock,
      sampleOwner,
      google: simulators.google.control,
      calendarPull: (more?: Readonly<Record<string, string>>) => Effect.map(calendarPulls(more), ({ pull }) => pull),
      calendarDays: (more?: Readonly<Record<string, string>>) => Effect.map(calendarPulls(more), ({ days }) => days),
      gmailPull: (more?: Readonly<Record<string, string>>) => Effect.map(gmailPulls(more), ({ pull }) => pull),
      gmailDays: (more?: Readonly<Record<string, string>>) => Effect.map(gmailPulls(more), ({ days }) => days),
      importIcs: (file: ImportFile) => parsed(calendarFile(file)),
      importMail: (file: ImportFile) => parsed(ticketsFile(file))
    }
  })
