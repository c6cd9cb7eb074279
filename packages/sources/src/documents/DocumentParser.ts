import type { Mention } from "@daybook/core/attending"
import type { PageContent } from "@daybook/core/reading"
import { Context, Data, Effect, Layer } from "effect"
import { createRequire } from "node:module"
import { makeThreadPool, type ThreadFailure } from "../threads/ThreadPool.js"
import {
  type DocumentFailure,
  DocumentTooLarge,
  DocumentTooSlow,
  DocumentUnreadable,
  fromMessage,
  heapMegabytes,
  limits
} from "./limits.js"
import type {
  CalendarSummary,
  CalendarWindow,
  DocumentAnswer,
  DocumentPart,
  DocumentRequest,
  Envelope,
  MailOptions
} from "./requests.js"

export type { MailOptions } from "./requests.js"

/** The thread could not start, or the process is ending: the document was not read. */
export class ParserUnavailable extends Data.TaggedError("ParserUnavailable")<{ readonly message: string }> {}

/** A refused mail with its envelope, when known. */
export interface RefusedMail {
  readonly failure: DocumentFailure
  readonly envelope: Envelope | null
}

export interface ReadCalendar extends CalendarSummary {
  readonly mentions: ReadonlyArray<Mention>
}

/** Parsers for each kind of document. */
export interface Parser {
  readonly page: (html: string, url: string) => Effect.Effect<PageContent, DocumentFailure | ParserUnavailable>
  /** Text of an article's HTML; null when empty. */
  readonly article: (html: string) => Effect.Effect<string | null, DocumentFailure | ParserUnavailable>
  /** Mentions in a raw mail. The parser takes ownership of the bytes. */
  readonly mail: (
    raw: Uint8Array,
    options: MailOptions
  ) => Effect.Effect<ReadonlyArray<Mention> | RefusedMail, ParserUnavailable>
  /** Mentions in a wallet pass. The parser takes ownership of the bytes. */
  readonly pass: (raw: Uint8Array) => Effect.Effect<ReadonlyArray<Mention>, DocumentFailure | ParserUnavailable>
  readonly calendar: (
    text: string,
    window: CalendarWindow
  ) => Effect.Effect<ReadCalendar, DocumentFailure | ParserUnavailable>
}

/**
 * Reads untrusted documents: mails, passes, calendars and pages, within limits of bytes, complexity, memory and time.
 */
export class DocumentParser extends Context.Tag("@daybook/sources/DocumentParser")<DocumentParser, Parser>() {}

/** Sends one request and receives its parts. */
type Ask = (
  request: DocumentRequest,
  onPart: (part: DocumentPart) => void
) => Effect.Effect<DocumentAnswer, DocumentFailure | ParserUnavailable>

type AnswerOf<Tag extends DocumentAnswer["_tag"]> = Extract<DocumentAnswer, { readonly _tag: Tag }>

const expect =
  <Tag extends DocumentAnswer["_tag"]>(tag: Tag) =>
  (answer: DocumentAnswer): Effect.Effect<AnswerOf<Tag>, DocumentFailure> => {
    if (answer._tag === "Refused") return fromMessage(answer.failure)
    return answer._tag === tag
      ? Effect.succeed(answer as AnswerOf<Tag>)
      : new DocumentUnreadable({ message: "its parser failed on it" })
  }

const ignore = () => undefined

/** A parser that delegates to a request function. */
export const parserOf = (ask: Ask): Parser => ({
  page: (html, url) =>
    Effect.map(Effect.flatMap(ask({ _tag: "Page", html, url }, ignore), expect("Page")), ({ page }) => page),
  article: (html) =>
    Effect.map(Effect.flatMap(ask({ _tag: "Article", html }, ignore), expect("Article")), ({ text }) => text),
  mail: (raw, options) =>
    Effect.suspend(() => {
      let envelope: Envelope | null = null
      return ask({ _tag: "Mail", raw, ...options }, (part) => {
        if (part._tag === "Envelope") envelope = part.envelope
      }).pipe(
        Effect.flatMap(expect("Mentions")),
        Effect.map(({ mentions }): ReadonlyArray<Mention> | RefusedMail => mentions),
        Effect.catchAll((failure) =>
          failure._tag === "ParserUnavailable" ? failure : Effect.succeed({ failure, envelope })
        )
      )
    }),
  pass: (raw) =>
    Effect.map(Effect.flatMap(ask({ _tag: "Pass", raw }, ignore), expect("Mentions")), ({ mentions }) => mentions),
  calendar: (text, window) =>
    Effect.suspend(() => {
      const mentions: Array<Mention> = []
      return ask({ _tag: "Calendar", text, window }, (part) => {
        if (part._tag === "Mentions") for (const one of part.mentions) mentions.push(one)
      }).pipe(
        Effect.flatMap(expect("Calendar")),
        Effect.map(({ summary }) => ({ ...summary, mentions }))
      )
    })
})

const idleMillis = 15_000

const entry = () => createRequire(import.meta.url).resolve("#documents/worker")

const limitOf = {
  Page: limits.page,
  Article: limits.page,
  Mail: limits.mail,
  Pass: limits.pass,
  Calendar: limits.calendar
}

const failureOf = (failure: ThreadFailure): DocumentFailure | ParserUnavailable => {
  switch (failure.reason) {
    case "slow":
      return new DocumentTooSlow({ message: `${failure.message} to read` })
    case "memory":
      return new DocumentTooLarge({ message: `reading it takes more than ${heapMegabytes} MB of memory` })
    case "failed":
      return new DocumentUnreadable({ message: "its parser failed on it" })
    case "unavailable":
    case "closed":
      return new ParserUnavailable({ message: `documents cannot be read: ${failure.message}` })
  }
}

/** A buffer that nothing else references is transferred to the thread; from a larger one the document is copied. */
const movable = (request: DocumentRequest): ReadonlyArray<ArrayBuffer> =>
  "raw" in request && request.raw.buffer instanceof ArrayBuffer && request.raw.length === request.raw.buffer.byteLength
    ? [request.raw.buffer]
    : []

/** Reads in a thread that starts with the first document and ends when idle. */
export const layer = Layer.scoped(
  DocumentParser,
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() =>
        makeThreadPool<DocumentRequest, DocumentAnswer, DocumentPart>({ entry, size: 1, idleMillis, heapMegabytes })
      ),
      (threads) => Effect.promise(() => threads.close())
    )
    return parserOf((request, onPart) =>
      Effect.tryPromise({
        try: (signal) =>
          pool.ask(request, {
            signal,
            onPart,
            timeLimitMillis: limitOf[request._tag].millis,
            transfer: movable(request)
          }),
        catch: (cause) => failureOf(cause as ThreadFailure)
      })
    )
  })
)
