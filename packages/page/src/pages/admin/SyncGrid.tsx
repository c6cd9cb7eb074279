import { useLayoutEffect, useRef } from "preact/hooks"
import type { SyncDays } from "../../admin/answers.js"
import { AdminSection } from "../../admin/parts.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { to } from "../../router/location.js"
import { day, quantity } from "../../text/format.js"

type Source = SyncDays["sources"][number]
type Day = Source["days"][number]

const stateOf = ({ completed, failed }: Day): string =>
  completed + failed === 0 ? "none" : failed === 0 ? "good" : completed === 0 ? "bad" : "mixed"

const words: Readonly<Record<string, string>> = {
  none: "no run",
  good: "every run completed",
  mixed: "some runs failed",
  bad: "every run failed"
}

const textOf = ({ completed, date, failed }: Day): string =>
  completed + failed === 0
    ? `${day(date)}: no run`
    : `${day(date)}: ${quantity(completed, "run")} completed${failed === 0 ? "" : `, ${failed} failed`}`

const summary = ({ days }: Source): string => {
  const failed = days.reduce((sum, one) => sum + one.failed, 0)
  const runs = days.reduce((sum, one) => sum + one.completed + one.failed, 0)
  return failed === 0 ? quantity(runs, "run") : `${failed} of ${quantity(runs, "run")} failed`
}

const GridRow = ({ value }: { readonly value: Source }) => (
  <tr>
    <th scope="row">
      <a href={to(`/sources/${value.source}`)}>{value.source}</a>
    </th>
    {value.days.map((one) => (
      <td key={one.date} class={`sync-day ${stateOf(one)}`} title={textOf(one)}>
        <span class="visually-hidden">{textOf(one)}</span>
      </td>
    ))}
    <td class="quiet sum">{summary(value)}</td>
  </tr>
)

const Grid = ({ sources }: SyncDays) => {
  const dates = sources[0]?.days ?? []
  const scroller = useRef<HTMLDivElement>(null)
  // Where the window is narrow, today is in view.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [])
  return (
    <>
      <div ref={scroller} class="scroller sync-grid" tabIndex={0} role="region" aria-label="Syncs by source and day">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Source</span>
              </th>
              {dates.map(({ date }, index) => (
                <th key={date} scope="col" class="tick-day">
                  <span aria-hidden="true">{index % 7 === (dates.length - 1) % 7 ? day(date, "short") : ""}</span>
                  <span class="visually-hidden">{day(date, "short")}</span>
                </th>
              ))}
              <th scope="col">
                <span class="visually-hidden">In thirty days</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map((value) => (
              <GridRow key={value.source} value={value} />
            ))}
          </tbody>
        </table>
      </div>
      <ul class="legend" aria-label="Colours">
        {Object.entries(words).map(([state, text]) => (
          <li key={state}>
            <i class={`sync-day ${state}`} aria-hidden="true" /> {text}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The syncs of thirty days, a row for each source. */
export const SyncGrid = () => {
  const days = useAdminAnswer<SyncDays>("/v1/admin/health/syncs", 60_000)
  return (
    <AdminSection title="Syncs over thirty days" answer={days} rows={6}>
      {(value) =>
        value.sources.length === 0 ? (
          <p class="quiet">
            No source was synced in thirty days. <a href={to("/sources")}>Sources</a> connects one.
          </p>
        ) : (
          <Grid {...value} />
        )
      }
    </AdminSection>
  )
}
