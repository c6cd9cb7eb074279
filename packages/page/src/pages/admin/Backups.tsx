import { useEffect, useState } from "preact/hooks"
import type { Backups as BackupList } from "../../admin/answers.js"
import { addressOf, adminRequest } from "../../admin/key.js"
import { AdminSection, ActionOutcome, SureButton } from "../../admin/parts.js"
import { dayAndTime, size } from "../../admin/times.js"
import { useAction } from "../../admin/useAction.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Figure } from "../../parts/Frame.js"
import { briefDate, clock, count } from "../../text/format.js"

/** Lets the browser download a file, which it writes to disk while it arrives. */
const offer = (path: string, name: string): void => {
  const link = document.createElement("a")
  link.href = addressOf(path)
  link.download = name
  link.click()
}

/** "21 Nov" */
const dayOf = (instant: string): string => briefDate(Date.parse(instant), Date.now())

/** How often the page asks while a backup is made, and otherwise, in milliseconds. */
const intervals = { running: 1_000, idle: 30_000 }

/** The backups of the host: last, next, make one, download. */
export const Backups = () => {
  const [isRunning, setIsRunning] = useState(false)
  const backups = useAdminAnswer<BackupList>("/v1/admin/backups", isRunning ? intervals.running : intervals.idle)
  useEffect(() => setIsRunning(backups.value?.running != null), [backups.value])
  const action = useAction()
  const start = () =>
    void action
      .run("start", async () => {
        await adminRequest("POST", "/v1/admin/backups")
        return "A backup is being made. The host answers as usual meanwhile."
      })
      .then(backups.reload)
  const download = (name: string) =>
    void action.run("download", async () => {
      const { path } = await adminRequest<{ readonly path: string }>("POST", `/v1/admin/backups/${name}/download`)
      offer(path, name)
      return `The browser downloads ${name}. It is not encrypted: put it where nobody else can read it.`
    })
  const remove = (name: string) =>
    void action
      .run("delete", async () => {
        await adminRequest("DELETE", `/v1/admin/backups/${name}`)
        return `${name} is deleted.`
      })
      .then(backups.reload)
  return (
    <AdminSection title="Backups" answer={backups} rows={6}>
      {({ data, failure, next_at, running }) => (
        <>
          <dl class="figures">
            <Figure
              value={data[0] === undefined ? "none yet" : dayOf(data[0].made_at)}
              of="Last backup"
              {...(data[0] === undefined
                ? {}
                : { note: `at ${clock(Date.parse(data[0].made_at))}, ${size(data[0].size_bytes)}` })}
            />
            <Figure
              value={next_at === null ? "not planned" : dayOf(next_at)}
              of="Next backup"
              note={next_at === null ? <code>DAYBOOK_BACKUP_SCHEDULE</code> : `at ${clock(Date.parse(next_at))}`}
            />
          </dl>
          <p class="backup-now">
            <button
              type="button"
              class="primary"
              disabled={running !== null || action.busy !== undefined}
              onClick={start}
            >
              Make a backup now
            </button>
            <span role="status" class="quiet">
              {running !== null && `A backup is being made: ${count(running.rows)} rows so far.`}
            </span>
          </p>
          {failure !== null && (
            <p class="trouble">
              The backup of {dayAndTime(failure.failed_at)} failed: {failure.error}
            </p>
          )}
          <ActionOutcome action={action} />
          <ul class="admin-rows">
            {data.map(({ made_at, name, size_bytes }) => (
              <li key={name} class="admin-row">
                <div class="what">
                  <p class="name">{dayAndTime(made_at)}</p>
                  <p class="quiet">
                    <span class="address">{name}</span> · {size(size_bytes)}
                  </p>
                </div>
                <div class="buttons">
                  <button type="button" disabled={action.busy !== undefined} onClick={() => download(name)}>
                    {action.busy === "download" ? "Downloading" : "Download"}
                    <span class="visually-hidden"> {name}</span>
                  </button>
                  <SureButton
                    of={`the backup ${name}`}
                    sure="Delete for good"
                    disabled={action.busy !== undefined}
                    onSure={() => remove(name)}
                  >
                    Delete
                  </SureButton>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </AdminSection>
  )
}
