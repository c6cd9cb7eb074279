import { correctionsLayer } from "@daybook/adapters/corrections"
import {
  type CorrectionKind,
  Corrections,
  type NewCorrection,
  type RecordKey,
  RequestedCorrection,
  checkedView,
  correctionView,
  keyText,
  previewView,
  requestedCorrection,
  sentenceOf,
  suggestionView
} from "@daybook/core/corrections"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, type HashMap, Option, ParseResult, Schema } from "effect"
import { Usage } from "../failures.js"
import { idReader } from "../ids.js"
import * as print from "../print.js"
import { withProgress } from "../progress.js"
import { forPeople, plain } from "../text.js"

interface JsonOption {
  readonly json: boolean
}

type Text = Option.Option<string>
type KeyOption = Option.Option<HashMap.HashMap<string, string>>

interface SubjectOptions extends JsonOption {
  readonly artist: Text
  readonly mbid: Text
  readonly album: Text
  readonly track: Text
  readonly toArtist: Text
  readonly toMbid: Text
  readonly toAlbum: Text
  readonly toTrack: Text
  readonly domain: Text
  readonly type: Text
  readonly key: KeyOption
  readonly toKey: KeyOption
  readonly value: Text
  readonly reason: Text
}

const present = (key: Readonly<Record<string, Text>>): RecordKey =>
  Object.fromEntries(
    Object.entries(key).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value] as const] : []))
  )

const recordKeyOf = (key: KeyOption): RecordKey =>
  Option.match(key, { onNone: () => ({}), onSome: (members) => Object.fromEntries(members) })

/** A correction that names its records member by member, as over HTTP. */
const keyedCorrection = (
  kind: CorrectionKind,
  { domain, key, reason, toKey, type, value }: SubjectOptions
): NewCorrection => ({
  domain: Option.getOrElse(domain, () => "listening"),
  kind,
  type: Option.getOrElse(type, () => ""),
  subject: recordKeyOf(key),
  object: Option.isSome(toKey) ? recordKeyOf(toKey) : null,
  value: Option.getOrNull(value),
  reason: Option.getOrNull(reason)
})

/** The correction that options describe. */
const correctionOf = (kind: CorrectionKind, options: SubjectOptions): NewCorrection => {
  const { domain, key, toKey, type } = options
  const isKeyed = [domain, type, key, toKey].some((option) => Option.isSome<unknown>(option))
  return isKeyed ? keyedCorrection(kind, options) : listeningCorrection(kind, options)
}

const listeningCorrection = (kind: CorrectionKind, options: SubjectOptions): NewCorrection => {
  const { album, artist, mbid, reason, toAlbum, toArtist, toMbid, toTrack, track, value } = options
  const type = Option.isSome(track) ? "track" : Option.isSome(album) ? "album" : "artist"
  const orSame = (other: Text, own: Text) => Option.orElse(other, () => own)
  const otherArtist = present({ artist: orSame(toArtist, artist), artist_mbid: toMbid })
  const object =
    kind === "credit"
      ? present({ artist: toArtist, artist_mbid: toMbid })
      : {
          ...otherArtist,
          ...(type === "artist" ? {} : present(titleOf(type, orSame(toAlbum, album), orSame(toTrack, track))))
        }
  return {
    domain: "listening",
    kind,
    type,
    subject: present({ artist, artist_mbid: mbid, album, track }),
    object: kind === "same" || kind === "different" || kind === "credit" ? object : null,
    value: Option.getOrNull(value),
    reason: Option.getOrNull(reason)
  }
}

/** What changes in a domain when its records do. */
const eventNames: Readonly<Record<string, string>> = {
  listening: "plays",
  running: "runs",
  watching: "viewings",
  reading: "saves",
  attending: "events"
}
const countedIn = (domain: string) => eventNames[domain] ?? "records"

const titleOf = (type: "album" | "track", album: Text, track: Text) => (type === "album" ? { album } : { track })

const refused = Effect.catchTags({
  BadInput: ({ message }: { readonly message: string }) => new Usage({ message }),
  Conflict: ({ message }: { readonly message: string }) => new Usage({ message })
})

/** Applies a correction to the plays that wait. A host goes on if this is interrupted. */
const finished = (domain: string) =>
  Effect.flatMap(Corrections, (corrections) =>
    withProgress("plays", (report) =>
      corrections.finish(domain, ({ done, total }) => report({ seen: done, total: Option.fromNullable(total) }))
    )
  )

interface AddOptions extends SubjectOptions {
  readonly kind: Option.Option<CorrectionKind>
  readonly file: Text
}

