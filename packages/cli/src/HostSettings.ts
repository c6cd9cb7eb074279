import { type Units, unitSystems } from "@daybook/core/running"
import { isProxy } from "@daybook/http"
import { Config, ConfigError, Either } from "effect"

/** What a host is told besides what every process is (operations §3). */
export interface HostSettings {
  readonly host: string
  readonly port: number
  /** Without a slash at its end; empty for the address the host listens on. */
  readonly publicUrl: string
  /** Requests a minute for each key. */
  readonly rateLimit: number
  readonly corsOrigins: ReadonlyArray<string>
  readonly trustedProxies: ReadonlyArray<string>
  readonly units: Units
}

/** What the page and the command line count distances in. */
export const units: Config.Config<Units> = Config.mapOrFail(Config.withDefault(Config.nonEmptyString("DAYBOOK_UNITS"), "imperial"), (text) => {
  const found = unitSystems.find((system) => system === text.trim().toLowerCase())
  return found === undefined
    ? Either.left(ConfigError.InvalidData(["DAYBOOK_UNITS"], `DAYBOOK_UNITS is "${text}": give ${unitSystems.join(" or ")}`))
    : Either.right(found)
})

/** A whole number from `lowest` to `highest`, or a line that says so. */
export const wholeNumber = (name: string, text: string, lowest: number, highest: number): Either.Either<number, string> =>
  /^\d{1,12}$/.test(text.trim()) && Number(text) >= lowest && Number(text) <= highest
    ? Either.right(Number(text))
    : Either.left(`${name} is "${text}": give a whole number from ${lowest} to ${highest}`)

export const highestPort = 65_535

const number = (name: string, standard: number, lowest: number, highest: number) =>
  Config.mapOrFail(Config.withDefault(Config.nonEmptyString(name), String(standard)), (text) =>
    Either.mapLeft(wholeNumber(name, text, lowest, highest), (message) => ConfigError.InvalidData([name], message)))

/** Parts with commas between them, all of them of one kind. */
const list = (name: string, standard: string, isOne: (part: string) => boolean, accepted: string) =>
  Config.mapOrFail(Config.withDefault(Config.string(name), standard), (text) => {
    const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "")
    const wrong = parts.find((part) => !isOne(part))
    return wrong === undefined ? Either.right(parts) : Either.left(ConfigError.InvalidData([name], `${name} has "${wrong}": give ${accepted}`))
  })

/** As browsers send it: scheme, host and port alone. */
const isOrigin = (text: string) => text === "*" || text === "null" || /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text)

/** What paths can be put behind: picture addresses begin with it. */
const isBase = (text: string) => /^https?:\/\/[^?#@\s]+$/i.test(text) && URL.canParse(text)

const publicUrl = Config.mapOrFail(Config.withDefault(Config.string("DAYBOOK_PUBLIC_URL"), ""), (text) =>
  text === "" || isBase(text)
    ? Either.right(text.replace(/\/+$/, ""))
    : Either.left(ConfigError.InvalidData(["DAYBOOK_PUBLIC_URL"], `DAYBOOK_PUBLIC_URL is "${text.replace(/\/\/[^/]*@/, "//…@")}": give an address such as https://daybook.example.org, without a name, a query or a fragment`)))

export const hostSettings: Config.Config<HostSettings> = Config.all({
  host: Config.withDefault(Config.nonEmptyString("DAYBOOK_HOST"), "127.0.0.1"),
  port: number("DAYBOOK_PORT", 8787, 0, highestPort),
  publicUrl,
  rateLimit: number("DAYBOOK_RATE_LIMIT", 100, 1, 1_000_000_000),
  corsOrigins: list("DAYBOOK_CORS_ORIGINS", "*", isOrigin, "* or origins such as https://example.org, with commas between"),
  trustedProxies: list("DAYBOOK_TRUSTED_PROXIES", "", isProxy, "addresses or networks such as 127.0.0.1 or 10.0.0.0/8, with commas between"),
  units
})
