import { titleOfDomain } from "../../parts/records.js"
import { to } from "../../router/location.js"
import { ago, count, quantity } from "../../text/format.js"
import type { Source } from "./model.js"
import { inWords } from "./needs.js"

/** Nothing is to be set up for a source that only reads files. */
const isFile = ({ enriches_only, reads_files }: Source): boolean => enriches_only && reads_files

/** The state of a source in words. */
export const stateText = (source: Source): string => {
  const { configured, enriches_only, sync } = source
  if (!configured) return "Not set up"
  if (sync.status === "running") return "Syncing"
  if (sync.paused) return "Paused: it needs you"
  if (sync.status === "failed") return "The last sync failed"
  if (sync.drift.status === "drifting") return "Differs from the provider"
  if (enriches_only) return isFile(source) ? "Needs only a file" : "Set up"
  if (sync.last_success === null) return "Set up, not synced yet"
  return sync.stale ? "Older than its schedule" : "Up to date"
}

/** Both numbers, where the provider tells its own. */
export const driftSummary = ({ sync: { drift } }: Source): string | null =>
  drift.provider === null || drift.stored === null
    ? null
    : `${count(drift.stored)} of ${count(drift.provider)} ${drift.unit ?? "records"} at the provider`

/** A source in a list: what it brings, what it needs, and where that is had. */
export const SourceCard = ({ source }: { readonly source: Source }) => (
  <li class="source-card">
    <h3>
      <a href={to(`/sources/${source.id}`)}>{source.title}</a>
    </h3>
    <p class="quiet">{titleOfDomain(source.domain)}</p>
    <p>{source.brings}</p>
    <p>
      <strong>{stateText(source)}</strong>
      {source.records !== null && source.records > 0 && ` · ${quantity(source.records, "record")}`}
      {driftSummary(source) !== null && ` · ${driftSummary(source)}`}
      {source.sync.last_success !== null && ` · ${ago(Date.parse(source.sync.last_success), Date.now())}`}
    </p>
    {!source.configured && source.missing.length > 0 && <p class="quiet">Needs {inWords(source.missing, source)}.</p>}
    {(source.keys_url !== null || source.export_url !== null || source.reads_files) && (
      <p class="links">
        {source.keys_url !== null && (
          <a href={source.keys_url} rel="noreferrer">
            Get a key<span class="visually-hidden"> for {source.title}</span>
          </a>
        )}
        {source.export_url !== null && (
          <a href={source.export_url} rel="noreferrer">
            Get an export<span class="visually-hidden"> of {source.title}</span>
          </a>
        )}
        {source.reads_files && (
          <a href={to("/import")}>
            Import a file<span class="visually-hidden"> of {source.title}</span>
          </a>
        )}
      </p>
    )}
  </li>
)
