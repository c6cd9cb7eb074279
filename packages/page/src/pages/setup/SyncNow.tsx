import { useEffect, useState } from "preact/hooks"
import { adminRequest } from "../../admin/key.js"
import { useSession } from "../../api/useAnswer.js"
import { count } from "../../text/format.js"
import { type Source, messageOf } from "./model.js"

/** An event of the stream about a run. */
interface Progress {
  readonly run: number
  readonly source: string
  readonly status: "running" | "completed" | "failed"
  readonly added: number
  readonly changed: number
  readonly removed: number
}

interface Queued {
  readonly runs?: ReadonlyArray<{ readonly source: string; readonly run_id: number }>
}

const textOf = ({ added, changed, removed, status }: Progress): string => {
  const counts = `${count(added)} added, ${count(changed)} changed, ${count(removed)} removed`
  if (status === "running") return `Syncing: ${counts}.`
  return status === "completed" ? `Synced: ${counts}.` : `The sync failed: ${counts}.`
}

/** How often the runs are asked for while the stream is closed, in milliseconds. */
const pollMs = 2_000

interface RunView {
  readonly id: number
  readonly source: string
  readonly status: Progress["status"]
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** The newest progress of a source's runs: from the stream, and while that is closed by asking. */
const useProgress = (source: string, onEnd: () => void) => {
  const { follow } = useSession()
  const [progress, setProgress] = useState<Progress>()
  const [isOpen, setOpen] = useState(false)
  const take = (next: Progress) => {
    setProgress(next)
    if (next.status !== "running") onEnd()
  }
  useEffect(
    () =>
      follow({
        topics: ["sync"],
        onEvent: ({ data, event }) => {
          const next = data as Progress
          if (event === "sync" && next.source === source) take(next)
        },
        onState: setOpen
      }),
    [follow, source]
  )
  const isRunning = progress?.status === "running"
  useEffect(() => {
    if (isOpen || !isRunning) return
    const timer = setInterval(
      () =>
        void adminRequest<RunView>("GET", `/v1/admin/sync/runs/${progress.run}`).then(
          ({ id, ...rest }) => take({ ...rest, run: id }),
          () => undefined
        ),
      pollMs
    )
    return () => clearInterval(timer)
  }, [isOpen, isRunning])
  return [progress, setProgress] as const
}

/** Starts a sync and shows its progress. */
export const SyncNow = ({ reload, source }: { readonly source: Source; readonly reload: () => void }) => {
  const [progress, setProgress] = useProgress(source.id, reload)
  const [failure, setFailure] = useState("")
  const start = async () => {
    setFailure("")
    try {
      const answer = await adminRequest<Queued>("POST", `/v1/admin/sync/${source.id}`, {})
      const run = answer.runs?.find((one) => one.source === source.id)?.run_id ?? 0
      setProgress((before) =>
        before?.run === run ? before : { run, source: source.id, status: "running", added: 0, changed: 0, removed: 0 }
      )
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  const isRunning = progress?.status === "running" || (progress === undefined && source.sync.status === "running")
  return (
    <div class="sync-now">
      <p>
        <button type="button" disabled={!source.configured || isRunning} onClick={() => void start()}>
          Sync now
        </button>{" "}
        <span role="status">{progress === undefined ? "" : textOf(progress)}</span>
      </p>
      {isRunning && <progress aria-label="Sync" />}
      <p role="alert">{failure}</p>
    </div>
  )
}
