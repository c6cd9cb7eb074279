import type { Page, SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, watchingWriter, watchRank } from "@daybook/core/watching"
import type { HttpClient } from "@effect/platform"
import { Clock, Effect, Either, Option, Stream } from "effect"
import { pageOf } from "../kit/exportFile/exportPages.js"
import { listOf, someFieldsOf, textOf } from "../kit/jsonValues.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"
import { query, recordsOf } from "./wire.js"

const settings = Setting.settings({
  userName: Setting.text("DAYBOOK_ANILIST_USERNAME", "AniList member"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_ANILIST_BASE_URL", "https://graphql.anilist.co", "AniList's API"),
  gap: Setting.minInterval("DAYBOOK_ANILIST_MIN_INTERVAL_MS", "2 seconds", "AniList")
})
type Settings = Setting.ValuesOf<typeof settings>

/** Fetches the lists of a member. */
type ReadLists = Effect.Effect<ReadonlyArray<unknown>, SourceFailure>

const makeReader = ({ baseUrl, gap, userName }: Settings): Effect.Effect<ReadLists, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "anilist",
      name: "AniList",
      baseUrl,
      gap,
      judge,
      advice: { not_found: "check DAYBOOK_ANILIST_USERNAME", forbidden: "sync again later" }
    }),
    (provider) => provider.read({ query: () => ({}), body: { query, variables: { userName } } }, readLists)
  )

const readLists = (answer: Answer): Either.Either<ReadonlyArray<unknown>, string> =>
  Either.flatMap(
    Either.mapLeft(answer.json, () => "answers with something that is not JSON"),
    (body) => {
      const { lists } = someFieldsOf(someFieldsOf(someFieldsOf(body)["data"])["MediaListCollection"])
      return Array.isArray(lists) ? Either.right(lists) : Either.left("answers in an unknown shape")
    }
  )

/** AniList answers 404 with `User not found`, and with `Private User` if the lists are not public. */
const judge = (answer: Answer): Verdict.Verdict => {
  const body = someFieldsOf(Either.getOrNull(answer.json))
  const messages = listOf(body["errors"]).map((error) => textOf(someFieldsOf(error)["message"]) ?? "")
  if (messages.some((message) => /private user/i.test(message)))
    return Verdict.stop("forbidden", "does not show the lists of this member", {
      next: "make the profile public in AniList's settings"
    })
  if (answer.status === 404 && messages.length > 0) return Verdict.stop("not_found", "has no member of this name")
  return Verdict.ofStatus(answer)
}

/** All lists. What they lack was deleted there. */
const pull = (read: ReadLists): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.fromEffect(
    Effect.gen(function* () {
      const asOf = yield* Clock.currentTimeMillis
      const { records, unreadable } = recordsOf(yield* read, asOf)
      if (unreadable > 0) yield* Effect.logWarning(`anilist: ${unreadable} entries could not be read and were left out`)
      const completeLists = unreadable === 0 ? ["viewings", "seen", "ratings"] : []
      return {
        ...pageOf(records),
        fullListing: { asOf, completeLists, isLive: true },
        total: Option.some(records.length)
      }
    })
  )

/** Anime from the public lists of an AniList member. */
export const anilist = pulling({
  id: "anilist",
  about: { title: "AniList", brings: "Anime that you watched and rated." },
  // A list of seasons with the day of the last change.
  rank: watchRank({ rank: 140, naming: -8, rates: ["viewings", "title"] }),
  writer: watchingWriter,
  syncType: "anilist_lists",
  schedule: { cron: "25 5 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(makeReader(values), (read) => ({ pull: () => pull(read) }))
})
