import { type HookFields, type LastFmFields, hookEventTypes, hookKinds, signatureVersions } from "@daybook/core/hooks"
import { field, withExample } from "@daybook/core/shared"
import { Schema } from "effect"

const optionalText = (description: string) => Schema.optional(Schema.String.annotations({ description }))
const nullableText = (description: string) => Schema.optional(Schema.NullOr(Schema.String).annotations({ description }))
const seconds = (description: string, example: number) =>
  withExample(Schema.optional(Schema.Number.annotations({ description })), example)

/** Fields that a request may set. The service checks values that depend on the kind. */
const fields = {
  url: field(optionalText("https address; its kind decides what is sent"), "Address", "https://n8n.example/in/7"),
  events: field(
    Schema.optional(
      Schema.Array(Schema.String).annotations({
        description: `Events of a webhook, at least one of: ${hookEventTypes.join(", ")}`
      })
    ),
    "Events of a webhook",
    ["feed.item.created"]
  ),
  domains: field(
    Schema.optional(
      Schema.NullOr(Schema.Array(Schema.String)).annotations({ description: "Only these domains; all by default" })
    ),
    "Only these domains; null for all",
    ["running"]
  ),
  lens: field(nullableText("Name of a lens; null for everything"), "Name of a lens; null for everything", null),
  description: field(nullableText("Purpose of the hook"), "Purpose of the hook", "posts runs to the club"),
  repository: withExample(optionalText("`owner/name` of a repository, for `github`"), "someone/site"),
  token: withExample(
    optionalText("Token that may start the repository's workflows, for `github`; user token, for `listenbrainz`"),
    "github_pat_EXAMPLEexample"
  ),
  last_fm: Schema.optional(
    Schema.Struct({
      api_key: field(Schema.String, "Key of an API account at Last.fm", "EXAMPLEexample"),
      shared_secret: field(Schema.String, "Its shared secret", "EXAMPLEexample"),
      session_key: withExample(optionalText("Session key of the user, if there is one already"), "EXAMPLEexample"),
      user_name: withExample(optionalText("User that Last.fm makes a session for; needs the password"), "someone"),
      password: withExample(optionalText("Password of the user; used once and not stored"), "EXAMPLEexample")
    }).annotations({ description: "API account and user, for `lastfm`" })
  ),
  header: Schema.optional(
    Schema.NullOr(
      Schema.Struct({
        name: field(Schema.String, "Name of the header", "authorization"),
        value: field(Schema.String, "Value of the header", "Bearer EXAMPLEexample")
      })
    ).annotations({ description: "A secret header, for `post`" })
  ),
  quiet_s: seconds("Build hooks: seconds without a change before a build, 60 by default", 60),
  max_wait_s: seconds("Build hooks: most seconds from the first change to the build, 900 by default", 900),
  min_interval_s: seconds("Build hooks: least seconds between two builds, 600 by default", 600),
  max_per_day: seconds("Build hooks: most builds on a day of the home time zone, 24 by default", 24)
}

export const NewHook = Schema.Struct({
  kind: Schema.optional(
    Schema.Literal(...hookKinds).annotations({
      description: "`webhook`, the build hook of a site, or a service that listens are passed on to",
      default: "webhook"
    })
  ),
  signature: Schema.optional(
    Schema.Literal(...signatureVersions).annotations({
      description: "Signature of a webhook: `v1` is HMAC-SHA256, `v1a` is ed25519",
      default: "v1"
    })
  ),
  ...fields
}).annotations({
  identifier: "NewHook",
  examples: [{ kind: "webhook", url: "https://n8n.example/in/7", events: ["feed.item.created"], domains: ["running"] }]
})

export const HookUpdate = Schema.Struct(fields).annotations({
  identifier: "HookUpdate",
  examples: [{ domains: ["running"], description: "posts runs to the club" }]
})

export const ReplayPayload = Schema.Struct({
  since: field(
    Schema.String.annotations({ description: "Messages created since this time or day" }),
    "Messages created since this time or day",
    "2026-03-14T20:15:00.000Z"
  ),
  failed_only: Schema.optional(
    Schema.Boolean.annotations({ description: "Only messages that did not arrive; true by default", default: true })
  )
}).annotations({ identifier: "HookReplay" })

type Fields = typeof HookUpdate.Type

const definedFields = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<A>

const lastFmOf = (fields: NonNullable<Fields["last_fm"]>): LastFmFields => ({
  apiKey: fields.api_key,
  sharedSecret: fields.shared_secret,
  sessionKey: fields.session_key,
  userName: fields.user_name,
  password: fields.password
})

/** The fields of a hook, as the service takes them. */
export const fieldsOf = ({
  last_fm,
  max_per_day,
  max_wait_s,
  min_interval_s,
  quiet_s,
  ...rest
}: Fields): HookFields => {
  const timing = definedFields({
    quiet: quiet_s,
    maxWait: max_wait_s,
    minInterval: min_interval_s,
    maxPerDay: max_per_day
  })
  return {
    ...rest,
    ...(last_fm === undefined ? {} : { lastFm: lastFmOf(last_fm) }),
    ...(Object.keys(timing).length === 0 ? {} : { timing: timing as NonNullable<HookFields["timing"]> })
  }
}