export const add = ({ file, json, kind, ...options }: AddOptions) =>
  Effect.gen(function* () {
    if (Option.isSome(file)) return yield* addFile(file.value, json)
    if (Option.isNone(kind))
      return yield* new Usage({ message: "give the kind of correction, such as `same`, or --file with corrections" })
    const corrections = yield* Corrections
    const { correction, waiting, ...added } = yield* refused(
      corrections.add(correctionOf(kind.value, { ...options, json }))
    )
    const affected = waiting === 0 ? added.affected : yield* finished(correction.domain)
    yield* print.answer(json, { ...correctionView(correction), affected }, () =>
      print.line(
        `correction ${correction.id}: ${plain(sentenceOf(correction))} (${affected} ${countedIn(correction.domain)})`
      )
    )
  }).pipe(Effect.provide(correctionsLayer))

const decodeLine = Schema.decodeUnknown(Schema.parseJson(RequestedCorrection))

/** Reads the lines that `daybook export` writes. */
const addFile = Effect.fn("corrections.addFile")(function* (file: string, json: boolean) {
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    files.readFileString(file),
    () => new Usage({ message: `${file} cannot be read: give the corrections.ndjson of an export` })
  )
  const lines = text.split("\n").map((line, index) => ({ line, number: index + 1 }))
  const requested = yield* Effect.forEach(
    lines.filter(({ line }) => line.trim() !== ""),
    ({ line, number }) =>
      Effect.mapError(
        decodeLine(line),
        (error) =>
          new Usage({
            message: `line ${number} of ${file} is no correction: ${ParseResult.TreeFormatter.formatErrorSync(error).split("\n").at(-1) ?? ""}`
          })
      )
  )
  const counts = yield* refused(
    Effect.flatMap(Corrections, (corrections) => corrections.importAll(requested.map(requestedCorrection)))
  )
  yield* print.answer(json, counts, () =>
    print.line(`${counts.added} corrections added, ${counts.existing} existed already`)
  )
})

const sizeText = (size: Readonly<Record<string, number>>) =>
  Object.entries(size)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")

export const preview = ({ kind, ...options }: SubjectOptions & { readonly kind: CorrectionKind }) =>
  Effect.gen(function* () {
    const corrections = yield* Corrections
    const view = previewView(yield* refused(corrections.preview(correctionOf(kind, options))))
    const named = (record: (typeof view.examples)[number]["after"]) =>
      record === null ? "–" : plain(record.of === null ? record.name : `${record.of}: ${record.name}`)
    yield* print.answer(options.json, view, () =>
      Effect.gen(function* () {
        const domain = Option.getOrElse(options.domain, () => "listening")
        yield* print.line(`${view.affected} ${countedIn(domain)} would change`)
        yield* print.line(`now:   ${sizeText(view.before)}`)
        yield* print.line(`after: ${sizeText(view.after)}`)
        yield* print.table(
          ["type", "now", "plays", "after", "plays"],
          view.examples.map(({ after, before }) => [
            (after ?? before)!.type,
            named(before),
            before?.plays ?? 0,
            named(after),
            after?.plays ?? 0
          ])
        )
      })
    )
  }).pipe(Effect.provide(correctionsLayer))

export const list = ({ json }: JsonOption) =>
  Effect.gen(function* () {
    const all = yield* Effect.flatMap(Corrections, (corrections) => corrections.listed)
    yield* print.answer(json, all.map(checkedView), () =>
      print.table(
        ["id", "type", "correction", "made", "reason"],
        all.map((one) => [
          one.id,
          one.type,
          `${plain(sentenceOf(one))}${one.namesNothing ? " (names nothing)" : ""}`,
          forPeople(correctionView(one).created_at),
          plain(one.reason ?? "")
        ]),
        2
      )
    )
  }).pipe(Effect.provide(correctionsLayer))

const idOf = idReader("correction", "corrections")

export const remove = ({ id: text, json }: JsonOption & { readonly id: string }) =>
  Effect.gen(function* () {
    const id = yield* idOf(text)
    const { correction, waiting } = yield* Effect.flatMap(Corrections, (corrections) => corrections.remove(id))
    if (waiting > 0) yield* finished(correction.domain)
    yield* print.answer(json, { id, removed: true }, () => print.line(`correction ${id} is taken back`))
  }).pipe(Effect.provide(correctionsLayer))

const maxSuggestions = 50

export const suggest = ({ json }: JsonOption) =>
  Effect.gen(function* () {
    const suggestions = yield* Effect.flatMap(Corrections, (corrections) => corrections.suggestions(maxSuggestions))
    const views = suggestions.map(suggestionView)
    yield* print.answer(json, views, () =>
      print.table(
        ["type", "name", "plays", "may be", "plays", "why"],
        views.map(({ object, subject, type, why }) => [
          type,
          plain(keyText(subject.key)),
          subject.plays,
          plain(keyText(object.key)),
          object.plays,
          why
        ])
      )
    )
  }).pipe(Effect.provide(correctionsLayer))
