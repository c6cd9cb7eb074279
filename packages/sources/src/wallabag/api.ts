import type { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Clock, Effect, Either, Option, Redacted, Schema } from "effect"
import type { Bearer } from "../kit/provider/Bearer.js"
import * as Provider from "../kit/provider/Provider.js"
import { readObject } from "../kit/saves/api.js"
import { articleRow } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import { fieldsOf, numberOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"
import { entryOf } from "./entry.js"

export const settings = Setting.settings({
  baseUrl: Setting.destination(
    Setting.address("DAYBOOK_WALLABAG_BASE_URL", "address of the wallabag server", "https://app.wallabag.it")
  ),
  clientId: Setting.text("DAYBOOK_WALLABAG_CLIENT_ID", "client id of the wallabag account"),
  clientSecret: Setting.secret("DAYBOOK_WALLABAG_CLIENT_SECRET", "client secret of the wallabag account"),
  username: Setting.text("DAYBOOK_WALLABAG_USERNAME", "user name at wallabag"),
  password: Setting.secret("DAYBOOK_WALLABAG_PASSWORD", "password at wallabag"),
  gap: Setting.minInterval("DAYBOOK_WALLABAG_MIN_INTERVAL_MS", "250 millis", "wallabag")
})
type Settings = Setting.ValuesOf<typeof settings>

const perPage = 100
/** A token is replaced this long before it expires, in milliseconds. */
const margin = 60_000
const usualSeconds = 3_600

const TokenAnswer = Schema.Struct({ access_token: Schema.String, expires_in: Schema.optional(Schema.Number) })

const optionsOf = ({ baseUrl, gap }: Settings): Provider.ProviderOptions => ({
  source: "wallabag",
  name: "wallabag",
  baseUrl,
  gap,
  sharesGap: true
})

/** Tokens by user name and password. They last an hour and are not stored. */
const passwordLogin = (settings: Settings): Effect.Effect<Bearer, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      ...optionsOf(settings),
      advice: { bad_answer: "check the client, the user name and the password of wallabag in the settings" }
    }),
    (provider) => {
      let current: Token | null = null
      const fresh: Effect.Effect<Token, SourceFailure> = Effect.gen(function* () {
        const answer = yield* provider.json(TokenAnswer, {
          path: "/oauth/v2/token",
          query: () => ({}),
          form: {
            grant_type: "password",
            client_id: settings.clientId,
            client_secret: Redacted.value(settings.clientSecret),
            username: settings.username,
            password: Redacted.value(settings.password)
          }
        })
        const seconds = answer.expires_in ?? usualSeconds
        current = {
          access: Redacted.make(answer.access_token),
          refresh: Option.none(),
          secret: Option.none(),
          expiresAt: Option.some((yield* Clock.currentTimeMillis) + seconds * 1_000),
          refreshExpiresAt: Option.none(),
          account: {}
        }
        return current
      })
      const access = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        current !== null && Option.exists(current.expiresAt, (at) => at - margin > now)
          ? Effect.succeed(current)
          : fresh
      )
      return { access, renewed: () => fresh }
    }
  )

/**
 * The API of a wallabag server (https://app.wallabag.it/api/doc), all entries with their annotations:
 *
 *   {"page":1,"limit":100,"pages":2,"total":150,"_embedded":{"items":[{"id":41, …}]}}
 */
export const lists = (settings: Settings): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const provider = yield* Provider.make({ ...optionsOf(settings), bearer: yield* passwordLogin(settings) })
    return [
      {
        name: "the list of entries of wallabag",
        part: (page) =>
          provider.read(
            {
              path: "/api/entries.json",
              query: () => ({ page, perPage, sort: "created", order: "asc", detail: "metadata" })
            },
            (answer) =>
              Either.flatMap(readObject(answer), (fields) => {
                const items = fieldsOf(fields["_embedded"])?.["items"]
                return Array.isArray(items)
                  ? Either.right({ rows: items, total: numberOf(fields["total"]), pages: numberOf(fields["pages"]) })
                  : Either.left("answers without entries")
              })
          ),
        read: articleRow((fields) => ({ ...entryOf(fields), isWhole: true }))
      }
    ]
  })
