import type { Mention } from "@daybook/core/attending"
import { SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import { DocumentParser, type ParserUnavailable } from "../../documents/DocumentParser.js"
import { badFile } from "../archive/exportPages.js"
import { refusedMail } from "./reading/refused.js"

/** What a raw message says of events, whichever road it came by. */
export const mentionsOf = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>, SourceFailure, DocumentParser> => read(raw, false)

/** The same for one that somebody handed in by itself: it is about an event, whoever sent it. */
export const handedIn = (raw: Uint8Array): Effect.Effect<ReadonlyArray<Mention>, SourceFailure, DocumentParser> => read(raw, true)

const read = (raw: Uint8Array, isHandedIn: boolean) =>
  Effect.gen(function*() {
    const parser = yield* DocumentParser
    const answer = yield* Effect.mapError(parser.mail(raw, isHandedIn), unavailable)
    if (!("failure" in answer)) return answer
    const waiting = refusedMail(answer, isHandedIn)
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
