import { Context, type Option } from "effect"
import type { Domain } from "../rooms.js"
import type { Source } from "./Source.js"

/** One provider that Daybook can read, set up or not. */
export interface SourceEntry {
  readonly id: string
  readonly domain: Domain
  /** Names of the settings that are still missing, with the value where another one stands; empty when the source is set up. */
  readonly missing: ReadonlyArray<string>
  /** Has nothing to pull: its followers run after each sync of another source of the domain. */
  readonly follows: boolean
  /** When it syncs by itself: five cron fields and a zone, or none. */
  readonly schedule: Option.Option<Schedule>
  /** Present when set up. */
  readonly source: Option.Option<Source<never>>
  /** What needs no settings: the records stored already and the export files. Its `pull` ends at once. */
  readonly archive: Source<never>
}

/** What to set so that a source can be used, as one would type it: a switch that was turned off is to be turned on. */
export const wanting = ({ missing }: Pick<SourceEntry, "missing">): ReadonlyArray<string> =>
  missing.map((name) => name.endsWith("_ENABLED") ? `${name}=true` : name)

export interface Schedule {
  readonly cron: string
  /** IANA zone in which the fields are meant. */
  readonly zone: string
}

/** Every provider, in the order of the list in the adapters. */
export class Sources extends Context.Tag("@daybook/core/Sources")<Sources, ReadonlyArray<SourceEntry>>() {}
