import { type Calendar, fromZoneName } from "@daybook/core/shared"
import { Config, ConfigError, type Context, Either, Option, Redacted } from "effect"
import { existsSync, mkdirSync } from "node:fs"
import { dirname, resolve } from "node:path"
import * as Setting from "@daybook/sources/setting"

/** Settings of every process of one instance. Settings of the host alone belong to the CLI. */
export interface Settings {
  /** Absolute. */
  readonly dataDir: string
  /** `None` for the embedded database. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** From `DAYBOOK_TIMEZONE`, or else from the system: the home time zone of a new database. */
  readonly calendar: Context.Tag.Service<Calendar>
  /** Whether `DAYBOOK_TIMEZONE` is set. */
  readonly namesZone: boolean
}

const databaseUrl = Setting.optional(
  Setting.setting({
    name: "DAYBOOK_DATABASE_URL",
    type: "address",
    sentence: "`postgres://user:password@host:5432/name`, PostgreSQL 15 or newer",
    isSecret: true,
    parse: (url, name) =>
      /^postgres(ql)?:\/\/./.test(url)
        ? Either.right(Redacted.make(url))
        : Either.left(`${name}: is not a PostgreSQL address: give postgres://user:password@host:5432/database`)
  }),
  "the embedded database"
)

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The settings of every process of one instance. */
export const instanceSettings = Setting.settings({
  dataDir: Setting.withDefault(
    Setting.setting({
      name: "DAYBOOK_DATA_DIR",
      type: "path",
      sentence: "folder of the embedded database, pictures and the secret",
      keepsSpaces: true,
      parse: Either.right<string>
    }),
    ".daybook",
    ".daybook"
  ),
  databaseUrl,
  timeZone: Setting.optional(
    Setting.setting({
      name: "DAYBOOK_TIMEZONE",
      type: "time zone",
      sentence: "home time zone, an IANA name such as `Europe/Berlin`",
      parse: (zone, name) => Either.mapLeft(fromZoneName(zone), ({ message }) => `${name}: ${message}`)
    }),
    "the system's zone"
  )
})

export const settings: Config.Config<Settings> = Config.mapOrFail(
  instanceSettings.config,
  ({ dataDir, databaseUrl, timeZone }) =>
    Either.map(
      Either.mapLeft(
        Option.isSome(timeZone) ? Either.right(timeZone.value) : fromZoneName(systemZone()),
        ({ message }) => ConfigError.InvalidData(["DAYBOOK_TIMEZONE"], `DAYBOOK_TIMEZONE: ${message}`)
      ),
      (calendar) => ({ dataDir: resolve(dataDir), databaseUrl, calendar, namesZone: Option.isSome(timeZone) })
    )
)

/** A URL that a path can be appended to. */
const isBase = (url: string) => /^https?:\/\/[^?#@\s]+$/i.test(url) && URL.canParse(url)

/** The public address of the host, without a trailing slash. Empty: the address that the host listens on. */
export const publicUrl = Setting.withDefault(
  Setting.setting({
    name: "DAYBOOK_PUBLIC_URL",
    type: "address",
    sentence: "address that clients use; addresses of pictures begin with it",
    parse: (url, name) =>
      isBase(url)
        ? Either.right(url.replace(/\/+$/, ""))
        : Either.left(
            Setting.refusal(
              name,
              url.replace(/\/\/[^/]*@/, "//…@"),
              "a URL such as https://daybook.example.org, without a user name, a query or a fragment"
            )
          )
  }),
  "",
  { absence: "`http://HOST:PORT`" }
)

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
