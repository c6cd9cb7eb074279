import { type CollectingChanges, type CollectingRecord, collectingRoom } from "@daybook/core/collecting"
import { type Page, source, type SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { type Read, wholeList } from "../lists/wholeList.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import * as Discogs from "./Discogs.js"
import { exportFile } from "./exportFile.js"
import { followers } from "./followers.js"
import { missing, settings } from "./settings.js"
import { centsOf, toCopy, toWant } from "./toRecords.js"
import { CollectionRow, WantRow } from "./wire.js"

const id = "discogs"

const stored = { id, room: collectingRoom, syncType: "full", importFile: Option.some(exportFile) }

/** Reads one row by itself, so that a broken one costs only itself. */
const reading = <A, I>(schema: Schema.Schema<A, I>, read: (row: A) => Read<CollectingRecord> | null) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (row: unknown) => Option.getOrNull(Option.flatMapNullable(decode(row), read))
}

const readCopy = reading(CollectionRow, (row) => {
  const copy = toCopy(row)
  return copy === null ? null : { name: String(copy.instance), key: String(copy.instance), records: [copy] }
})

const readWant = reading(WantRow, (row) => {
  const want = toWant(row)
  return want === null ? null : { name: String(want.release.id), key: String(want.release.id), records: [want] }
})

/** Collection and wantlist, each to its end: that is how a removal is noticed. */
const pull = (discogs: Discogs.Discogs): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  wholeList<CollectingRecord>({
    name: "the Discogs collection",
    part: discogs.collection,
    read: readCopy,
    whole: (keys, at) => ({ _tag: "Whole", list: "copies", keys, at })
  }).pipe(
    Stream.concat(wholeList<CollectingRecord>({
      name: "the Discogs wantlist",
      part: discogs.wants,
      read: readWant,
      whole: (keys, at) => ({ _tag: "Whole", list: "wants", keys, at })
    })),
    Stream.concat(Stream.fromEffect(Effect.map(discogs.value, valuePage)))
  )

const valuePage = (median: string | null): Page<CollectingRecord> => ({
  records: [{ _tag: "Value", cents: centsOf(median) }],
  gone: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none(),
  seen: 0
})

/** Records from Discogs: its API, or the collection as CSV. */
export const discogs: SourceDefinition<CollectingChanges> = {
  id,
  domain: "collecting",
  schedule: Option.some({ cron: "20 5 * * 0", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) =>
    Effect.map(Discogs.make(values), (discogs) => source({ ...stored, pull: () => pull(discogs), followers: followers(discogs) }))),
  archive: source({ ...stored, pull: () => Stream.empty })
}
