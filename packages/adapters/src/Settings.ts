import { type BadInput, type Calendar, fromZoneName } from "@daybook/core/shared"
import { Config, ConfigError, type Context, Either, Option, Redacted } from "effect"
import { existsSync, mkdirSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** Settings of every process of one instance. Settings of the host alone belong to the CLI. */
export interface Settings {
  /** Absolute. */
  readonly dataDir: string
  /** `None` for the embedded engine. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** From `DAYBOOK_TIMEZONE`, or else from the system: the home time zone of a new database. */
  readonly calendar: Context.Tag.Service<Calendar>
  /** Whether `DAYBOOK_TIMEZONE` is set. */
  readonly namesZone: boolean
}

const invalid = (name: string, message: string) => ConfigError.InvalidData([name], `${name}: ${message}`)

const databaseUrl = Config.option(
  Config.mapOrFail(Config.redacted(Config.nonEmptyString("DAYBOOK_DATABASE_URL")), (url) =>
    /^postgres(ql)?:\/\/./.test(Redacted.value(url))
      ? Either.right(url)
      : Either.left(
          invalid(
            "DAYBOOK_DATABASE_URL",
            "is not a PostgreSQL address: give postgres://user:password@host:5432/database"
          )
        )
  )
)

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const calendar = Config.mapOrFail(Config.option(Config.nonEmptyString("DAYBOOK_TIMEZONE")), (name) =>
  Either.mapLeft(fromZoneName(Option.getOrElse(name, systemZone)), (error: BadInput) =>
    invalid("DAYBOOK_TIMEZONE", error.message)
  )
)

export const settings: Config.Config<Settings> = Config.all({
  dataDir: Config.map(Config.withDefault(Config.nonEmptyString("DAYBOOK_DATA_DIR"), ".daybook"), (folder) =>
    resolve(folder)
  ),
  databaseUrl,
  calendar,
  namesZone: Config.map(Config.option(Config.nonEmptyString("DAYBOOK_TIMEZONE")), Option.isSome)
})

/**
 * Creates a folder that only its owner may enter, and its missing parents. Node's own recursive mkdir loops forever on
 * file systems that reject new folders, such as /proc, and signals do not stop it.
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
