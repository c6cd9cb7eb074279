import { type CollectingRecord, collectingWriter, discKey } from "@daybook/core/collecting"
import { type Page, type PullRequest, type SourceFailure } from "@daybook/core/sync"
import { Clock, Duration, Effect, identity, Option, Schema, Stream } from "effect"
import { type ListRow, wholeList } from "../kit/fullListing.js"
import type { Connection } from "../kit/oauth/Connection.js"
import { deviceCode } from "../kit/oauth/deviceCode.js"
import { plainPages } from "../kit/exportFile/importer.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Trakt from "./client.js"
import { digitalOnlyRemark, format, warnUnknownWords } from "./exportFile.js"
import { enrichments, makeDescribe } from "./enrichment.js"
import { CollectedMovie, toDisc } from "./wire.js"

const id = "trakt"

/** Trakt's time of the last change at the last full listing, and the time of that listing (epoch milliseconds). */
const Cursor = Schema.parseJson(Schema.Struct({ changed: Schema.String, at: Schema.Number }))

/** An unchanged list is read again after this time. */
const staleAfter = Duration.toMillis("6 days")

/** Called with the number of digital copies once the list was read. */
type OnFiles = (count: number) => void

const pull = (
  trakt: Trakt.Trakt,
  { cursor, full }: PullRequest,
  onFiles: OnFiles
): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = yield* trakt.collectedAt
      const now = yield* Clock.currentTimeMillis
      const last = full ? null : Option.getOrNull(Option.flatMap(cursor, Schema.decodeOption(Cursor)))
      if (changed !== null && last !== null && last.changed === changed && now - last.at < staleAfter)
        return Stream.empty
      return list(trakt, changed === null ? null : Schema.encodeSync(Cursor)({ changed, at: now }), onFiles)
    })
  )

const decodeDisc = Schema.decodeUnknownOption(CollectedMovie)

/** Digital copies are not discs, but the provider counts their rows. */
const list = (
  trakt: Trakt.Trakt,
  cursor: string | null,
  onFiles: OnFiles
): Stream.Stream<Page<CollectingRecord>, SourceFailure> => {
  const unknown = new Set<string>()
  const files = new Set<string>()
  const read = (row: unknown): ListRow<CollectingRecord> | null => {
    const disc = Option.getOrNull(
      Option.flatMapNullable(decodeDisc(row), (movie) => toDisc(movie, false, (word) => unknown.add(word)))
    )
    if (disc === null) return null
    const { ids } = disc.film
    const name = `${ids.trakt ?? ids.imdb ?? ids.tmdb}`
    if (disc.edition.mediaType === "digital") files.add(name)
    return disc.edition.mediaType === "digital"
      ? { name, key: null, records: [] }
      : { name, key: discKey(ids.trakt, disc.edition.mediaType), records: [disc] }
  }
  return wholeList<CollectingRecord>({
    name: "the Trakt collection",
    part: trakt.collection,
    read,
    whole: (keys, at) => ({ _tag: "Whole", list: "discs", keys, at }),
    ...(cursor === null ? {} : { cursor })
  }).pipe(
    Stream.concat(
      Stream.drain(
        Stream.fromEffect(
          Effect.suspend(() => {
            onFiles(files.size)
            return Effect.zipRight(
              warnUnknownWords(unknown),
              files.size === 0 ? Effect.void : Effect.logInfo(`trakt: ${digitalOnlyRemark(files.size)}`)
            )
          })
        )
      )
    )
  )
}

/** Login with a code on any device that has a browser. */
const connect: Connection = {
  id,
  name: "Trakt",
  application: "https://trakt.tv/oauth/applications",
  missing: Trakt.clientSettings.missing,
  given: Trakt.clientSettings.fields.refreshToken.config,
  way: Effect.flatMap(Trakt.clientSettings.config, (values) =>
    deviceCode(Trakt.oauthClient(values), {
      codeUrl: `${values.authBaseUrl}/oauth/device/code`,
      tokenUrl: `${values.authBaseUrl}/oauth/device/token`,
      codeField: "code"
    })
  )
}

/** Films on disc from Trakt: the API, or the account export. */
export const trakt = pulling({
  id,
  about: {
    title: "Trakt",
    brings: "The films you own on disc.",
    keys: "https://trakt.tv/oauth/applications",
    exports: "https://trakt.tv/settings/data"
  },
  writer: collectingWriter,
  syncType: "trakt",
  schedule: { cron: "40 5 * * 0", zone: "UTC" },
  settings: Trakt.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.gen(function* () {
      const trakt = yield* Trakt.make(values)
      // Trakt's number includes digital copies. How many they are is known once this process has read the list.
      let files: number | null = null
      return {
        pull: (request: PullRequest) =>
          pull(trakt, request, (count) => {
            files = count
          }),
        providerCount: Effect.suspend(() =>
          files === null
            ? Effect.succeed(null)
            : Effect.map(trakt.collection(1), ({ total }) =>
                total === null || files === null ? null : { unit: "discs", total, excluded: { digital: files } }
              )
        ),
        enrichments: enrichments(yield* makeDescribe(trakt))
      }
    }),
  format,
  read: identity,
  toPages: plainPages<CollectingRecord>("it is not a film"),
  fileTitle: "a collection of films of Trakt",
  expected: "give the zip file that Trakt makes under Settings, Data, with collection-movies.json in it",
  connect
})
