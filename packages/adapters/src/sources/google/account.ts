import { GoogleAccount } from "@daybook/core/attending"
import { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type Context, Duration, Effect, Either, Layer, Option, Schema } from "effect"
import { oauthLogin } from "../oauth/index.js"
import { bearer, Provider } from "../provider/index.js"
import { baseUrl, missing, oauthClient, settings } from "./settings.js"

/** Somebody is waiting for the answer. */
const hurried = { patience: Duration.seconds(5), timeout: Duration.seconds(10), gap: Duration.zero }

const Profile = Schema.Struct({ emailAddress: Schema.String })
/** The owner's own calendar has their address for a name. */
const Calendar = Schema.Struct({ summary: Schema.optional(Schema.NullOr(Schema.String)) })

/** Reads the account's address from the mail, else from the calendar, whichever may be read; scopes come with the login. */
const access = Effect.gen(function*() {
  const values = yield* settings
  const login = yield* oauthLogin(oauthClient(values), "google", values.refreshToken)
  const token = yield* (yield* Tokens).access(login)
  const provider = (url: string) => Effect.flatMap(bearer(login), (bearer) => Provider.make({ source: "google", name: "Google", baseUrl: url, bearer, ...hurried }))
  const mail = yield* provider(yield* baseUrl("GMAIL_BASE_URL", "https://gmail.googleapis.com/gmail/v1"))
  const calendar = yield* provider(yield* baseUrl("CALENDAR_BASE_URL", "https://www.googleapis.com/calendar/v3"))
  const profile = yield* Effect.either(mail.json(Profile, { path: "/users/me/profile", query: () => ({}) }))
  const own = Either.isRight(profile)
    ? profile.right.emailAddress
    : Option.getOrNull(Option.flatMapNullable(yield* Effect.option(calendar.json(Calendar, { path: "/calendars/primary/events", query: () => ({ maxResults: 1 }) })), ({ summary }) => summary))
  const scopes = (token.account["scope"] ?? "").split(/\s+/).filter((scope) => scope !== "")
  return { account: own?.includes("@") === true ? own : null, scopes }
})

/** Google asked whose account it is. Settings that cannot be read are those of no account: `doctor` tells of them. */
export const googleAccount = Layer.effect(GoogleAccount, Effect.map(Effect.context<Tokens | HttpClient.HttpClient>(), (context) => ({
  access: Effect.gen(function*() {
    const lacks = yield* Effect.orElseSucceed(missing, () => ["settings"])
    return lacks.length > 0 ? Option.none() : Option.some(yield* access)
  }).pipe(
    Effect.catchTag("ConfigError", () => Effect.succeedNone),
    Effect.provide(context)
  )
} satisfies Context.Tag.Service<GoogleAccount>)))
