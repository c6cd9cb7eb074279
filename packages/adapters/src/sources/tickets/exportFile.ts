import type { Mention } from "@daybook/core/attending"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { badFile, exportPages } from "../archive/exportPages.js"
import * as Zip from "../archive/Zip.js"
import { messages } from "./mbox.js"
import { handedIn, mentionsOf, mentionsOfPass } from "./mentionsOf.js"
import { ticketSenders } from "./settings.js"

/** Bytes. */
const largestMail = 40 * 1_048_576
const largestPass = 10 * 1_048_576
const perPage = 100

/** A mail as a program saves it (`.eml`), a mailbox of them (`.mbox`), the zip of either that Google Takeout makes, or a pass for a wallet (`.pkpass`). */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrap(Effect.gen(function*() {
    const mentions = yield* mentionsIn(file)
    return exportPages(mentions, () => ({ good: 1, broken: 0 }), { source: "tickets", file, perPage })
  }))

const mentionsIn = (file: ImportFile): Effect.Effect<Stream.Stream<Mention, SourceFailure, DocumentParser>, SourceFailure, DocumentParser> =>
  Effect.gen(function*() {
    const senders = yield* Effect.mapError(ticketSenders, (error) => badFile("tickets", String(error), "correct the setting"))
    if (/\.pkpass$/i.test(file.name)) {
      const mentions = file.size > largestPass ? [] : yield* mentionsOfPass(yield* file.slice(0, file.size))
      return mentions.length === 0 ? yield* foreign(file) : Stream.fromIterable(mentions)
    }
    if (/\.zip$/i.test(file.name)) {
      const entries = (yield* Zip.entries(file, "tickets")).filter(({ name }) => /\.(eml|mbox)$/i.test(name))
      if (entries.length === 0) return yield* foreign(file)
      return Stream.flatMap(Stream.fromIterable(entries), (entry) => ofMails(entry.name, Zip.open(file, "tickets", entry), senders))
    }
    const head = Buffer.from(yield* file.slice(0, Math.min(file.size, 4_096))).toString("latin1")
    const isBox = /^From \S/.test(head)
    if (!isBox && (!/^[\w-]+:/m.test(head) || file.size > largestMail)) return yield* foreign(file)
    return ofMails(isBox ? "mails.mbox" : "mail.eml", file.stream, senders)
  })

const ofMails = (
  name: string,
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  senders: ReadonlyArray<string>
): Stream.Stream<Mention, SourceFailure, DocumentParser> =>
  /\.mbox$/i.test(name)
    ? messages(bytes).pipe(Stream.mapEffect((raw) => mentionsOf(raw, senders)), Stream.mapConcat((mentions) => mentions))
    : Stream.unwrap(Effect.map(Stream.runCollect(Stream.takeWhile(bytes, within(largestMail))), (parts) =>
      Stream.fromIterableEffect(handedIn(new Uint8Array(Buffer.concat([...parts])), senders))))

/** True until so many bytes have come. */
const within = (most: number) => {
  let size = 0
  return (part: Uint8Array) => (size += part.length) <= most
}

const foreign = (file: ImportFile) => badFile("tickets", `${file.name} is no mail or ticket`, "give an .eml file, an .mbox file, a zip of such files, or a .pkpass file")
