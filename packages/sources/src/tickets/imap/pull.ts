import type { Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Option, Schema, Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"
import { mentionsOf } from "../mentionsOf.js"
import { always } from "../query.js"
import { parserVersion } from "../reading/draft.js"
import * as Imap from "./client.js"

/** The last UID read, valid for the same mailbox and UIDVALIDITY. */
const Cursor = Schema.parseJson(
  Schema.Struct({ mailbox: Schema.String, validity: Schema.String, last: Schema.Number, parser: Schema.Number })
)

const perPage = 20

/**
 * Mails since the last sync; all mails of sellers on the first sync, after a change of UIDVALIDITY, and after a parser
 * change.
 */
export const pull = (
  settings: Imap.ImapSettings,
  { cursor, full }: PullRequest
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const imap = yield* Imap.make(settings)
      const mailbox = yield* imap.mailbox
      const storedCursor = full ? Option.none() : Option.flatMap(cursor, Schema.decodeOption(Cursor))
      const after = Option.match(storedCursor, {
        onNone: () => 0,
        onSome: (one) =>
          one.mailbox === mailbox.path && one.validity === mailbox.validity && one.parser === parserVersion
            ? one.last
            : 0
      })
      return read(imap, settings.senders, yield* imap.search(after, always), (last) =>
        Option.some(
          Schema.encodeSync(Cursor)({ mailbox: mailbox.path, validity: mailbox.validity, last, parser: parserVersion })
        )
      )
    })
  )

/** Mails of some days. */
export const pullDays = (
  settings: Imap.ImapSettings,
  days: Days
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const imap = yield* Imap.make(settings)
      return read(imap, settings.senders, yield* imap.search(0, days), Option.none)
    })
  )

const read = (
  imap: Imap.Imap,
  senders: ReadonlyArray<string>,
  uids: ReadonlyArray<number>,
  cursorAt: (last: number) => Page<Mention>["cursor"]
): Stream.Stream<Page<Mention>, SourceFailure, DocumentParser> =>
  Stream.fromIterable(uids).pipe(
    Stream.grouped(perPage),
    Stream.mapEffect((part) =>
      Effect.gen(function* () {
        const raw = yield* imap.raw([...part])
        const mentions = yield* Effect.forEach(raw, (bytes) => mentionsOf(bytes, senders))
        return {
          records: mentions.flat(),
          deleted: [],
          covers: Option.none(),
          cursor: cursorAt(Chunk.unsafeLast(part)),
          total: Option.none()
        } satisfies Page<Mention>
      })
    )
  )
