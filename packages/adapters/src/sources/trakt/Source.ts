import { type CollectingChanges, type CollectingRecord, collectingRoom, discKey } from "@daybook/core/collecting"
import { type Page, type PullRequest, source, type SourceFailure } from "@daybook/core/sync"
import { Clock, Duration, Effect, Option, Schema, Stream } from "effect"
import { type Read, wholeList } from "../lists/wholeList.js"
import { type Connection, deviceCode } from "../oauth/index.js"
import { Settings as Setting } from "../provider/index.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { describing } from "./describing.js"
import { exportFile, onlyFiles, remark } from "./exportFile.js"
import { followers } from "./followers.js"
import { client, missing, oauthClient, settings } from "./settings.js"
import { toDisc } from "./toRecords.js"
import * as Trakt from "./Trakt.js"
import { CollectedMovie } from "./wire.js"

const id = "trakt"

const stored = { id, room: collectingRoom, syncType: "trakt", importFile: Option.some(exportFile) }

/** What Trakt called the last change when all was read, and when that was (epoch milliseconds). */
const Cursor = Schema.parseJson(Schema.Struct({ changed: Schema.String, at: Schema.Number }))

/** Even a list that is said not to have changed is read again after this. */
const staleAfter = Duration.toMillis("6 days")

const pull = (trakt: Trakt.Trakt, { cursor, full }: PullRequest): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const changed = yield* trakt.collectedAt
    const now = yield* Clock.currentTimeMillis
    const known = full ? null : Option.getOrNull(Option.flatMap(cursor, Schema.decodeOption(Cursor)))
    if (changed !== null && known !== null && known.changed === changed && now - known.at < staleAfter) return Stream.empty
    return list(trakt, changed === null ? null : Schema.encodeSync(Cursor)({ changed, at: now }))
  }))

const decode = Schema.decodeUnknownOption(CollectedMovie)

/** Films that are owned as files alone are no discs, but rows that the provider counts. */
const list = (trakt: Trakt.Trakt, cursor: string | null): Stream.Stream<Page<CollectingRecord>, SourceFailure> => {
  const unknown = new Set<string>()
  const files = new Set<string>()
  const read = (row: unknown): Read<CollectingRecord> | null => {
    const disc = Option.getOrNull(Option.flatMapNullable(decode(row), (movie) => toDisc(movie, false, (word) => unknown.add(word))))
    if (disc === null) return null
    const { ids } = disc.film
    const name = `${ids.trakt ?? ids.imdb ?? ids.tmdb}`
    if (disc.edition.mediaType === "digital") files.add(name)
    return disc.edition.mediaType === "digital" ? { name, key: null, records: [] } : { name, key: discKey(ids.trakt, disc.edition.mediaType), records: [disc] }
  }
  return wholeList<CollectingRecord>({
    name: "the Trakt collection",
    part: trakt.collection,
    read,
    whole: (keys, at) => ({ _tag: "Whole", list: "discs", keys, at }),
    ...(cursor === null ? {} : { cursor })
  }).pipe(Stream.concat(Stream.drain(Stream.fromEffect(Effect.suspend(() => Effect.zipRight(remark(unknown), files.size === 0 ? Effect.void : Effect.logInfo(`trakt: ${onlyFiles(files.size)}`)))))))
}

/** Login with a code, on whatever device has a browser. */
const connect: Connection = {
  id,
  name: "Trakt",
  application: "https://trakt.tv/oauth/applications",
  missing: Setting.missingOf(client),
  given: Setting.optionalSecret("TRAKT_REFRESH_TOKEN"),
  way: Effect.flatMap(settings, (values) =>
    deviceCode(oauthClient(values), {
      codeUrl: `${values.authBaseUrl}/oauth/device/code`,
      tokenUrl: `${values.authBaseUrl}/oauth/device/token`,
      codeField: "code"
    }))
}

/** Films on disc from Trakt: its API, or its account export. */
export const trakt: SourceDefinition<CollectingChanges> = {
  id,
  domain: "collecting",
  schedule: Option.some({ cron: "40 5 * * 0", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) =>
    Effect.gen(function*() {
      const trakt = yield* Trakt.make(values)
      return source({ ...stored, pull: (request) => pull(trakt, request), followers: followers(yield* describing(trakt)) })
    })),
  archive: source({ ...stored, pull: () => Stream.empty }),
  connect
}
