import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"
import { makeAccount, type Shoes } from "./Account.js"
import { stravaArchive, type ArchiveOptions } from "./archive.js"
import { type Allowance, makeLimits } from "./Limits.js"
import { client, makeLogins } from "./Logins.js"
import { type AccountActivity, detailOf, summaryOf } from "./wire.js"

/**
 * The one webhook subscription that an application may have: made, shown and ended. The handshake is the caller's to
 * try.
 */
const makeSubscriptions = (athlete: number) => {
  let standing: { readonly id: number; readonly callback_url: string; readonly application_id: number } | null = null
  const firstId = 120_000 + (athlete % 1000)
  return (
    { method, params, path }: SimulatedRequest,
    client: { readonly id: string; readonly secret: string }
  ): HttpServerResponse.HttpServerResponse => {
    if (params["client_id"] !== client.id || params["client_secret"] !== client.secret)
      return refused(401, "Application", "client_id", "invalid")
    if (method === "GET") return HttpServerResponse.unsafeJson(standing === null ? [] : [standing])
    if (method === "DELETE") {
      if (standing === null || !path.endsWith(`/${standing.id}`))
        return refused(404, "PushSubscription", "id", "not found")
      standing = null
      return HttpServerResponse.empty({ status: 204 })
    }
    const callback = params["callback_url"] ?? ""
    if (standing !== null) return refused(400, "PushSubscription", "", "already exists")
    if (!URL.canParse(callback) || callback.length > 255)
      return refused(400, "PushSubscription", "callback url", "not verifiable")
    standing = { id: firstId, callback_url: callback, application_id: Number(client.id) }
    return HttpServerResponse.unsafeJson({ id: standing.id }, { status: 201 })
  }
}

const refused = (status: number, resource: string, field: string, code: string) =>
  HttpServerResponse.unsafeJson({ message: "Bad Request", errors: [{ resource, field, code }] }, { status })

const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })
const error = (status: number, message: string, resource: string, field: string, code: string) =>
  json({ message, errors: [{ resource, field, code }] }, status)
const notFound = (resource: string) => error(404, "Record Not Found", resource, "id", "not found")
const unauthorized = error(401, "Authorization Error", "Athlete", "access_token", "invalid")
const overLimit = error(429, "Rate Limit Exceeded", "Application", "rate limit", "exceeded")

