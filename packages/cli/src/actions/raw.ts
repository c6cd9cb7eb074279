import { rawLayer } from "@daybook/adapters/raw"
import { RawStore, rawPayloadView, rawTotalsView } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { Usage } from "../failures.js"
import { idReader } from "../ids.js"
import * as print from "../print.js"
import { forPeople, plain } from "../text.js"

interface JsonOption {
  readonly json: boolean
}

/** Maximum number of payloads in a list. */
const maxPayloads = 1_000

interface ListOptions extends JsonOption {
  readonly source: Option.Option<string>
  readonly key: Option.Option<string>
}

export const list = ({ json, key, source }: ListOptions) =>
  Effect.gen(function* () {
    const { list } = yield* RawStore
    const payloads = yield* list({
      source: Option.getOrUndefined(source),
      key: Option.getOrUndefined(key),
      limit: maxPayloads
    })
    const rows = payloads.map(rawPayloadView)
    yield* print.answer(json, rows, () =>
      print.table(
        ["id", "source", "last", "times", "bytes", "what", "why"],
        rows.map((row) => [
          row.id,
          row.source,
          forPeople(row.last_at),
          row.times,
          row.size_bytes,
          plain(row.key),
          plain(row.reason)
        ])
      )
    )
  }).pipe(Effect.provide(rawLayer))

export const stats = ({ json }: JsonOption) =>
  Effect.gen(function* () {
    const rows = (yield* Effect.flatMap(RawStore, ({ totals }) => totals)).map(rawTotalsView)
    yield* print.answer(json, rows, () =>
      print.table(
        ["source", "payloads", "stored bytes", "oldest", "newest"],
        rows.map((row) => [
          row.source,
          row.payloads,
          row.stored_bytes,
          forPeople(row.oldest_at),
          forPeople(row.newest_at)
        ])
      )
    )
  }).pipe(Effect.provide(rawLayer))

const idOf = idReader("raw payload", "raw")

/** Exactly the bytes for a file or a program. A terminal must not obey what a provider sent. */
const write = (bytes: Uint8Array) =>
  Effect.sync(() => {
    const isForPeople = process.stdout.isTTY
    process.stdout.write(
      isForPeople
        ? Buffer.from(bytes)
            .toString()
            .replace(/[^\P{C}\n\t]/gu, "")
        : bytes
    )
  })

export const show = ({ id: text }: { readonly id: string }) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    const payload = yield* Effect.provide(
      Effect.flatMap(RawStore, ({ get }) => get(id)),
      rawLayer
    )
    if (Option.isNone(payload))
      return yield* new Usage({ message: `there is no raw payload ${id}: \`daybook raw list\` lists them` })
    const { bytes, isCut } = payload.value
    yield* write(bytes)
    if (isCut) yield* print.note("only the beginning is stored: the answer was larger than 8 MB")
  })

interface PurgeOptions extends JsonOption {
  readonly source: string
}

export const purge = ({ json, source }: PurgeOptions) =>
  Effect.gen(function* () {
    const deleted = yield* Effect.provide(
      Effect.flatMap(RawStore, ({ purge }) => purge(source)),
      rawLayer
    )
    yield* print.answer(json, { source, deleted }, () =>
      print.line(`${deleted} raw ${deleted === 1 ? "payload" : "payloads"} of ${plain(source)} deleted`)
    )
  })
