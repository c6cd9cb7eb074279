import { declaredWriter, recordPage } from "@daybook/core/domain"
import { type Game, games } from "@daybook/core/games"
import { SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { pulling } from "../kit/SourceDefinition.js"
import { filled } from "../kit/values.js"
import { ownedGames, settings } from "./client.js"

const id = "steam"
const icons = "https://media.steampowered.com/steamcommunity/public/images/apps"

const wholeOf = (value: unknown): number => Math.max(0, Math.round(numberOf(value) ?? 0))

/**
 * A game of the library. Times are minutes; a game that was never started has 0 as its last time:
 *
 *   {"appid":900010,"name":"Tide Game","playtime_forever":754,"playtime_2weeks":31,"img_icon_url":"ab",
 *    "rtime_last_played":1741986012,"playtime_disconnected":0}
 */
const readGame = (value: unknown): Partial<Game> => {
  const row = fieldsOf(value) ?? {}
  const app = numberOf(row["appid"])
  const name = filled(textOf(row["name"]) ?? "")
  const icon = filled(textOf(row["img_icon_url"]) ?? "")
  const playedAt = wholeOf(row["rtime_last_played"])
  return {
    // The writer counts and names a row without its id or name.
    ...(app === null ? {} : { app }),
    ...(name === null ? {} : { name }),
    icon: icon === null ? null : `${icons}/${app}/${icon}.jpg`,
    minutes_played: wholeOf(row["playtime_forever"]),
    minutes_two_weeks: wholeOf(row["playtime_2weeks"]),
    last_played_at: playedAt === 0 ? null : playedAt * 1_000
  }
}

const hidden = new SourceFailure({
  source: id,
  state: "forbidden",
  message: "Steam shows no games of this account",
  next: "set Game details to Public in the privacy settings of the profile, and check DAYBOOK_STEAM_ID"
})

/** The library of a Steam account, read whole: games that were removed from it go. */
export const steam = pulling({
  id,
  about: {
    title: "Steam",
    brings: "The games you own and how long you played them.",
    keys: "https://steamcommunity.com/dev/apikey"
  },
  writer: declaredWriter(games),
  syncType: "games",
  schedule: { cron: "10 5 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(ownedGames(values), (read) => ({
      pull: () =>
        Stream.fromEffect(
          Effect.flatMap(read, (rows) =>
            rows === null
              ? hidden
              : Effect.succeed(recordPage({ record: "game", rows: rows.map(readGame), complete: true }))
          )
        )
    }))
})
