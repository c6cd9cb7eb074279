import type { Domain } from "@daybook/core"
import type { SourceRank } from "@daybook/core/ranks"
import type { Days, StorageFailure } from "@daybook/core/shared"
import {
  type DomainWriter,
  type Enrichment,
  type ImportFile,
  type Page,
  type ProviderCount,
  type PullRequest,
  type Recognise,
  type Schedule,
  type Source,
  source,
  type SourceFailure
} from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { Receiver } from "@daybook/core/webhooks"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Cron, Effect, Either, Option, Stream } from "effect"
import { type FileReading, importerOf } from "./exportFile/importer.js"
import type { Connection } from "./oauth/Connection.js"
import * as Setting from "./settings.js"

/** What a person reads about a source before it is set up. */
export interface SourceAbout {
  /** Display name of the provider. */
  readonly title: string
  /** What it brings, in one sentence. */
  readonly brings: string
  /** Page where a key is had. */
  readonly keys?: string
  /** Page where an export file is had. */
  readonly exports?: string
}

/** One provider in the list of sources, before any setting is read. `R` is the services that its records need. */
export interface SourceDefinition<R> {
  readonly id: string
  readonly domain: Domain
  readonly about?: SourceAbout | undefined
  /** Where its reports stand next to those of other sources about the same thing: see `core/src/ranks`. */
  readonly rank?: SourceRank | undefined
  /** Every setting that it reads. Several sources may share one. */
  readonly settings: ReadonlyArray<Setting.Setting<unknown>>
  /** The default schedule, which settings can override. None for a source that only has enrichments. */
  readonly schedule: Option.Option<Schedule>
  /** Pulls nothing: its enrichments run after each sync of another source of the domain. */
  readonly enrichesOnly: boolean
  /** Full names of the required settings that are missing, a login included. Empty when the source is set up. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError | StorageFailure, Tokens>
  /** Enabled by default, since it needs no account. */
  readonly byDefault: boolean
  /**
   * The addresses that it calls, once nothing is missing: web addresses or `imap://host:port`. Users see only the host.
   */
  readonly calls: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError>
  /** The source, once nothing is missing. Fails with a `ConfigError` that names the invalid setting. */
  readonly make: Effect.Effect<Source<R>, ConfigError.ConfigError, HttpClient.HttpClient | Tokens>
  /** What works without settings: stored records and export files. Its `pull` ends immediately. */
  readonly archive: Source<R>
  /** The login that `daybook connect` runs, for a provider that requires one. */
  readonly connect?: Connection | undefined
  /** Receives the provider's webhooks, once nothing is missing. */
  readonly receiver?: Effect.Effect<Receiver<R>, ConfigError.ConfigError, HttpClient.HttpClient | Tokens> | undefined
}

/** The settings of a source. */
interface SourceSettings<Values> {
  readonly fields: Readonly<Record<string, Setting.Setting<unknown>>>
  readonly config: Effect.Effect<Values, ConfigError.ConfigError>
  readonly missing: SourceDefinition<never>["missing"]
}

type Pages<Record, R, E = SourceFailure> = Stream.Stream<Page<Record>, E, R>
type Opened<A> = Effect.Effect<A, ConfigError.ConfigError, HttpClient.HttpClient | Tokens>

/** How a source reads export files: by a format, or by functions of its own. */
type Files<Row, Value, Record, P, Values> =
  | FileReading<Row, Value, Record, P, Values>
  | {
      readonly format?: undefined
      readonly importFile?: (file: ImportFile) => Pages<Record, P>
      /** Whether a file is one that `importFile` reads, by its content. */
      readonly recognise?: Recognise
    }

interface SourceOptions<Values, Record, R> {
  readonly id: string
  readonly about?: SourceAbout
  readonly rank?: SourceRank
  readonly writer: DomainWriter<Record, R>
  readonly syncType: string
  readonly settings: SourceSettings<Values>
  readonly calls: (values: Values) => ReadonlyArray<string>
}

type Options<Values, Record, R, P, Row, Value> = SourceOptions<Values, Record, R> &
  Files<Row, Value, Record, P, unknown>

/** The pages of an export file, before they are stored. */
export interface Importing<Record, P> {
  readonly importFile?: ((file: ImportFile) => Pages<Record, P>) | undefined
  readonly recognise?: Recognise | undefined
}

/** What a source does with the provider, apart from its export files. */
interface Pulling<Record, P, F> {
  readonly pull: (request: PullRequest) => Pages<Record, P, SourceFailure | StorageFailure>
  readonly pullDays?: (days: Days) => Pages<Record, P>
  readonly enrichments?: ReadonlyArray<Enrichment<F>>
  /** Asks the provider for each key alone and returns the keys of records that it has deleted. */
  readonly confirmDeleted?: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, SourceFailure>
  /** The provider's own number of records. Null if it is not known at the moment. */
  readonly providerCount?: Effect.Effect<ProviderCount | null, SourceFailure>
  /**
   * A full read may find no record although some are stored: the provider lists recent ones only. Without it such a run
   * fails.
   */
  readonly mayListNothing?: boolean
}

const importing = <Values, Record, R, P, Row, Value, V>(
  options: SourceOptions<Values, Record, R> & Files<Row, Value, Record, P, V>,
  values: Effect.Effect<V, ConfigError.ConfigError>
): Importing<Record, P> =>
  options.format === undefined
    ? { importFile: options.importFile, recognise: options.recognise }
    : importerOf<Row, Value, Record, P, V>({ ...options, values })

