import { Context, type Option } from "effect"
import type { Domain } from "../domains.js"
import type { Source } from "./Source.js"

/**
 * What the settings say about one provider. In a host it follows them: read its properties when they are needed, and do
 * not copy them.
 */
export interface SourceSetup {
  readonly id: string
  readonly domain: Domain
  /**
   * Names of the missing settings, with the value where only another one works. Empty when the source is configured.
   */
  readonly missing: ReadonlyArray<string>
  /** Pulls no records: its enrichments run after each sync of another source of the domain. */
  readonly enrichesOnly: boolean
  /** When the scheduler syncs it, if it has a schedule. */
  readonly schedule: Option.Option<Schedule>
}

/** One provider that Daybook can read, whether configured or not. */
export interface SourceEntry extends SourceSetup {
  /** Present when configured. */
  readonly source: Option.Option<Source<never>>
  /** The source without settings: stored records and export files. Its `pull` ends at once. */
  readonly archive: Source<never>
}

/** The settings to give, as the operator would type them: a disabled switch must be set to true. */
export const missingSettings = ({ missing }: Pick<SourceSetup, "missing">): ReadonlyArray<string> =>
  missing.map((name) => (name.endsWith("_ENABLED") ? `${name}=true` : name))

export interface Schedule {
  /** Five cron fields. */
  readonly cron: string
  /** IANA zone of the cron fields. */
  readonly zone: string
}

/** The setup of every provider, for programs that only report it. */
export class SourceSetups extends Context.Tag("@daybook/core/SourceSetups")<
  SourceSetups,
  ReadonlyArray<SourceSetup>
>() {}

/** Every provider, in the order of the adapters' list. */
export class Sources extends Context.Tag("@daybook/core/Sources")<Sources, ReadonlyArray<SourceEntry>>() {}
