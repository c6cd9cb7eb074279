import type { RunView } from "@daybook/core/sync"
import { useState } from "preact/hooks"
import type { Data, Listed, LogLine } from "../../admin/answers.js"
import { AdminSection } from "../../admin/parts.js"
import { dayAndTime } from "../../admin/times.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Choice, Pager } from "../../parts/lists.js"
import { timeOfDay } from "../../text/dates.js"
import { count } from "../../text/format.js"

type Run = typeof RunView.Encoded

const states = [
  ["failed", "Failed"],
  ["running", "Running"],
  ["", "All"]
] as const

const tags: Readonly<Record<Run["status"], string>> = { failed: "bad", running: "", completed: "read" }

const Log = ({ run }: { readonly run: number }) => {
  const answer = useAdminAnswer<Data<LogLine>>(`/v1/admin/sync/runs/${run}/log`)
  return (
    <AdminSection class="run-log" title={`Log of run ${run}`} answer={answer} rows={3}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="quiet">The run logged nothing.</p>
        ) : (
          <ol class="log" tabIndex={0} aria-label={`Lines of the log of run ${run}`}>
            {data.map((line, index) => (
              <li key={index} class={line.level}>
                <time dateTime={line.at}>{timeOfDay(Date.parse(line.at))}</time> <b>{line.level}</b>{" "}
                <span dir="auto">{line.message}</span>
              </li>
            ))}
          </ol>
        )
      }
    </AdminSection>
  )
}

const RunRow = ({ run }: { readonly run: Run }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <div class="admin-row">
        <div class="what">
          <p class="name">
            {run.source} <span class={`tag ${tags[run.status]}`}>{run.status}</span>
          </p>
          <p class="quiet">
            {dayAndTime(run.started_at)} · {run.trigger} · {count(run.added)} added, {count(run.changed)} changed,{" "}
            {count(run.removed)} removed
          </p>
          {run.error !== null && <p class="reason">{run.error}</p>}
        </div>
        <div class="buttons">
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Log<span class="visually-hidden"> of run {run.id}</span>
          </button>
        </div>
      </div>
      {isOpen && <Log run={run.id} />}
    </li>
  )
}

/** The newest runs, those that failed first, each with its log. */
export const Runs = () => {
  const [status, setStatus] = useState("failed")
  const [page, setPage] = useState(1)
  const filter = status === "" ? "" : `&status=${status}`
  const answer = useAdminAnswer<Listed<Run>>(`/v1/admin/sync/runs?page=${page}&limit=5${filter}`, 10_000)
  return (
    <AdminSection title="Runs" answer={answer} rows={8}>
      {({ data, pagination }) => (
        <>
          <Choice
            label="Runs"
            options={states}
            value={status}
            onChange={(next) => {
              setStatus(next)
              setPage(1)
            }}
          />
          {data.length === 0 ? (
            <p class="quiet lead-in">{status === "failed" ? "No run failed." : "No run."}</p>
          ) : (
            <ul class="admin-rows">
              {data.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </ul>
          )}
          {pagination.total_pages > 1 && <Pager of="runs" pagination={pagination} onPage={setPage} />}
        </>
      )}
    </AdminSection>
  )
}
