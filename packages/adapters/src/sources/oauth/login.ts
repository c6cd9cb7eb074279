import type { StorageFailure } from "@daybook/core/shared"
import { type Login, Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Effect, Option, Redacted } from "effect"
import { Settings } from "../provider/index.js"
import { granting } from "./grant.js"
import type { OAuthClient } from "./OAuthClient.js"

/** How a source logs in through OAuth 2. `given` is the refresh token of the settings, `source` who failures name. */
export const oauthLogin = (
  client: OAuthClient,
  source: string,
  given: Option.Option<Redacted.Redacted>
): Effect.Effect<Login, never, HttpClient.HttpClient> =>
  Effect.map(granting(client, source), (ask) => ({
    id: client.id,
    source,
    name: client.name,
    given,
    refresh: (refreshToken) => ask({ ...client.refreshFields, grant_type: "refresh_token", refresh_token: Redacted.value(refreshToken) })
  }))

/** What is missing of a login: nothing where `setting` holds a token or `daybook connect` has stored one. */
export const missingLogin = (id: string, setting: string): Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError | StorageFailure, Tokens> =>
  Effect.gen(function*() {
    if (Option.isSome(yield* Settings.optionalText(setting))) return []
    return (yield* (yield* Tokens).has(id)) ? [] : [`${Settings.nameOf(setting)} (or run \`daybook connect ${id}\`)`]
  })
