import { useEffect, useState } from "preact/hooks"

export interface Trouble {
  readonly away: boolean
  /** Epoch milliseconds until which the host asked to be left alone. */
  readonly pausedUntil: number
}

interface NoticesProps extends Trouble {
  readonly retry: () => void
}

/** What concerns the whole page: the host is gone, or asked for a pause. */
export const Notices = ({ away, pausedUntil, retry }: NoticesProps) => {
  const [now, setNow] = useState(Date.now)
  const paused = Math.ceil((pausedUntil - now) / 1000)
  useEffect(() => {
    setNow(Date.now())
    if (pausedUntil <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [pausedUntil, paused <= 0])
  return (
    <div class="notices" role="status">
      {away && <p>The host does not answer. Is <code>daybook serve</code> running? <button type="button" class="plain" onClick={retry}>Try again</button></p>}
      {!away && paused > 0 && <p>So many questions at once: the host asked for a pause. The page goes on by itself in {paused} s.</p>}
    </div>
  )
}
