import type { Mention } from "@daybook/core/attending"
import { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import { DocumentParser, type ParserUnavailable } from "../../documents/DocumentParser.js"
import { badFile } from "../archive/exportPages.js"
import { refusedMail } from "./reading/refused.js"

type Mentions = Effect.Effect<ReadonlyArray<Mention>, SourceFailure, DocumentParser>

/** What a raw message says of events, wherever it came from. `senders` are sellers besides the known ones. */
export const mentionsOf = (raw: Uint8Array, senders: ReadonlyArray<string> = []): Mentions => read(raw, false, senders)

/** The same for one that somebody handed in by itself: what nobody understands in it is kept for review. */
export const handedIn = (raw: Uint8Array, senders: ReadonlyArray<string> = []): Mentions => read(raw, true, senders)

const read = (raw: Uint8Array, isHandedIn: boolean, senders: ReadonlyArray<string>): Mentions =>
  Effect.gen(function*() {
    const parser = yield* DocumentParser
    const answer = yield* Effect.mapError(parser.mail(raw, { isHandedIn, senders }), unavailable)
    if (!("failure" in answer)) return answer
    const waiting = refusedMail(answer, { isHandedIn, senders })
    const outcome = waiting.length > 0 ? "it waits in GET /v1/admin/attending/pending" : "it is from no seller and was left out"
    yield* Effect.logWarning(`a mail was not read: ${answer.failure.message}; ${outcome}`)
    return waiting
  })

const unavailable = ({ message }: ParserUnavailable) =>
  new SourceFailure({ source: "tickets", state: "unavailable", message, next: "sync again; if it fails again, look into the log" })

/** What a pass for a wallet says; nothing where it is no ticket. */
export const mentionsOfPass = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>, SourceFailure, DocumentParser> =>
  Effect.flatMap(DocumentParser, (parser) => parser.pass(raw)).pipe(
    Effect.mapError((failure) =>
      failure._tag === "ParserUnavailable"
        ? unavailable(failure)
        : badFile("tickets", `the pass was not read: ${failure.message}`, "look at it in a wallet, and add its event with `daybook import manual FILE`"))
  )
