import { SourceFailure } from "@daybook/core/sync"
import { type Login, token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import type { Connection, PollingLogin, PollResult } from "../kit/oauth/Connection.js"
import { withLogin } from "../kit/oauth/tokenEndpoint.js"
import * as Provider from "../kit/provider/Provider.js"
import { WrittenNumber } from "../kit/schemas.js"
import * as Setting from "../kit/settings.js"

const declared = Setting.settings({
  clientId: Setting.text("DAYBOOK_SIMKL_CLIENT_ID", "id of your Simkl application"),
  token: Setting.optional(
    Setting.secret("DAYBOOK_SIMKL_TOKEN", "an access token of Simkl, in place of `daybook connect simkl`")
  ),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_SIMKL_BASE_URL", "https://api.simkl.com", "Simkl's API"),
  gap: Setting.minInterval("DAYBOOK_SIMKL_MIN_INTERVAL_MS", "1 second", "Simkl")
})
export const settings = withLogin("simkl", declared, declared.fields.token)
export type Settings = Setting.ValuesOf<typeof declared>

const loginSettings = Setting.settings({ clientId: declared.fields.clientId, baseUrl: declared.fields.baseUrl })

/**
 * `GET /oauth/pin?client_id=…`, then `GET /oauth/pin/{user_code}?client_id=…` until it has a token
 * (https://simkl.docs.apiary.io). A pending answer is `{"result":"KO","message":"Authorization pending"}`.
 */
const Pin = Schema.Struct({
  user_code: Schema.NonEmptyString,
  verification_url: Schema.optional(Schema.NullOr(Schema.String)),
  expires_in: Schema.optional(Schema.NullOr(WrittenNumber)),
  interval: Schema.optional(Schema.NullOr(WrittenNumber))
})
const State = Schema.Struct({
  message: Schema.optional(Schema.NullOr(Schema.String)),
  access_token: Schema.optional(Schema.NullOr(Schema.String))
})

const defaultPage = "https://simkl.com/pin/"
const defaults = { lifetime: 900, interval: 5 }

const pollResultOf = ({ access_token, message }: typeof State.Type): PollResult =>
  access_token
    ? { _tag: "Done", token: token({ access: Redacted.make(access_token) }) }
    : { _tag: "Pending", slower: /slow down/i.test(message ?? "") }

const expired = new SourceFailure({
  source: "simkl",
  state: "interrupted",
  message: "no one logged in at Simkl before the code expired",
  next: "run `daybook connect simkl` again"
})

/** Logs in with a code on any device. The token does not expire. */
const pinLogin = ({
  baseUrl,
  clientId
}: Setting.ValuesOf<typeof loginSettings>): Effect.Effect<PollingLogin, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "simkl",
      name: "Simkl",
      baseUrl,
      gap: Duration.zero,
      isLogin: true,
      patience: Duration.seconds(30),
      timeout: Duration.seconds(20),
      advice: { unauthorized: "check DAYBOOK_SIMKL_CLIENT_ID", forbidden: "check DAYBOOK_SIMKL_CLIENT_ID" }
    }),
    (provider) => {
      const query = () => ({ client_id: clientId })
      return {
        kind: "device",
        begin: Effect.map(provider.json(Pin, { path: "/oauth/pin", query }), (pin) => ({
          url: pin.verification_url ?? defaultPage,
          code: Option.some(pin.user_code),
          expiresAfter: Duration.seconds(pin.expires_in ?? defaults.lifetime),
          interval: Duration.seconds(pin.interval || defaults.interval),
          poll: Effect.map(
            provider.json(State, { path: `/oauth/pin/${encodeURIComponent(pin.user_code)}`, query }),
            pollResultOf
          ).pipe(Effect.mapError((failure) => (failure.state === "not_found" ? expired : failure)))
        }))
      }
    }
  )

export const connect: Connection = {
  id: "simkl",
  name: "Simkl",
  application: "https://simkl.com/settings/developer/",
  missing: loginSettings.missing,
  given: Effect.succeedNone,
  way: Effect.flatMap(loginSettings.config, pinLogin)
}

/** Only the person can get a new token. */
export const login: Login = {
  id: "simkl",
  source: "simkl",
  name: "Simkl",
  configuredRefreshToken: Option.none(),
  refresh: () =>
    new SourceFailure({
      source: "simkl",
      state: "unauthorized",
      message: "Simkl no longer accepts the login",
      next: "run `daybook connect simkl`"
    })
}
