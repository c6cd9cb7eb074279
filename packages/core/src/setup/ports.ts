import { Context, type Effect, type Option, type Redacted } from "effect"
import type { Domain } from "../domains.js"
import type { BadInput, Conflict, NoData, StorageFailure } from "../shared/errors.js"
import type { DeclinedZone, ZoneEvidence } from "../shared/zoneSuggestions.js"

/** Units of distances on the page. */
export type UnitSystem = "imperial" | "metric"

/** Where the value of a setting comes from: a variable, the configuration file, or the API. */
export type SettingOrigin = "environment" | "file" | "stored"

/** A setting of a source as it is now. */
export interface SettingStatus {
  readonly name: string
  readonly sentence: string
  /** Short words for the accepted values. */
  readonly type: string
  /** The text that has the same effect as no value; null without one. */
  readonly default: string | null
  /** What applies without a value, where no text has the same effect. */
  readonly absence: string | null
  readonly isSecret: boolean
  readonly isRequired: boolean
  /** None if it has no value. */
  readonly origin: SettingOrigin | null
  /** Why it cannot be changed here; null if it can. */
  readonly fixed: string | null
  /** The text; null for secrets and without a value. */
  readonly value: string | null
}

/** The login of a provider that a source needs or may use. */
export interface LoginStatus {
  /** Display name of the provider. */
  readonly name: string
  readonly isConnected: boolean
  /** Names of the settings that the login needs and that are missing. */
  readonly missing: ReadonlyArray<string>
  /** Page for registering the application whose id and secret the settings hold. */
  readonly application: string | null
}

/** What a source is, what it needs, and what is set. */
export interface SourceDescription {
  readonly id: string
  readonly domain: Domain
  readonly title: string
  /** What it brings, one sentence. */
  readonly brings: string
  /** Where a key is had. */
  readonly keys: string | null
  /** Where an export file is had. */
  readonly exports: string | null
  readonly readsFiles: boolean
  readonly enrichesOnly: boolean
  readonly missing: ReadonlyArray<string>
  readonly settings: ReadonlyArray<SettingStatus>
  readonly login: LoginStatus | null
}

/** The sources of this process and their settings. A change applies to all hosts without a restart. */
export class SourceCatalog extends Context.Tag("@daybook/core/SourceCatalog")<
  SourceCatalog,
  {
    readonly all: Effect.Effect<ReadonlyArray<SourceDescription>, StorageFailure>
    /** Stores values by the names of their settings. */
    readonly set: (
      source: string,
      values: Readonly<Record<string, string>>
    ) => Effect.Effect<void, NoData | BadInput | Conflict | StorageFailure>
    /** Deletes the stored values of these settings, or of all settings of the source. */
    readonly clear: (
      source: string,
      names: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<string>, NoData | BadInput | StorageFailure>
  }
>() {}

/** Values of settings that were entered over the API, encrypted at rest, by the names of the settings. */
export class SettingStore extends Context.Tag("@daybook/core/SettingStore")<
  SettingStore,
  {
    /** A value is none if it was encrypted with another secret. */
    readonly all: Effect.Effect<ReadonlyMap<string, Option.Option<Redacted.Redacted>>, StorageFailure>
    /** Stores values in place of earlier ones. */
    readonly put: (values: ReadonlyMap<string, Redacted.Redacted>) => Effect.Effect<void, StorageFailure>
    /** Deletes values and returns the names of those that existed. */
    readonly remove: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StorageFailure>
  }
>() {}

/** A login that a person began on the page. Times are epoch milliseconds. */
export interface LoginAttempt {
  readonly source: string
  readonly kind: "code" | "device" | "pin" | "password"
  readonly state: "pending" | "done" | "failed"
  /** The provider's page to open. */
  readonly url: string | null
  /** The code to enter there. */
  readonly code: string | null
  /** What failed and what to do next. */
  readonly error: string | null
  readonly expiresAt: number
}

/** A login that a redirect ended. */
export interface EndedLogin {
  readonly source: string
  /** The page that the login was begun on; null if it is not known. */
  readonly page: string | null
}

/** The name and password of a provider that has no other login. They are never stored. */
export interface Credentials {
  readonly username: string
  readonly password: Redacted.Redacted
}

/** The parameters with which a provider redirects the browser. */
export type RedirectParams = Readonly<Record<string, string>>

/** Logins at providers that are begun on the page and end on any host. */
export class SourceLogins extends Context.Tag("@daybook/core/SourceLogins")<
  SourceLogins,
  {
    /**
     * Begins a login in place of an earlier one that is still pending. `page` is where the browser goes after a
     * redirect: it may know this host by another name than the provider.
     */
    readonly begin: (
      source: string,
      credentials: Option.Option<Credentials>,
      page: string | null
    ) => Effect.Effect<LoginAttempt, NoData | BadInput | Conflict | StorageFailure>
    /** The newest login that was begun. */
    readonly latest: (source: string) => Effect.Effect<LoginAttempt, NoData | StorageFailure>
    /** Ends a login by redirect. Its state works once. */
    readonly finish: (params: RedirectParams) => Effect.Effect<EndedLogin, BadInput | StorageFailure>
    /** Deletes the token of the login. */
    readonly forget: (source: string) => Effect.Effect<void, NoData | StorageFailure>
  }
>() {}

/** One-time codes that stand for an admin key, by SHA-256. */
export class OneTimeCodeStore extends Context.Tag("@daybook/core/OneTimeCodeStore")<
  OneTimeCodeStore,
  {
    readonly add: (hash: string, expiresAt: number) => Effect.Effect<void, StorageFailure>
    /** Uses up a code; false if there is none or it has expired. */
    readonly take: (hash: string, now: number) => Effect.Effect<boolean, StorageFailure>
  }
>() {}

/** A minute in which the event loop of a process of the host was held. */
export interface Standstill {
  /** Epoch milliseconds, to the minute. */
  readonly at: number
  /** The process that answers, or the one that works for it. */
  readonly process: "answers" | "works"
  /** The longest delay of the minute. */
  readonly milliseconds: number
  /** How many delays of the minute readers notice. */
  readonly times: number
}

/** What belongs to the data rather than to a process. */
export class HomeStore extends Context.Tag("@daybook/core/HomeStore")<
  HomeStore,
  {
    readonly units: Effect.Effect<UnitSystem | null, StorageFailure>
    readonly setUnits: (units: UnitSystem) => Effect.Effect<void, StorageFailure>
    /** The address of the host that started last. */
    readonly address: Effect.Effect<string | null, StorageFailure>
    readonly announce: (address: string) => Effect.Effect<void, StorageFailure>
    /** The last time that each process of a host was held for long. */
    readonly standstills: Effect.Effect<ReadonlyArray<Standstill>, StorageFailure>
    readonly reportStandstill: (standstill: Standstill) => Effect.Effect<void, StorageFailure>
    /** True while no source has synced and the feed has no item. */
    readonly isEmpty: Effect.Effect<boolean, StorageFailure>
    /** Where stored records say that the owner was, in no order. */
    readonly zoneEvidence: Effect.Effect<ReadonlyArray<ZoneEvidence>, StorageFailure>
    /** Suggestions for the time zones that the owner declined. */
    readonly declinedZones: Effect.Effect<ReadonlyArray<DeclinedZone>, StorageFailure>
    readonly declineZone: (declined: DeclinedZone) => Effect.Effect<void, StorageFailure>
  }
>() {}