const define = <Values, Record, R, P, F>(
  { about, calls, id, rank, settings, syncType, writer }: SourceOptions<Values, Record, R>,
  { importFile, recognise }: Importing<Record, P>,
  open: (values: Values) => Opened<Pulling<Record, P, F>>
) => {
  const common = { id, writer, syncType, importFile: Option.fromNullable(importFile), recognise }
  return {
    id,
    domain: writer.domain,
    about,
    rank,
    settings: Object.values(settings.fields),
    missing: settings.missing,
    calls: Effect.map(settings.config, calls),
    make: Effect.map(Effect.flatMap(settings.config, open), (parts) =>
      source<Record, R | P | F>({ ...common, ...parts })
    ),
    archive: source<Record, R | P | F>({ ...common, pull: () => Stream.empty, mayListNothing: true })
  }
}

/** A source that pulls records on a schedule. */
export const pulling = <Values, Record, R, P = never, F = never, Row = never, Value = never, I = never>(
  options: Options<Values, Record, R, I, Row, Value> & {
    readonly schedule: Schedule
    readonly open: (values: Values) => Opened<Pulling<Record, P, F>>
    readonly connect?: Connection
    readonly receiver?: (values: Values) => Opened<Receiver<R | P | F>>
  }
): SourceDefinition<R | P | F | I> & Importing<Record, I> => {
  const files: Importing<Record, I> = importing(options, Effect.void)
  return {
    ...define<Values, Record, R, P | I, F>(options, files, options.open),
    ...files,
    schedule: Option.some(options.schedule),
    enrichesOnly: false,
    byDefault: false,
    connect: options.connect,
    receiver: options.receiver && Effect.flatMap(options.settings.config, options.receiver)
  }
}

interface EnrichmentOptions<Values, F> {
  readonly byDefault?: boolean
  readonly enrichments?: (values: Values) => Effect.Effect<ReadonlyArray<Enrichment<F>>, never, HttpClient.HttpClient>
}

const withoutPull = <Values, Record, R, P, F>(
  options: SourceOptions<Values, Record, R> & EnrichmentOptions<Values, F>,
  files: Importing<Record, P>
): SourceDefinition<R | P | F> & Importing<Record, P> => ({
  ...define(options, files, (values) =>
    Effect.map(options.enrichments?.(values) ?? Effect.succeed([]), (enrichments) => ({
      pull: () => Stream.empty,
      mayListNothing: true,
      enrichments
    }))
  ),
  ...files,
  schedule: Option.none(),
  enrichesOnly: true,
  byDefault: options.byDefault ?? false,
  connect: undefined,
  receiver: undefined
})

/** A source with enrichments only. They run after every sync of another source of the same domain. */
export const enrichmentSource = <Values, Record, R, F = never, Row = never, Value = never>(
  options: Options<Values, Record, R, F, Row, Value> & EnrichmentOptions<Values, F>
): SourceDefinition<R | F> & Importing<Record, F> => withoutPull(options, importing(options, Effect.void))

/** A source whose records come from export files alone: there is nothing to pull. */
export const fileSource = <Record, R, P = never, Row = never, Value = never, Values extends object = object>({
  settings,
  ...options
}: Omit<SourceOptions<Values, Record, R>, "calls" | "settings"> &
  Files<Row, Value, Record, P, Values> & {
    /** What the reader of the files needs to know. */
    readonly settings?: SourceSettings<Values>
  }): SourceDefinition<R | P> & Importing<Record, P> => {
  const all = {
    ...options,
    settings: settings ?? (Setting.settings({}) as unknown as SourceSettings<Values>),
    calls: () => [],
    byDefault: true
  }
  return withoutPull(all, importing<Values, Record, R, P, Row, Value, Values>(all, all.settings.config))
}

/** A schedule whose time zone defaults to the home time zone. */
type ZonedSchedule = Omit<Schedule, "zone"> & Partial<Schedule>

/**
 * `DAYBOOK_SCHEDULE_<SOURCE>`: five cron fields and an optional time zone, or `off`. None for a source that only has
 * enrichments.
 */
export const scheduleSetting = ({
  id,
  schedule
}: Pick<SourceDefinition<never>, "id" | "schedule">): Option.Option<Setting.Setting<Option.Option<ZonedSchedule>>> =>
  Option.map(schedule, (standard) =>
    Setting.withDefault<Option.Option<ZonedSchedule>>(
      cronSetting(`DAYBOOK_SCHEDULE_${id.toUpperCase().replaceAll("-", "_")}`, `when ${id} is synced`),
      schedule,
      `${standard.cron} ${standard.zone}`
    )
  )

/** Five cron fields and an optional time zone, or `off`. */
export const cronSetting = (name: string, sentence: string): Setting.Setting<Option.Option<ZonedSchedule>> =>
  Setting.setting({
    name,
    type: "five cron fields and a zone, or `off`",
    sentence,
    parse: (text, name) => {
      if (text === "off") return Either.right(Option.none())
      const words = text.split(/\s+/)
      const cron = words.slice(0, 5).join(" ")
      const zone = words[5]
      return words.length <= 6 && words.length >= 5 && Either.isRight(Cron.parse(cron, zone ?? "UTC"))
        ? Either.right(Option.some({ cron, ...(zone === undefined ? {} : { zone }) }))
        : Either.left(
            Setting.refusal(name, text, 'five cron fields and a zone such as "*/15 * * * * Europe/Berlin", or off')
          )
    }
  })
