import { type CollectingRecord, collectingWriter, describeRelease } from "@daybook/core/collecting"
import { type Page, type SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Schema, Stream } from "effect"
import { listEnrichment } from "../kit/enrichment/list.js"
import { type ListRow, wholeList } from "../kit/fullListing.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Discogs from "./client.js"
import { copyPages, format, readCopy as readRow } from "./exportFile.js"
import { centsOf, toCopy, toWant, toReleaseDetail, CollectionRow, WantRow } from "./wire.js"

/** Decodes each row separately, so that a broken row costs only itself. */
const reading = <A, I>(schema: Schema.Schema<A, I>, read: (row: A) => ListRow<CollectingRecord> | null) => {
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

/** Reads the whole collection and the whole wantlist, which reveals removals. */
const pull = (discogs: Discogs.Discogs): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  wholeList<CollectingRecord>({
    name: "the Discogs collection",
    part: discogs.collection,
    read: readCopy,
    whole: (keys, at) => ({ _tag: "Whole", list: "copies", keys, at })
  }).pipe(
    Stream.concat(
      wholeList<CollectingRecord>({
        name: "the Discogs wantlist",
        part: discogs.wants,
        read: readWant,
        whole: (keys, at) => ({ _tag: "Whole", list: "wants", keys, at })
      })
    ),
    Stream.concat(Stream.fromEffect(Effect.map(discogs.value, valuePage)))
  )

const valuePage = (median: string | null): Page<CollectingRecord> => ({
  records: [{ _tag: "Value", cents: centsOf(median) }],
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none(),
  seen: 0
})

/** Records from Discogs: the API, or the collection as CSV. */
export const discogs = pulling({
  id: "discogs",
  about: {
    title: "Discogs",
    brings: "The records you own and those you want.",
    keys: "https://www.discogs.com/settings/developers",
    exports: "https://www.discogs.com/users/export"
  },
  writer: collectingWriter,
  syncType: "full",
  schedule: { cron: "20 5 * * 0", zone: "UTC" },
  settings: Discogs.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Discogs.make(values), (discogs) => ({
      pull: () => pull(discogs),
      enrichments: enrichments(discogs),
      providerCount: recordCount(discogs)
    })),
  format,
  read: readRow,
  toPages: copyPages,
  fileTitle: "a Discogs collection",
  expected: "give the CSV file that Discogs makes of a collection under https://www.discogs.com/users/export"
})

/** Copies and wants together; null if Discogs tells no number. */
const recordCount = (discogs: Discogs.Discogs) =>
  Effect.zipWith(discogs.collection(1), discogs.wants(1), (copies, wants) =>
    copies.total === null || wants.total === null
      ? null
      : { unit: "copies and wants", total: copies.total + wants.total }
  )

/** Prices and community counts change slowly. */
const foundDays = 30

/** Tracks, country and prices of each release in the collection. */
const enrichments = (discogs: Discogs.Discogs) => [
  listEnrichment({
    id: "discogs-releases",
    kind: "release",
    foundDays,
    find: ({ subject }) =>
      Effect.gen(function* () {
        const page = Option.flatMapNullable(yield* discogs.release(subject), toReleaseDetail)
        if (Option.isNone(page)) return false
        yield* describeRelease(page.value.release, page.value.detail)
        return true
      })
  })
]
