import { Pictures, sweepOriginals } from "@daybook/core/images"
import { type Units, unitSystems } from "@daybook/core/running"
import { Enrichments, Scheduler } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { isProxy, serve } from "@daybook/http"
import { Config, ConfigError, Duration, Effect, Either, Option, Schedule } from "effect"
import { MetricsInterval } from "./telemetry/index.js"
import { version } from "./version.js"

/** Settings of a host, in addition to those of every process. */
export interface HostSettings {
  readonly host: string
  readonly port: number
  /** Without a trailing slash. Empty: the address the host listens on. */
  readonly publicUrl: string
  /** Requests per minute and key. */
  readonly rateLimit: number
  readonly corsOrigins: ReadonlyArray<string>
  readonly trustedProxies: ReadonlyArray<string>
  readonly units: Units
}

/** The unit system of the page and the command line. */
export const units: Config.Config<Units> = Config.mapOrFail(
  Config.withDefault(Config.nonEmptyString("DAYBOOK_UNITS"), "imperial"),
  (text) => {
    const units = unitSystems.find((system) => system === text.trim().toLowerCase())
    return units === undefined
      ? Either.left(
          ConfigError.InvalidData(["DAYBOOK_UNITS"], `DAYBOOK_UNITS is "${text}": give ${unitSystems.join(" or ")}`)
        )
      : Either.right(units)
  }
)

/** An integer from `lowest` to `highest`, or an error message. */
export const wholeNumber = (
  name: string,
  text: string,
  lowest: number,
  highest: number
): Either.Either<number, string> =>
  /^\d{1,12}$/.test(text.trim()) && Number(text) >= lowest && Number(text) <= highest
    ? Either.right(Number(text))
    : Either.left(`${name} is "${text}": give a whole number from ${lowest} to ${highest}`)

export const highestPort = 65_535

const number = (name: string, standard: number, lowest: number, highest: number) =>
  Config.mapOrFail(Config.withDefault(Config.nonEmptyString(name), String(standard)), (text) =>
    Either.mapLeft(wholeNumber(name, text, lowest, highest), (message) => ConfigError.InvalidData([name], message))
  )

/** A comma-separated list. `accepted` describes the valid values in the error message. */
const list = (name: string, standard: string, isValid: (part: string) => boolean, accepted: string) =>
  Config.mapOrFail(Config.withDefault(Config.string(name), standard), (text) => {
    const parts = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
    const wrong = parts.find((part) => !isValid(part))
    return wrong === undefined
      ? Either.right(parts)
      : Either.left(ConfigError.InvalidData([name], `${name} has "${wrong}": give ${accepted}`))
  })

/** An origin as browsers send it: scheme, host and port. */
const isOrigin = (text: string) => text === "*" || text === "null" || /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text)

/** A URL that a path can be appended to. Image URLs begin with it. */
const isBase = (text: string) => /^https?:\/\/[^?#@\s]+$/i.test(text) && URL.canParse(text)

const publicUrl = Config.mapOrFail(Config.withDefault(Config.string("DAYBOOK_PUBLIC_URL"), ""), (text) =>
  text === "" || isBase(text)
    ? Either.right(text.replace(/\/+$/, ""))
    : Either.left(
        ConfigError.InvalidData(
          ["DAYBOOK_PUBLIC_URL"],
          `DAYBOOK_PUBLIC_URL is "${text.replace(/\/\/[^/]*@/, "//…@")}": give a URL such as https://daybook.example.org, without a user name, a query or a fragment`
        )
      )
)

export const hostSettings: Config.Config<HostSettings> = Config.all({
  host: Config.withDefault(Config.nonEmptyString("DAYBOOK_HOST"), "127.0.0.1"),
  port: number("DAYBOOK_PORT", 8787, 0, highestPort),
  publicUrl,
  rateLimit: number("DAYBOOK_RATE_LIMIT", 100, 1, 1_000_000_000),
  corsOrigins: list(
    "DAYBOOK_CORS_ORIGINS",
    "*",
    isOrigin,
    "* or origins such as https://example.org, separated by commas"
  ),
  trustedProxies: list(
    "DAYBOOK_TRUSTED_PROXIES",
    "",
    isProxy,
    "addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas"
  ),
  units
})

/** Daily, first one hour after the start, which has enough to do. */
const imageCleanup = Effect.repeat(
  Effect.delay(Effect.ignoreLogged(sweepOriginals), Duration.hours(1)),
  Schedule.spaced(Duration.hours(23))
)

/** Time limit for collecting the last metrics at shutdown. */
const lastMetricsTimeout = Duration.seconds(1)

/**
 * Serves the API, handles webhooks, drains the enrichment queues and, with `schedule`, runs scheduled syncs until the
 * scope closes. Returns the URL.
 */
export const runHost = Effect.fn("runHost")(function* (settings: HostSettings, schedule: boolean) {
  const { port, refreshMetrics } = yield* serve({ ...settings, version })
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  const address = `http://${name}:${port}`
  yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.start)
  yield* Effect.forkScoped(imageCleanup)
  const interval = yield* MetricsInterval
  if (Option.isSome(interval)) {
    yield* Effect.forkScoped(Effect.repeat(refreshMetrics, Schedule.spaced(interval.value)))
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(refreshMetrics), lastMetricsTimeout))
  }
  // Imports, webhooks and manual syncs queue enrichment tasks even without a schedule.
  yield* Effect.flatMap(Enrichments, (enrichments) => enrichments.watch)
  if (schedule) yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
  return address
})
