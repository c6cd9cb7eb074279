import { useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { to } from "../../router/location.js"
import { count, quantity } from "../../text/format.js"
import type { Import } from "./upload.js"
import { isMoving, textOf } from "./useImports.js"

const states: Readonly<Record<Import["state"], string>> = {
  receiving: "On its way to the host",
  waiting: "Waiting for its turn",
  checking: "Dry run: nothing is stored yet",
  checked: "Read. Nothing is stored yet",
  importing: "Importing",
  completed: "Imported",
  failed: "Failed",
  stopped: "Stopped. What was stored stays"
}

/** "1 min 20 s" */
const duration = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`

const paceOf = ({ eta_s: eta, rows_per_second: rate, rows_read: rows }: Import): string =>
  [
    ...(rows === 0 ? [] : [`${count(rows)} read`]),
    ...(rate === null ? [] : [`${count(rate)} a second`]),
    ...(eta === null ? [] : [`about ${duration(eta)} left`])
  ].join(", ")

/** From 0 to 1; undefined while unknown. */
const shareOf = (one: Import): number | undefined => {
  if (one.state === "receiving")
    return one.bytes_announced === null ? undefined : one.bytes_received / Math.max(1, one.bytes_announced)
  const total = one.dry_run ? undefined : one.check?.rows
  if (total !== undefined && total > 0) return Math.min(1, one.rows_read / total)
  const { eta_s: eta, started_at: began } = one
  if (eta === null || began === null) return undefined
  const past = Math.max(0, (Date.now() - Date.parse(began)) / 1000)
  return past / Math.max(1, past + eta)
}

type Result = NonNullable<Import["check"]>

/** The rows that were left out, each with its reason. */
const Unreadable = ({ unreadable, unreadable_rows: rows }: Result) =>
  unreadable === 0 ? null : (
    <details>
      <summary>{quantity(unreadable, "unreadable row")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reason, row }) => (
            <tr key={row}>
              <td>{row}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unreadable > rows.length && <p class="quiet">And {count(unreadable - rows.length)} more.</p>}
    </details>
  )

/** Why rows were left out, and which files of an archive nobody opened. */
const LeftOut = ({
  report: { left_out: reasons, members, rows_used: used, rows_left_out: left, rows_read: read }
}: Result) => {
  const unread = members?.unread ?? 0
  if (left === 0 && unread === 0) return null
  const more = unread - (members?.unread_names.length ?? 0)
  return (
    <details>
      <summary>
        {[
          `${quantity(read, "row")} read, ${count(used)} kept`,
          ...(left === 0 ? [] : [`${count(left)} left out`]),
          ...(unread === 0 ? [] : [`${quantity(unread, "file")} of the archive not opened`])
        ].join(", ")}
      </summary>
      <ul>
        {reasons.map(({ first_row: first, reason, rows }) => (
          <li key={reason}>
            {count(rows)}: {reason}
            {first === null ? "" : ` (first: ${first})`}
          </li>
        ))}
      </ul>
      {unread > 0 && (
        <p class="quiet">
          Not opened: {members?.unread_names.join(", ")}
          {more > 0 && ` and ${count(more)} more`}
        </p>
      )}
    </details>
  )
}

const ResultLines = (result: Result) => (
  <>
    <p class="summary">{result.summary}</p>
    {result.remarks.map((remark) => (
      <p key={remark} class="quiet">
        {remark}
      </p>
    ))}
    <LeftOut {...result} />
    <Unreadable {...result} />
  </>
)

const changesOf = ({ added, changed, removed }: Result) =>
  [`${count(added)} added`, `${count(changed)} changed`, ...(removed === 0 ? [] : [`${count(removed)} removed`])].join(
    ", "
  )

interface CardProps {
  readonly one: Import
  readonly onChange: () => void
}

const startText: Partial<Readonly<Record<Import["state"], string>>> = {
  checked: "Import it",
  stopped: "Go on",
  failed: "Try again"
}

/** One import: its state, its progress, its result, and what can be done with it. */
export const ImportCard = ({ one, onChange }: CardProps) => {
  const [failure, setFailure] = useState("")
  const act = async (method: "POST" | "DELETE", path: string) => {
    try {
      await adminRequest(method, `/v1/admin/imports/${one.id}${path}`)
      setFailure("")
    } catch (error) {
      setFailure(textOf(error))
    }
    onChange()
  }
  const start = startText[one.state]
  const result = one.result ?? one.check
  return (
    <li class="import">
      <h3 dir="auto">{one.name}</h3>
      <p role="status">
        {states[one.state]}
        {one.source === "" ? "" : ` · ${one.source}`}
      </p>
      {isMoving(one) && (
        <>
          <progress aria-label={`Progress of ${one.name}`} max={1} value={shareOf(one)} />
          <p class="quiet">{paceOf(one)}</p>
        </>
      )}
      {result !== null && <ResultLines {...result} />}
      {one.result !== null && <p>{changesOf(one.result)}</p>}
      {one.error !== null && (
        <p role="alert">
          {one.error.message}. {one.error.next}.
        </p>
      )}
      {failure !== "" && <p role="alert">{failure}</p>}
      <p class="actions">
        {start !== undefined && (
          <button type="button" onClick={() => void act("POST", "/start")}>
            {start}
            <span class="visually-hidden">: {one.name}</span>
          </button>
        )}
        {isMoving(one) && one.state !== "receiving" && (
          <button type="button" onClick={() => void act("POST", "/stop")}>
            Stop<span class="visually-hidden">: {one.name}</span>
          </button>
        )}
        {!isMoving(one) && (
          <button type="button" class="plain" onClick={() => void act("DELETE", "")}>
            {one.state === "completed" ? "Remove from the list" : "Delete the file"}
            <span class="visually-hidden">: {one.name}</span>
          </button>
        )}
        {one.state === "completed" && one.domain !== null && <a href={to(`/${one.domain}`)}>See it</a>}
      </p>
    </li>
  )
}
