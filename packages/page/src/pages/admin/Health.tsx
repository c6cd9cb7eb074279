import { AdminPage } from "../../admin/AdminPage.js"
import type { HostStatus, Queue } from "../../admin/answers.js"
import { AdminSection } from "../../admin/parts.js"
import { dayAndTime, howLong, size } from "../../admin/times.js"
import { useAdminAnswer } from "../../admin/useAdminAnswer.js"
import { Figure } from "../../parts/Frame.js"
import { titleOfDomain } from "../../parts/records.js"
import { count } from "../../text/format.js"
import { Backups } from "./Backups.js"
import { Runs } from "./Runs.js"
import { SyncGrid } from "./SyncGrid.js"

const Host = ({ database, disk, node_version, started_at, version }: HostStatus) => (
  <dl class="figures">
    <Figure value={version} of="Version" note={`Node.js ${node_version}`} />
    <Figure value={howLong(started_at)} of="Running for" note={`since ${dayAndTime(started_at)}`} />
    <Figure
      value={size(database.size_bytes)}
      of="Database"
      note={`${database.engine}, ${database.connections_open} of ${database.connections_max} connections`}
    />
    {disk !== null && (
      <Figure
        value={size(disk.free_bytes)}
        of="Free on the disk"
        note={`${Math.round((100 * disk.free_bytes) / disk.total_bytes)} % of ${size(disk.total_bytes)}`}
      />
    )}
  </dl>
)

const isNotable = ({ error, given_up, waiting }: Queue): boolean => (waiting ?? 0) > 0 || given_up > 0 || error !== null

const ownerOf = ({ domain, source }: Queue): string =>
  [domain === null ? null : titleOfDomain(domain), source].filter((part) => part !== null).join(", ")

const QueueRow = ({ queue }: { readonly queue: Queue }) => (
  <tr>
    <th scope="row">
      {queue.queue}
      <span class="quiet"> {ownerOf(queue)}</span>
    </th>
    <td class="figure">{queue.waiting === null ? "–" : count(queue.waiting)}</td>
    <td class="figure">{count(queue.given_up)}</td>
    <td class="why">
      {queue.error !== null && `${queue.error}. `}
      {queue.retry_at !== null && `It is tried again ${dayAndTime(queue.retry_at)}.`}
    </td>
  </tr>
)

const Queues = ({ queues }: { readonly queues: ReadonlyArray<Queue> }) => {
  const notable = queues.filter(isNotable)
  const idle = queues.filter((queue) => !isNotable(queue))
  return (
    <>
      {notable.length === 0 ? (
        <p class="quiet">Nothing waits in {count(queues.length)} queues.</p>
      ) : (
        <div class="scroller" tabIndex={0} role="region" aria-label="Table of queues">
          <table class="plain queues">
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col">Waiting</th>
                <th scope="col">Given up</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {notable.map((queue) => (
                <QueueRow key={`${queue.queue} ${queue.domain} ${queue.source}`} queue={queue} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notable.length > 0 && idle.length > 0 && <p class="quiet">Nothing waits in {count(idle.length)} others.</p>}
    </>
  )
}

const Content = () => {
  const status = useAdminAnswer<HostStatus>("/v1/admin/health", 10_000)
  return (
    <>
      <AdminSection title="Host" answer={status} rows={5}>
        {(value) => <Host {...value} />}
      </AdminSection>
      <SyncGrid />
      <Runs />
      <AdminSection title="Queues" answer={{ ...status, failure: undefined }} rows={4}>
        {({ queues }) => <Queues queues={queues} />}
      </AdminSection>
      <Backups />
    </>
  )
}

/** `/health`. */
export const Page = () => (
  <AdminPage title="Health" lead="Whether this host does its work: syncs, queues, database, disk and backups.">
    <Content />
  </AdminPage>
)