/** Strava's API v3 and OAuth for the person's account (https://developers.strava.com/docs/reference/). */
export const strava = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const athlete = {
      id: 20_000_000 + (hash(sampleOwner.seed, "athlete") % 1_000_000),
      username: sampleOwner.username,
      resource_state: 2,
      measurement_preference: "feet"
    }
    const account = makeAccount(sampleOwner, clock)
    const limits = makeLimits()
    const logins = makeLogins(sampleOwner.seed, athlete)
    const subscriptions = makeSubscriptions(athlete.id)

    const shoe = (shoes: Shoes) => ({
      id: shoes.id,
      primary: shoes.primary,
      name: shoes.name,
      nickname: null,
      resource_state: 2,
      retired: shoes.retired,
      distance: shoes.distance,
      converted_distance: Math.round(shoes.distance / 160.9344) / 10
    })

    const list = ({ distortion, params }: SimulatedRequest, all: ReadonlyArray<AccountActivity>) => {
      if (distortion?._tag === "Empty") return json([])
      const before = wholeNumber(params["before"], Infinity)
      const after = wholeNumber(params["after"], -Infinity)
      const size = Math.min(200, wholeNumber(params["per_page"], 30))
      const page = wholeNumber(params["page"], 1)
      if ([before, after, size, page].some(Number.isNaN) || page < 1 || size < 1)
        return error(400, "Bad Request", "Activity", "page", "invalid")
      const within = all.filter(({ at }) => at < before && at > after)
      // Asked for what came after an instant, Strava begins with the oldest.
      const ordered = params["after"] === undefined ? within : within.toReversed()
      return json(ordered.slice((page - 1) * size, page * size).map((run) => summaryOf(run, athlete.id)))
    }

    const api = Effect.fn(function* (request: SimulatedRequest, path: string) {
      const now = Math.floor((yield* clock.now) / 1000)
      const { isAllowed, stamp } = limits.count(now)
      if (!isAllowed) return stamp(overLimit)
      if (!logins.isGood(request.headers["authorization"], now)) return stamp(unauthorized)
      return stamp(yield* answer(request, path))
    })

    const answer = Effect.fn(function* (request: SimulatedRequest, path: string) {
      const [, kind, id] = /^\/(activities|gear)\/([^/]+)$/.exec(path) ?? []
      if (path === "/athlete") return json({ ...athlete, shoes: (yield* account.shoes).map(shoe), bikes: [] })
      if (path === "/athlete/activities") return list(request, yield* account.listed)
      if (kind === "gear") {
        const match = yield* account.gear(id!)
        return match === null
          ? notFound("Gear")
          : json({
              ...shoe(match),
              resource_state: 3,
              brand_name: match.brand,
              model_name: match.model,
              description: null
            })
      }
      const match = (yield* account.view).find((run) => kind === "activities" && String(run.id) === id)
      if (match === undefined) return notFound("Activity")
      const gear = match.gearId === null ? null : yield* account.gear(match.gearId)
      return json(detailOf(match, athlete.id, gear === null ? null : shoe(gear)))
    })

    const oauth = Effect.fn(function* (request: SimulatedRequest) {
      const now = Math.floor((yield* clock.now) / 1000)
      const params = { ...request.params, ...jsonFields(request.body) }
      switch (request.path) {
        case "/oauth/token":
          return logins.exchange(params, now)
        case "/oauth/authorize":
          return consent(params, logins.code())
        default:
          logins.revoke()
          return json({})
      }
    })

    return makeSimulator({
      id: "strava",
      clock,
      settings: {
        DAYBOOK_STRAVA_BASE_URL: baseUrl,
        DAYBOOK_STRAVA_CLIENT_ID: client.id,
        DAYBOOK_STRAVA_CLIENT_SECRET: client.secret,
        DAYBOOK_STRAVA_REFRESH_TOKEN: logins.first,
        DAYBOOK_STRAVA_MIN_INTERVAL_MS: "0"
      },
      control: {
        ...account.control,
        athlete: athlete.id,
        setAllowance: (allowance: Allowance) => Effect.sync(() => limits.set(allowance)),
        usage: Effect.sync(limits.usage),
        expireAccess: Effect.sync(logins.expire),
        revokeLogin: Effect.sync(logins.revoke),
        archive: (options: ArchiveOptions = {}) =>
          Effect.map(Effect.all([account.control.activities, account.shoes, clock.now]), ([all, shoes, now]) =>
            stravaArchive(all, shoes, { madeAt: now, ...options })
          )
      },
      ready: Effect.asVoid(account.view),
      answer: (request) => {
        if (request.path.startsWith("/oauth/")) return oauth(request)
        if (request.path.startsWith("/api/v3/push_subscriptions"))
          return Effect.sync(() => subscriptions(request, client))
        return request.path.startsWith("/api/v3/")
          ? api(request, request.path.slice("/api/v3".length))
          : Effect.succeed(notFound("Path"))
      }
    })
  })

const jsonFields = (body: string): Readonly<Record<string, string>> => {
  if (!body.startsWith("{")) return {}
  try {
    return Object.fromEntries(Object.entries(JSON.parse(body) as object).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}

/** The person presses "Authorize" at once. */
const consent = (params: Readonly<Record<string, string>>, code: string) => {
  const target = params["redirect_uri"]
  if (target === undefined || !URL.canParse(target))
    return error(400, "Bad Request", "Application", "redirect_uri", "invalid")
  const url = new URL(target)
  for (const [name, value] of [
    ["state", params["state"] ?? ""],
    ["code", code],
    ["scope", params["scope"] ?? "read"]
  ] as const)
    url.searchParams.set(name, value)
  return HttpServerResponse.redirect(url.href, { status: 302 })
}
