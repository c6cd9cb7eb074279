import type { Mention } from "@daybook/core/attending"
import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import type { DocumentParser } from "../documents/DocumentParser.js"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { openSample } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { messages } from "./mail/mbox.js"
import { handedIn, mentionsOf, mentionsOfPass } from "./mentionsOf.js"
import { ticketSenders } from "./settings.js"

/** Bytes. */
const maxMailBytes = 40 * 1_048_576
const maxPassBytes = 10 * 1_048_576
const perPage = 100

/** A saved mail (`.eml`), a mailbox (`.mbox`), the zip of either from Google Takeout, or a wallet pass (`.pkpass`). */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const tally = makeTally()
      const mentions = yield* mentionsIn(file, tally.cutShort)
      return exportPages(
        Stream.tap(mentions, () => Effect.sync(tally.read)),
        tally.tally,
        { source: "tickets", file, perPage }
      )
    })
  )

/** Every wallet pass has this file at its root. */
const isPass = (name: string) => name === "pass.json"
const isMail = (name: string) => /\.(eml|mbox)$/i.test(name)

const mailHeader =
  /^(?:from|to|subject|date|received|message-id|mime-version|return-path|delivered-to|content-type|reply-to)[ \t]*:/gim

/** Recognises mailboxes, mails by two headers that mails have, wallet passes, and archives of mails. */
export const recognise: Recognise = ({ entries, text }) => {
  if (entries !== null) return entries.some((name) => isPass(name) || isMail(name))
  const [head = ""] = text.replace(/^\s+/, "").split(/\r?\n\r?\n/, 1)
  return /^From \S/.test(head) || (/^[\w-]+[ \t]*:/.test(head) && (head.match(mailHeader) ?? []).length >= 2)
}

const mentionsIn = (
  file: ImportFile,
  cutShort: (where: string) => void
): Effect.Effect<Stream.Stream<Mention, SourceFailure, DocumentParser>, SourceFailure, DocumentParser> =>
  Effect.gen(function* () {
    const senders = yield* Effect.mapError(ticketSenders.config, (error) =>
      badFile("tickets", String(error), "correct the setting")
    )
    const { archive, sample } = yield* openSample(file, "tickets")
    if (!recognise(sample))
      return yield* archive === null || archive.cut === null
        ? foreign(file)
        : Zip.cutShort(file, "tickets", archive.cut)
    if (archive?.files.some(({ name }) => isPass(name)) === true) {
      const mentions = file.size > maxPassBytes ? [] : yield* mentionsOfPass(yield* file.slice(0, file.size))
      return mentions.length === 0 ? yield* unreadablePass(file) : Stream.fromIterable(mentions)
    }
    if (archive !== null) {
      const { cut, files } = archive
      const entries = files.filter(({ name }) => isMail(name))
      if (cut !== null) cutShort(cut)
      return Stream.flatMap(Stream.fromIterable(entries), (entry) =>
        ofMails(entry.name, Zip.open(file, "tickets", entry), senders)
      )
    }
    const isBox = /^\s*From \S/.test(sample.text)
    if (!isBox && file.size > maxMailBytes) return yield* foreign(file)
    return ofMails(isBox ? "mails.mbox" : "mail.eml", file.stream, senders)
  })

const ofMails = (
  name: string,
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  senders: ReadonlyArray<string>
): Stream.Stream<Mention, SourceFailure, DocumentParser> =>
  /\.mbox$/i.test(name)
    ? messages(bytes).pipe(
        Stream.mapEffect((raw) => mentionsOf(raw, senders)),
        Stream.mapConcat((mentions) => mentions)
      )
    : Stream.unwrap(
        Effect.map(Stream.runCollect(Stream.takeWhile(bytes, within(maxMailBytes))), (parts) =>
          Stream.fromIterableEffect(handedIn(new Uint8Array(Buffer.concat([...parts])), senders))
        )
      )

/** True until the limit of bytes is exceeded. */
const within = (maxBytes: number) => {
  let size = 0
  return (part: Uint8Array) => (size += part.length) <= maxBytes
}

const unreadablePass = (file: ImportFile) =>
  badFile("tickets", `${file.name} holds a pass that cannot be read`, "import the .pkpass file as it came")

const foreign = (file: ImportFile) =>
  badFile(
    "tickets",
    `${file.name} is not a mail or a ticket`,
    "import an .eml file, an .mbox file, a zip of such files, or a .pkpass file"
  )
