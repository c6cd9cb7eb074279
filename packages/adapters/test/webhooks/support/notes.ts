import { BadInput, type StorageFailure } from "@daybook/core/shared"
import { type Page, type DomainWriter, provide, source, SourceFailure, SyncEngine } from "@daybook/core/sync"
import {
  provideReceiver,
  receiver,
  Receivers,
  Refused,
  type VerifiedRequest,
  type WebhookRequest,
  Webhooks
} from "@daybook/core/webhooks"
import { SqlClient } from "@effect/sql"
import { Effect, Either, Layer, Option, Schema, Stream } from "effect"
import * as Inbox from "../../../src/postgres/Inbox.js"
import * as SyncStore from "../../../src/postgres/SyncStore.js"
import * as Transaction from "../../../src/postgres/Transaction.js"
import * as Versions from "../../../src/postgres/Versions.js"
import { storage } from "../../../src/postgres/storage.js"

/** A record of the test provider: a note by id. */
export interface Note {
  readonly id: string
  readonly text: string
}

/** A provider of notes that announces them by webhook. */
export interface Notes {
  /** Reads a note, like an API call. */
  readonly read: (id: string) => Effect.Effect<Option.Option<Note>, SourceFailure>
  /** Runs while a request is verified. */
  readonly verifying: Effect.Effect<void>
}

const Sent = Schema.parseJson(
  Schema.Struct({
    id: Schema.String,
    aspect: Schema.String,
    at: Schema.Number,
    owner: Schema.Number,
    text: Schema.optional(Schema.String)
  })
)

export const owner = 28684

const verify =
  (notes: Notes) =>
  (request: WebhookRequest): Effect.Effect<VerifiedRequest, BadInput | Refused> =>
    Effect.gen(function* () {
      yield* notes.verifying
      if (Option.getOrNull(request.secret) !== "s3cret") return yield* new Refused({ why: "another secret" })
      const sent = Either.getOrUndefined(Schema.decodeUnknownEither(Sent)(request.text))
      if (sent === undefined) return yield* new BadInput({ message: "the body is no event" })
      const reply = { status: "ok" }
      return sent.owner === owner
        ? { reply, events: [{ key: `${sent.id}:${sent.aspect}:${sent.at}`, payload: sent.id }] }
        : { reply, events: [] }
    })

const id = "notes"
type Sql = SqlClient.SqlClient

/** Notes in a table of their own. */
const writer: DomainWriter<Note, Sql> = {
  domain: "reading",
  apply: (_, page) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      storage("notes.apply")(
        Effect.gen(function* () {
          const existingNotes = yield* sql<{ id: string; text: string }>`SELECT id, text FROM notes`
          const textOf = new Map(existingNotes.map((note) => [note.id, note.text]))
          for (const note of page.records) {
            yield* sql`INSERT INTO notes (id, text) VALUES (${note.id}, ${note.text}) ON CONFLICT (id) DO UPDATE SET text = EXCLUDED.text, written = notes.written + 1`
          }
          return {
            added: page.records.filter((note) => !textOf.has(note.id)).length,
            changed: page.records.filter((note) => textOf.has(note.id) && textOf.get(note.id) !== note.text).length,
            present: page.records.filter((note) => textOf.has(note.id)).map((note) => note.id),
            missing: page.deleted.filter((key) => textOf.has(key))
          }
        })
      )
    ),
  remove: (_, keys) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      storage("notes.remove")(
        Effect.map(sql`DELETE FROM notes WHERE id = ANY(${[...keys]}::text[]) RETURNING id`, (rows) => rows.length)
      )
    ),
  count: () =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      storage("notes.count")(Effect.map(sql<{ n: number }>`SELECT count(*)::int AS n FROM notes`, ([row]) => row!.n))
    ),
  recount: Effect.void
}

const pageOf = (key: string, note: Option.Option<Note>): Page<Note> => ({
  records: Option.toArray(note),
  deleted: Option.isNone(note) ? [key] : [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
})

export const table: Effect.Effect<void, StorageFailure, Sql> = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  storage("notes.table")(
    Effect.asVoid(
      sql`CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY, text text NOT NULL, written integer NOT NULL DEFAULT 1)`
    )
  )
)

/** A sync that ends on demand and blocks other work of the source. */
export const longSync = (until: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Sql>()
    const pages = Stream.drain(Stream.fromEffect(until))
    return provide(
      source<Note, Sql>({ id, writer, syncType: "notes", pull: () => pages, importFile: Option.none() }),
      context
    )
  })

/** Webhooks of the notes over the current database. */
export const webhooks = (notes: Notes) => {
  const slots = Effect.map(Effect.context<Sql>(), (context) => {
    const entry = {
      receiver: provideReceiver(
        receiver<Note, Sql>({
          source: id,
          writer,
          verify: verify(notes),
          handle: ({ payload }) => Stream.fromEffect(Effect.map(notes.read(payload), (note) => pageOf(payload, note)))
        }),
        context
      ),
      source: provide(
        source<Note, Sql>({ id, writer, syncType: "notes", pull: () => Stream.empty, importFile: Option.none() }),
        context
      )
    }
    return [{ source: id, current: () => entry }]
  })
  return Webhooks.Default.pipe(
    Layer.provideMerge(SyncEngine.Default),
    Layer.provideMerge(
      Layer.mergeAll(Inbox.layer, SyncStore.layer, Transaction.layer, Versions.dataVersions).pipe(
        Layer.provide(Versions.layer)
      )
    ),
    Layer.provide(Layer.effect(Receivers, slots))
  )
}

export const requestOf = (sent: typeof Sent.Type | string, secret = "s3cret"): WebhookRequest => ({
  method: "POST",
  secret: Option.some(secret),
  query: {},
  text: typeof sent === "string" ? sent : JSON.stringify(sent),
  fields: {}
})

/** The stored rows, by id. */
export const storedNotes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<Note>`SELECT id, text FROM notes ORDER BY id`, (rows) =>
    rows.map((row) => [row.id, row.text] as const)
  )
)

export const inbox = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{
      key: string
      state: string
      attempts: number
      reason: string | null
    }>`SELECT key, state, attempts, reason FROM webhook_events ORDER BY id`,
    (rows) => rows
  )
)

export const unavailable = new SourceFailure({
  source: id,
  state: "unavailable",
  message: "Notes failed (HTTP 503)",
  next: "later"
})
