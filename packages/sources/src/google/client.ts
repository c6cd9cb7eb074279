import { GoogleAccount } from "@daybook/core/attending"
import { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type Context, Duration, Effect, Either, Layer, Option, Schema } from "effect"
import { SourceConfig } from "../kit/SourceConfig.js"
import { oauthLogin } from "../kit/oauth/tokenEndpoint.js"
import type { Answer } from "../kit/provider/Answer.js"
import { bearer } from "../kit/provider/Bearer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import { calendarBaseUrl, gmailBaseUrl, oauthClient, settings } from "./login.js"

/** A person waits for the answer. */
const hurried = { patience: Duration.seconds(5), timeout: Duration.seconds(10), gap: Duration.zero }

const Profile = Schema.Struct({ emailAddress: Schema.String })
/** The summary of the owner's primary calendar is their address. */
const Calendar = Schema.Struct({ summary: Schema.optional(Schema.NullOr(Schema.String)) })

/** Reads the account's address from Gmail, else from the calendar, whichever is allowed. Scopes come with the login. */
const access = Effect.gen(function* () {
  const values = yield* settings.config
  const login = yield* oauthLogin(oauthClient(values), "google", values.refreshToken)
  const token = yield* (yield* Tokens).access(login)
  const provider = (url: string) =>
    Effect.flatMap(bearer(login), (bearer) =>
      Provider.make({ source: "google", name: "Google", baseUrl: url, bearer, ...hurried })
    )
  const mail = yield* provider(yield* gmailBaseUrl.config)
  const calendar = yield* provider(yield* calendarBaseUrl.config)
  const profile = yield* Effect.either(mail.json(Profile, { path: "/users/me/profile", query: () => ({}) }))
  const own = Either.isRight(profile)
    ? profile.right.emailAddress
    : Option.getOrNull(
        Option.flatMapNullable(
          yield* Effect.option(
            calendar.json(Calendar, { path: "/calendars/primary/events", query: () => ({ maxResults: 1 }) })
          ),
          ({ summary }) => summary
        )
      )
  const scopes = (token.account["scope"] ?? "").split(/\s+/).filter((scope) => scope !== "")
  return { account: own?.includes("@") === true ? own : null, scopes }
})

/** Account lookup at Google. Invalid settings count as no account; `doctor` reports them. */
export const googleAccount = Layer.effect(
  GoogleAccount,
  Effect.map(
    Effect.all([Effect.context<Tokens | HttpClient.HttpClient>(), Effect.serviceOption(SourceConfig)]),
    ([context, config]) =>
      ({
        access: Effect.gen(function* () {
          const lacks = yield* Effect.orElseSucceed(settings.missing, () => ["settings"])
          return lacks.length > 0 ? Option.none() : Option.some(yield* access)
        }).pipe(
          Effect.catchTag("ConfigError", () => Effect.succeedNone),
          (account) => (Option.isNone(config) ? account : config.value.read(account)),
          Effect.provide(context)
        )
      }) satisfies Context.Tag.Service<GoogleAccount>
  )
)

/**
 * Google's reasons (https://developers.google.com/workspace/calendar/api/guides/errors):
 * `{"error":{"errors":[{"reason":"rateLimitExceeded"}],"code":403}}`.
 */
const reasonsOf = (answer: Answer): ReadonlyArray<string> => {
  const error = field(Either.getOrNull(answer.json), "error")
  const errors = field(error, "errors")
  const listed = Array.isArray(errors) ? errors.map((one: unknown) => field(one, "reason")) : []
  return [...listed, field(error, "status")].filter((reason) => typeof reason === "string")
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined

const tooMany = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|RESOURCE_EXHAUSTED)$/

/** Classifies a Google response; `api` is the product name of the API. */
export const judge =
  (api: string) =>
  (answer: Answer): Verdict.Verdict => {
    if (answer.status !== 403) return Verdict.ofStatus(answer)
    const reasons = reasonsOf(answer)
    if (reasons.some((reason) => tooMany.test(reason)))
      return Verdict.again("rate_limited", "got too many calls (HTTP 403)", Verdict.retryAfter(answer))
    if (reasons.includes("dailyLimitExceeded"))
      return Verdict.stop("rate_limited", "allows no more calls today", {
        next: "sync again tomorrow: it resumes where it stopped"
      })
    if (reasons.includes("accessNotConfigured") || reasons.includes("SERVICE_DISABLED")) {
      return Verdict.stop("forbidden", "is not turned on for this client", {
        next: `turn on the ${api} in the Google Cloud console, then sync again`
      })
    }
    return Verdict.stop("forbidden", "is not allowed by the login (HTTP 403)", {
      next: "run `daybook connect google` again and leave every box ticked"
    })
  }

/** Only a new login helps. */
export const advice = { unauthorized: "run `daybook connect google`" }
