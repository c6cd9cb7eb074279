import { type BadInput, type Calendar, fromZoneName } from "@daybook/core/shared"
import { Config, ConfigError, type Context, Either, Option, Redacted } from "effect"
import { resolve } from "node:path"

/** What every process of one Daybook is told (operations §3). Settings of the host alone are the command line's. */
export interface Settings {
  /** Absolute. */
  readonly dataDir: string
  /** None for the embedded engine. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** Of `DAYBOOK_TIMEZONE`, else of the system: the home of a new database. */
  readonly calendar: Context.Tag.Service<Calendar>
  /** `DAYBOOK_TIMEZONE` is set. */
  readonly namesZone: boolean
}

const invalid = (name: string, message: string) => ConfigError.InvalidData([name], `${name}: ${message}`)

const databaseUrl = Config.option(Config.mapOrFail(Config.redacted(Config.nonEmptyString("DAYBOOK_DATABASE_URL")), (url) =>
  /^postgres(ql)?:\/\/./.test(Redacted.value(url))
    ? Either.right(url)
    : Either.left(invalid("DAYBOOK_DATABASE_URL", "is not a PostgreSQL address: give postgres://user:password@host:5432/database"))))

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const calendar = Config.mapOrFail(Config.option(Config.nonEmptyString("DAYBOOK_TIMEZONE")), (name) =>
  Either.mapLeft(fromZoneName(Option.getOrElse(name, systemZone)), (error: BadInput) => invalid("DAYBOOK_TIMEZONE", error.message)))

export const settings: Config.Config<Settings> = Config.all({
  dataDir: Config.map(Config.withDefault(Config.nonEmptyString("DAYBOOK_DATA_DIR"), ".daybook"), (folder) => resolve(folder)),
  databaseUrl,
  calendar,
  namesZone: Config.map(Config.option(Config.nonEmptyString("DAYBOOK_TIMEZONE")), Option.isSome)
})
