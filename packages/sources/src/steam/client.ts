import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Either, Redacted, Schema } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  steamId: Setting.setting({
    name: "DAYBOOK_STEAM_ID",
    type: "17 digits",
    sentence: "64-bit Steam id of the account",
    parse: (text, name) =>
      /^\d{17}$/.test(text)
        ? Either.right(text)
        : Either.left(Setting.refusal(name, text, "the 17 digits of the 64-bit Steam id"))
  }),
  key: Setting.secret("DAYBOOK_STEAM_API_KEY", "Web API key of Steam"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_STEAM_BASE_URL", "https://api.steampowered.com", "Steam's Web API"),
  gap: Setting.minInterval("DAYBOOK_STEAM_MIN_INTERVAL_MS", "1 second", "Steam")
})
type Settings = Setting.ValuesOf<typeof settings>

const Games = Schema.Struct({
  response: Schema.Struct({
    game_count: Schema.optional(Schema.Number),
    games: Schema.optional(Schema.Array(Schema.Unknown))
  })
})

/** A wrong key gets an HTML page with 401 or 403. */
const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 401 || answer.status === 403
    ? Verdict.stop("unauthorized", "refuses the key", {
        next: "check DAYBOOK_STEAM_API_KEY; https://steamcommunity.com/dev/apikey shows it"
      })
    : Verdict.ofStatus(answer)

/** The games that an account owns; null if its profile hides them. */
export const ownedGames = ({ baseUrl, gap, key, steamId }: Settings) =>
  Effect.map(
    Provider.make({ source: "steam", name: "Steam", baseUrl, gap, judge }),
    (provider): Effect.Effect<ReadonlyArray<unknown> | null, SourceFailure> =>
      Effect.map(
        provider.json(Games, {
          path: "/IPlayerService/GetOwnedGames/v1/",
          query: () => ({
            key: Redacted.value(key),
            steamid: steamId,
            include_appinfo: 1,
            include_played_free_games: 1,
            format: "json"
          })
        }),
        ({ response }) =>
          response.games === undefined && response.game_count === undefined ? null : (response.games ?? [])
      )
  ) satisfies Effect.Effect<unknown, never, HttpClient.HttpClient>
