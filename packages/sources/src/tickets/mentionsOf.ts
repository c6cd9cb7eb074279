import { type Mention, mention } from "@daybook/core/attending"
import { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import {
  DocumentParser,
  type MailOptions,
  type ParserUnavailable,
  type RefusedMail
} from "../documents/DocumentParser.js"
import { badFile } from "../kit/exportFile/exportPages.js"
import { isOneOf, sellerOf } from "../kit/mentions/sellers.js"
import { cleanName } from "../kit/values.js"
import { forwardMarks, isTicketSubject } from "./query.js"
import { parserVersion } from "./reading/draft.js"

const isForward = new RegExp(`^\\s*(?:${forwardMarks.join("|")})\\s*:`, "i")

const next = "read it in a mail program; if it is a ticket, promote this entry, else reject it"

/**
 * A refused mail waits for review when a person imported it, or its sender or subject suggests a seller's mail. It is
 * not read again until the parser changes.
 */
const refusedMail = (
  { envelope, failure }: RefusedMail,
  { isHandedIn, senders }: MailOptions
): ReadonlyArray<Mention> => {
  if (envelope === null) return []
  const { from, hash, key, sentAt, subject } = envelope
  const isSeller = sellerOf(from) !== null || isOneOf(from, senders)
  if (!isHandedIn && !isSeller && !isForward.test(subject) && !isTicketSubject(subject)) return []
  const reason = `The mail was not read: ${failure.message}. Next: ${next}.`
  return [
    mention({
      key,
      saidAt: sentAt,
      state: "unread",
      title: cleanName(subject),
      evidence: { hash, parser: parserVersion, excerpt: null, reason }
    })
  ]
}

type Mentions = Effect.Effect<ReadonlyArray<Mention>, SourceFailure, DocumentParser>

/** Mentions of events in a raw mail. `senders` are additional sellers. */
export const mentionsOf = (raw: Uint8Array, senders: ReadonlyArray<string> = []): Mentions => read(raw, false, senders)

/** The same for a mail imported by a person: unreadable content is stored for review. */
export const handedIn = (raw: Uint8Array, senders: ReadonlyArray<string> = []): Mentions => read(raw, true, senders)

const read = (raw: Uint8Array, isHandedIn: boolean, senders: ReadonlyArray<string>): Mentions =>
  Effect.gen(function* () {
    const parser = yield* DocumentParser
    const answer = yield* Effect.mapError(parser.mail(raw, { isHandedIn, senders }), unavailable)
    if (!("failure" in answer)) return answer
    const waiting = refusedMail(answer, { isHandedIn, senders })
    const outcome =
      waiting.length > 0 ? "it waits in GET /v1/admin/attending/pending" : "it is not from a seller and was skipped"
    yield* Effect.logWarning(`a mail was not read: ${answer.failure.message}; ${outcome}`)
    return waiting
  })

const unavailable = ({ message }: ParserUnavailable) =>
  new SourceFailure({
    source: "tickets",
    state: "unavailable",
    message,
    next: "sync again; if it fails again, check the log"
  })

/** Mentions of events in a wallet pass; empty when it is not a ticket. */
export const mentionsOfPass = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>, SourceFailure, DocumentParser> =>
  Effect.flatMap(DocumentParser, (parser) => parser.pass(raw)).pipe(
    Effect.mapError((failure) =>
      failure._tag === "ParserUnavailable"
        ? unavailable(failure)
        : badFile(
            "tickets",
            `the pass was not read: ${failure.message}`,
            "open it in a wallet app, and add its event with `daybook import manual FILE`"
          )
    )
  )
