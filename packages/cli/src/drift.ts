import { type SyncStatus, driftText } from "@daybook/core/sync"

type SourceDrift = SyncStatus["sources"][string]["drift"]

/** What differs between a provider and Daybook, and the command that mends it. */
export const driftLine = (source: string, { explained, provider, stored, unit }: SourceDrift): string =>
  driftText(source, { unit: unit ?? "records", provider: provider ?? 0, stored: stored ?? 0, explained })
