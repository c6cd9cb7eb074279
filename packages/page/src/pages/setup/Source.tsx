import { useLayoutEffect, useState } from "preact/hooks"
import { AdminPage } from "../../admin/AdminPage.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Failure } from "../../parts/Block.js"
import { Figure } from "../../parts/Frame.js"
import type { Params } from "../../router/addresses.js"
import { to, useParameter } from "../../router/location.js"
import { count, quantity } from "../../text/format.js"
import { LoginPanel } from "./LoginPanel.js"
import type { Source } from "./model.js"
import { inWords } from "./needs.js"
import { SettingsForm } from "./SettingsForm.js"
import { driftSummary, stateText } from "./SourceCard.js"
import { SyncNow } from "./SyncNow.js"

const time = (instant: string | null): string =>
  instant === null
    ? "–"
    : new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(Date.parse(instant))

const State = ({ source, reload }: { readonly source: Source; readonly reload: () => void }) => (
  <section class="block" aria-label="State">
    <h2>State</h2>
    <dl class="figures">
      <Figure value={stateText(source)} of="State" />
      {source.records !== null && <Figure value={count(source.records)} of="Records" />}
      {!source.enriches_only && <Figure value={time(source.sync.last_sync)} of="Last sync" />}
      {!source.enriches_only && <Figure value={time(source.sync.next_run)} of="Next sync" />}
      {source.sync.items_synced !== null && (
        <Figure value={quantity(source.sync.items_synced, "record")} of="In the last sync" />
      )}
    </dl>
    <Drift source={source} />
    {source.sync.error !== null && <p role="alert">{source.sync.error}</p>}
    {!source.configured && source.missing.length > 0 && <p>Needs {inWords(source.missing, source)}.</p>}
    {!source.enriches_only && <SyncNow source={source} reload={reload} />}
  </section>
)

const reasonTitles: Readonly<Record<string, string>> = { duplicates: "listed twice", digital: "digital copies" }

/** The provider's own number of records next to the stored one. */
const Drift = ({ source }: { readonly source: Source }) => {
  const { checked_at, explained, status, unexplained } = source.sync.drift
  const summary = driftSummary(source)
  if (summary === null || unexplained === null) return null
  const reasons = Object.entries(explained).map(([reason, of]) => `${count(of)} ${reasonTitles[reason] ?? reason}`)
  return (
    <div role={status === "drifting" ? "alert" : undefined}>
      <p>
        {summary}
        {reasons.length > 0 && `; ${reasons.join(", ")}`}
        {unexplained !== 0 && `; ${count(Math.abs(unexplained))} ${unexplained > 0 ? "missing here" : "more here"}`}
        <span class="quiet"> · counted {time(checked_at)}</span>
      </p>
      {status === "drifting" && (
        <p>
          Two counts in a row differ. <code>daybook sync {source.id} --full</code> reads everything again.
        </p>
      )}
    </div>
  )
}

const Links = ({ source }: { readonly source: Source }) => (
  <p class="links">
    {source.keys_url !== null && (
      <a href={source.keys_url} rel="noreferrer">
        Get a key
      </a>
    )}
    {source.export_url !== null && (
      <a href={source.export_url} rel="noreferrer">
        Get an export
      </a>
    )}
    {source.reads_files && <a href={to("/import")}>Import a file</a>}
  </p>
)

interface DetailProps {
  readonly id: string
  readonly onTitle: (title: string) => void
}

const Detail = ({ id, onTitle }: DetailProps) => {
  const { failure, reload, set, value } = useAdminAnswer<Source>(`/v1/admin/sources/${encodeURIComponent(id)}`)
  const title = value?.title
  useLayoutEffect(() => {
    if (title !== undefined) onTitle(title)
  }, [title])
  const [login] = useParameter("login")
  return (
    <div aria-busy={value === undefined && failure === undefined}>
      {failure !== undefined && <Failure text={failure.message} reload={reload} />}
      {value !== undefined && (
        <>
          <p>{value.brings}</p>
          <Links source={value} />
          <State source={value} reload={reload} />
          <LoginPanel source={value} isBack={login === "ended"} reload={reload} />
          {value.settings.length > 0 && (
            <section class="block" aria-label="Settings">
              <h2>Settings</h2>
              <SettingsForm source={value} onChange={set} />
            </section>
          )}
        </>
      )}
    </div>
  )
}

/** One source: its state, its login and its settings. */
export const Page = ({ params: { id = "" } }: { readonly params: Params }) => {
  const [title, setTitle] = useState("Source")
  return (
    <AdminPage title={title} lead={<a href={to("/sources")}>All sources</a>}>
      <Detail key={id} id={id} onTitle={setTitle} />
    </AdminPage>
  )
}
