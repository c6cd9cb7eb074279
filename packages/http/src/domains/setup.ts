import {
  HomeSettings,
  HomeView,
  LoginAttemptView,
  OneTimeCodes,
  SourceLogins,
  SourceOverview,
  SourceView,
  homeView,
  loginAttemptView,
  sourceView
} from "@daybook/core/setup"
import { BadInput, Timestamp, field, iso, withExample } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Redacted, Schema } from "effect"
import { OpenedPageLimit } from "../front/callers.js"
import { Authentication } from "../kit/authentication.js"
import { alsoAnswers, body } from "../kit/body.js"
import { WithoutLens, WorksOnce, created, dataOf, del, get, post, put } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { query, text } from "../kit/params.js"

const SourcePath = Schema.Struct({
  source: Schema.String.annotations({ description: "Name of the source, such as `lastfm`" })
})

const NewSettings = Schema.Struct({
  settings: field(
    Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
      description: "Values by the names of the settings"
    }),
    "Values by the names of the settings",
    { DAYBOOK_LASTFM_USERNAME: "velmora", DAYBOOK_LASTFM_API_KEY: "0123456789abcdef0123456789abcdef" }
  )
}).annotations({ identifier: "NewSourceSettings" })

const Names = query({ names: text("Names of the settings, separated by commas; all of the source by default") }, {})

const NewLogin = Schema.Struct({
  username: withExample(
    Schema.optional(Schema.String.annotations({ description: "User name, for a login by name and password" })),
    "velmora@example.org"
  ),
  password: withExample(
    Schema.optional(Schema.String.annotations({ description: "Password, which is used once and never stored" })),
    "EXAMPLEexample"
  ),
  page: withExample(
    Schema.optional(
      Schema.String.annotations({ description: "Address of the page to come back to after a login by redirect" })
    ),
    "https://life.example/sources/strava"
  )
}).annotations({ identifier: "NewLogin" })

const ForgottenLogin = Schema.Struct({
  message: field(Schema.String, "One-line description of the result", "Done"),
  source: field(Schema.String, "Name of the source", "strava")
}).annotations({ identifier: "ForgottenLogin" })

/** Sources and their settings. */
export class SourcesAdminApi extends HttpApiGroup.make("sourcesAdmin")
  .add(
    get("list", "/", "List sources")
      .addSuccess(dataOf(Schema.Array(SourceView)))
      .annotate(
        Description,
        "Every source: what it brings, what it needs, its settings with where each value comes from, and the state of" +
          " its syncs. Values of secrets are never answered."
      )
  )
  .add(
    get("get", "/:source", "Source detail")
      .setPath(SourcePath)
      .addSuccess(SourceView)
      .addError(NotFound)
      .annotate(Description, "One source with its settings and the state of its syncs.")
  )
  .add(
    put("set", "/:source/settings", "Set settings of a source")
      .setPath(SourcePath)
      .setPayload(body(NewSettings))
      .addSuccess(SourceView)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Stores values, encrypted; the other settings stay. An address of a server of your own needs the secrets that are sent to it" +
          " again, and no login. They apply to every host at once. A setting that comes from" +
          " the environment or the configuration file, and the address of a provider, cannot be changed here."
      )
  )
  .add(
    del("clear", "/:source/settings", "Delete settings of a source")
      .setPath(SourcePath)
      .setUrlParams(Names.params)
      .addSuccess(SourceView)
      .addError(NotFound)
      .annotate(
        Description,
        "Deletes stored values, and with the address of a server of your own the secrets that are sent to it. Sources" +
          " may share a setting, such as those of the Google login; it ends for all of them."
      )
  )
  .add(
    post("connect", "/:source/connect", "Begin a login")
      .setPath(SourcePath)
      .setPayload(body(NewLogin))
      .addSuccess(created(LoginAttemptView))
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Begins the login at the provider: answers the page to open, and the code to enter there. A login by name and" +
          " password ends at once. A login that was begun before ends."
      )
  )
  .add(
    get("login", "/:source/connect", "Login status")
      .setPath(SourcePath)
      .addSuccess(LoginAttemptView)
      .addError(NotFound)
      .annotate(Description, "The login that was begun last, and how it ended.")
  )
  .add(
    del("disconnect", "/:source/connect", "Delete a login")
      .setPath(SourcePath)
      .addSuccess(ForgottenLogin)
      .addError(NotFound)
      .annotate(
        Description,
        "Deletes the token of the login here. The provider may list the application until it is removed there."
      )
  )
  .annotate(Description, "Sources, their settings and logins. Needs an admin key.")
  .prefix("/admin/sources")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const sourcesAdmin = handlersFor(SourcesAdminApi)([SourceOverview, SourceLogins], (sources, logins) => ({
  list: () => Effect.map(sources.all, (all) => ({ data: all.map(sourceView) })),
  get: ({ path }) => Effect.map(sources.one(path.source), sourceView),
  set: ({ path, payload }) => Effect.map(sources.set(path.source, payload.settings), sourceView),
  clear: ({ path, urlParams }) => Effect.map(sources.clear(path.source, namesIn(urlParams.names)), sourceView),
  connect: ({ path, payload: { page, password, username } }) =>
    Effect.flatMap(Effect.all([credentialsOf(username, password), pageOf(page)]), ([credentials, back]) =>
      Effect.map(logins.begin(path.source, credentials, back), loginAttemptView)
    ),
  login: ({ path }) => Effect.map(logins.latest(path.source), loginAttemptView),
  disconnect: ({ path }) =>
    Effect.as(logins.forget(path.source), { message: "The login is deleted", source: path.source })
}))

