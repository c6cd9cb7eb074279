import { declaredWriter, type RecordBatch, recordPage } from "@daybook/core/domain"
import { games, type Session } from "@daybook/core/games"
import type { Page, SourceFailure } from "@daybook/core/sync"
import { Duration, Effect, Option, Redacted, Stream } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"
import { readCollection, readPlays, type RowOf } from "./wire.js"

const id = "boardgamegeek"
const name = "BoardGameGeek"

const settings = Setting.settings({
  username: Setting.text("DAYBOOK_BOARDGAMEGEEK_USERNAME", "BoardGameGeek account"),
  token: Setting.secret("DAYBOOK_BOARDGAMEGEEK_TOKEN", "token of an application registered at BoardGameGeek"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_BOARDGAMEGEEK_BASE_URL", "https://boardgamegeek.com", "BoardGameGeek"),
  gap: Setting.minInterval("DAYBOOK_BOARDGAMEGEEK_MIN_INTERVAL_MS", "5 seconds", "BoardGameGeek")
})

/** How long a collection takes to be prepared. */
const preparation = Duration.seconds(5)

/** 202 means that the collection is being prepared. Errors come with 200. */
const judge = (answer: Answer): Verdict.Verdict => {
  if (answer.status === 202) return Verdict.again("unavailable", "is preparing the answer", Option.some(preparation))
  if (answer.status === 401)
    return Verdict.stop("unauthorized", "refuses the token", {
      next: "check DAYBOOK_BOARDGAMEGEEK_TOKEN; https://boardgamegeek.com/applications lists your applications"
    })
  if (/^\s*(?:<\?xml[^>]*>\s*)?<errors?>/.test(answer.text)) {
    const [, message = "refuses the request"] = /<message>([^<]*)<\/message>/.exec(answer.text) ?? []
    return Verdict.stop("not_found", `says: ${message.trim()}`, { next: "check DAYBOOK_BOARDGAMEGEEK_USERNAME" })
  }
  return Verdict.ofStatus(answer)
}

const perPage = 100

const keyOf = ({ play }: RowOf<Session>) => ({ play })

/**
 * All plays, a hundred a page. Only a listing that is as long as BoardGameGeek says shows which plays were deleted:
 * plays that arrive meanwhile move others to the next page.
 */
const playsOf = (provider: Provider.Provider, username: string): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
  Stream.paginateEffect({ page: 1, seen: new Map<unknown, ReturnType<typeof keyOf>>() }, ({ page, seen }) =>
    Effect.map(
      provider.read({ path: "/xmlapi2/plays", query: () => ({ username, page }) }, ({ text }) => readPlays(text)),
      ({ plays, total }) => {
        for (const play of plays) seen.set(play.play, keyOf(play))
        const isLast = plays.length < perPage
        const complete = isLast && seen.size === total ? { complete: [...seen.values()] } : {}
        return [
          recordPage({ record: "session", rows: plays, ...complete }, { total: total ?? undefined }),
          isLast ? Option.none() : Option.some({ page: page + 1, seen })
        ]
      }
    )
  )

const pull = (provider: Provider.Provider, username: string): Stream.Stream<Page<RecordBatch>, SourceFailure> =>
  Stream.fromEffect(
    Effect.map(
      provider.read(
        {
          path: "/xmlapi2/collection",
          query: () => ({ username, own: 1, stats: 1, excludesubtype: "boardgameexpansion" })
        },
        ({ text }) => readCollection(text)
      ),
      (rows) => recordPage({ record: "boardgame", rows, complete: true })
    )
  ).pipe(Stream.concat(playsOf(provider, username)))

/** The board games that an account owns, and its plays. Both are read whole: what was removed goes. */
export const boardgamegeek = pulling({
  id,
  about: {
    title: name,
    brings: "The board games you own and your plays.",
    keys: "https://boardgamegeek.com/applications"
  },
  writer: declaredWriter(games),
  syncType: "games",
  schedule: { cron: "50 4 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: ({ baseUrl, gap, token, username }) =>
    Effect.map(
      Provider.make({
        source: id,
        name,
        baseUrl,
        gap,
        judge,
        // A large collection takes a minute to be prepared. Then the next run has it.
        patience: Duration.minutes(2),
        headers: { authorization: `Bearer ${Redacted.value(token)}` }
      }),
      (provider) => ({ pull: () => pull(provider, username) })
    )
})
