import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import { makeMailbox, mboxOf } from "../mails/mailbox.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { makeAgenda } from "./Agenda.js"
import { calendarApi, icsFeed } from "./calendarApi.js"
import { gmailApi } from "./gmailApi.js"
import { client, googleError, makeLogins, scopes } from "./Logins.js"

/** Google's logins, Calendar and Gmail, and the calendar's secret address, each with the base path of its own. */
export const google = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const agenda = makeAgenda(sampleOwner, clock)
    const logins = makeLogins(sampleOwner.seed)
    const secretPath = `/calendar/ical/me%40example.com/private-${hash(sampleOwner.seed, "feed").toString(16)}/basic.ics`
    let forgotten = 0
    const mailbox = makeMailbox(sampleOwner, clock)
    const { mails } = mailbox

    const feed = (request: SimulatedRequest, now: number) => {
      const text = icsFeed(agenda, now)
      const etag = `"${hash(text.replace(/^DTSTAMP:.*$/gm, "")).toString(36)}"`
      if (request.headers["if-none-match"] === etag) return HttpServerResponse.empty({ status: 304, headers: { etag } })
      return HttpServerResponse.text(text, { contentType: "text/calendar; charset=UTF-8", headers: { etag } })
    }

    const answer = Effect.fn(function* (request: SimulatedRequest) {
      const now = yield* clock.now
      const seconds = Math.floor(now / 1_000)
      const { path } = request
      if (path === "/o/oauth2/v2/auth")
        return HttpServerResponse.empty({ status: 302, headers: { location: logins.authorize(request.params) } })
      if (path === "/token") return logins.exchange(request.params, seconds)
      if (path === secretPath) return feed(request, now)
      if (!logins.isGood(request.headers["authorization"], seconds))
        return googleError(401, "authError", "Invalid Credentials")
      const below = (prefix: string) =>
        path.startsWith(`${prefix}/`) ? { ...request, path: path.slice(prefix.length) } : null
      const [calendar, gmail] = [below("/calendar/v3"), below("/gmail/v1")]
      if (calendar !== null)
        return logins.allows(scopes.calendar)
          ? calendarApi(agenda, calendar, now)
          : googleError(403, "insufficientPermissions", "Insufficient Permission")
      if (gmail !== null)
        return logins.allows(scopes.gmail)
          ? gmailApi({ mails: yield* mails, forgotten }, gmail)
          : googleError(403, "insufficientPermissions", "Insufficient Permission")
      return googleError(404, "notFound", "Not Found")
    })

    return makeSimulator({
      id: "google",
      clock,
      settings: {
        DAYBOOK_CALENDAR_BASE_URL: `${baseUrl}/calendar/v3`,
        DAYBOOK_GMAIL_BASE_URL: `${baseUrl}/gmail/v1`,
        DAYBOOK_GOOGLE_AUTH_BASE_URL: baseUrl,
        DAYBOOK_GOOGLE_CLIENT_ID: client.id,
        DAYBOOK_GOOGLE_CLIENT_SECRET: client.secret,
        DAYBOOK_GOOGLE_REFRESH_TOKEN: logins.refresh,
        DAYBOOK_CALENDAR_MIN_INTERVAL_MS: "0",
        DAYBOOK_TICKETS_MIN_INTERVAL_MS: "0"
      },
      control: {
        ...agenda.control,
        /** Anyone who knows this address can read the calendar. */
        feedUrl: `${baseUrl}${secretPath}`,
        ics: Effect.map(clock.now, (now) => icsFeed(agenda, now)),
        mails,
        mbox: Effect.map(mails, mboxOf),
        deliver: mailbox.deliver,
        forgetHistory: Effect.map(mails, (all) => void (forgotten = all.length)),
        expireAccess: Effect.sync(logins.expire),
        revokeLogin: Effect.sync(logins.revoke),
        grantScopes: (granted: ReadonlyArray<string>) => Effect.sync(() => logins.grant(granted))
      },
      ready: Effect.asVoid(mails),
      answer
    })
  })