const namesIn = (names: string | undefined): ReadonlyArray<string> | null =>
  names === undefined
    ? null
    : names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")

const maxPageLength = 2_000

/** A page of the web without a query. The caller is an admin, so it may be of any host. */
const pageOf = (page: string | undefined) => {
  if (page === undefined) return Effect.succeed(null)
  return page.length <= maxPageLength && /^https?:\/\/[^?#@\s]+$/i.test(page) && URL.canParse(page)
    ? Effect.succeed(new URL(page).href)
    : new BadInput({ message: "page must be an http or https address without a query" })
}

const credentialsOf = (username: string | undefined, password: string | undefined) => {
  if (username === undefined && password === undefined) return Effect.succeedNone
  return username === undefined || username.trim() === "" || password === undefined || password === ""
    ? new BadInput({ message: "username and password belong together: give both" })
    : Effect.succeedSome({ username, password: Redacted.make(password) })
}

const HomeChanges = Schema.Struct({
  time_zone: withExample(
    Schema.optional(Schema.String.annotations({ description: "Home time zone, an IANA name" })),
    "Europe/Berlin"
  ),
  units: Schema.optional(
    Schema.Literal("imperial", "metric").annotations({ description: "Units of distances on the page" })
  )
}).annotations({ identifier: "HomeChanges" })

/** The home time zone and the units. */
export class HomeAdminApi extends HttpApiGroup.make("homeAdmin")
  .add(
    get("get", "/", "Home settings")
      .addSuccess(HomeView)
      .annotate(Description, "The home time zone and the units, and whether anything is stored yet.")
  )
  .add(
    put("set", "/", "Change home settings")
      .setPayload(body(HomeChanges))
      .addSuccess(HomeView)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Changes what is given. The host then opens its data again, and with another time zone computes every day again:" +
          " it answers after some seconds, with much data after a minute. Syncs and other hosts must have ended."
      )
  )
  .annotate(Description, "Settings of the home. Needs an admin key.")
  .prefix("/admin/home")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const homeAdmin = handlersFor(HomeAdminApi)([HomeSettings], (home) => ({
  get: () => Effect.map(home.status, homeView),
  set: ({ payload }) => Effect.map(home.change({ zone: payload.time_zone, units: payload.units }), homeView)
}))

const OneTimeCode = Schema.Struct({
  code: field(
    Schema.String.annotations({ description: "Code in the address that `daybook open` prints" }),
    "Code in the address that `daybook open` prints",
    "svc_open_EXAMPLEexampleEXAMPLEexample0123456"
  )
}).annotations({ identifier: "OneTimeCode" })

const OpenedKey = Schema.Struct({
  key: field(Schema.String, "Admin key for a browser tab", "svc_admin_EXAMPLEexampleEXAMPLEexample0123456"),
  expires_at: field(Timestamp, "When the key expires", "2026-03-15T08:15:00.000Z")
}).annotations({ identifier: "OpenedKey" })

const Redirect = query(
  {
    state: text("State of the login"),
    code: text("Code of the provider"),
    error: text("Error of the provider"),
    scope: text("What the person allowed")
  },
  {}
)

const LoginRedirect = Schema.Struct({
  location: field(Schema.String, "Page that the browser goes to", "../../sources/strava?login=ended")
}).annotations({ identifier: "LoginRedirect", ...HttpApiSchema.annotations({ status: 303 }) })

/** What needs no key: a one-time code and the state of a login stand for one. */
export class SetupApi extends HttpApiGroup.make("setup")
  .add(
    post("open", "/open", "Exchange a one-time code")
      .setPayload(body(OneTimeCode))
      .addSuccess(created(OpenedKey))
      .addError(TooLarge)
      .annotate(
        Description,
        "Gives an admin key for twelve hours in exchange for the code of `daybook open`. A code works once, within 60 s." +
          " The body may have 4 KB. Needs no key."
      )
  )
  .add(
    get("callback", "/callback", "End a login")
      .setUrlParams(Redirect.params)
      .addSuccess(LoginRedirect)
      .annotateContext(alsoAnswers(303, { headers: { Location: "Page that the browser goes to" } }))
      .annotate(WithoutLens, true)
      .annotate(WorksOnce, true)
      .annotate(
        Description,
        "The address that providers redirect a browser to after a login. It works once for each login and leads back to" +
          " the page of the source. Needs no key."
      )
  )
  .annotate(Description, "The first steps in a browser. Need no key.")
  .prefix("/setup") {}

const definedOf = (params: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const backTo = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson({ location } satisfies typeof LoginRedirect.Type, {
    status: 303,
    headers: { location, "referrer-policy": "no-referrer" }
  })

export const setup = handlersFor(SetupApi)([OneTimeCodes, SourceLogins, OpenedPageLimit], (codes, logins, limit) => ({
  open: ({ payload }) =>
    Effect.map(codes.redeem(payload.code, limit), ({ key, token }) => ({
      key: token,
      expires_at: iso(Option.getOrElse(key.expiresAt, () => key.createdAt))
    })),
  callback: ({ urlParams }) =>
    Effect.match(logins.finish(definedOf(urlParams)), {
      onSuccess: ({ page, source }) => backTo(`${page ?? `../../sources/${source}`}?login=ended`),
      onFailure: () => backTo("../../sources?login=unknown")
    })
}))
