import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { LiveOptions } from "../../api/live.js"
import { type Session, useSession } from "../../api/useAnswer.js"

/** Milliseconds. An import sends many changes: they are read together. */
const minRefreshMs = 30_000
/** Milliseconds. What follows from the date alone is read again without an event. */
const maxRefreshMs = 15 * 60_000

/** Whether a display should be dim at an hour of the day, 0 to 23. */
export const isNight = (hour: number): boolean => hour >= 22 || hour < 7

/** The current time, each time that its minute has passed. */
export const useMinute = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (Date.now() % 60_000) + 50)
    return () => clearTimeout(timer)
  }, [now])
  return now
}

/** Keeps the display on while the page is visible, where the browser can. */
export const useWakeLock = (): void =>
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let current = true
    const ask = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      const next = await navigator.wakeLock.request("screen")
      if (current) lock = next
      else await next.release()
    }
    // A browser may refuse, for example on a low battery: the page works without.
    const listen = () => void ask().catch(() => {})
    listen()
    document.addEventListener("visibilitychange", listen)
    return () => {
      current = false
      document.removeEventListener("visibilitychange", listen)
      lock?.release().catch(() => {})
    }
  }, [])

const topics = ["changes", "now_playing"]

/**
 * A session whose answers are read again when the host's stream says that something changed. The page has one stream:
 * what the sections follow, they get from it.
 */
export const useRefreshedSession = (): Session => {
  const session = useSession()
  const [refreshes, setRefreshes] = useState(0)
  const listeners = useRef(new Set<LiveOptions>())
  const isOpen = useRef(false)
  useEffect(() => {
    let last = -Infinity
    let due = Infinity
    let timer = 0
    /** An earlier time stays: else events that keep coming would put it off for ever. */
    const refreshAt = (time: number) => {
      if (time >= due) return
      due = time
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        last = Date.now()
        due = Infinity
        setRefreshes((before) => before + 1)
        refreshAt(last + maxRefreshMs)
      }, time - Date.now())
    }
    refreshAt(Date.now() + maxRefreshMs)
    const close = session.follow({
      topics,
      onEvent: (event) => {
        for (const { onEvent } of listeners.current) onEvent(event)
        if (event.event === "changes" || event.event === "reset" || event.event === "lagged")
          refreshAt(Math.max(last + minRefreshMs, Date.now() + 1_000))
      },
      onState: (open) => {
        isOpen.current = open
        for (const { onState } of listeners.current) onState(open)
      }
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [session.follow])
  const follow = useMemo(
    () => (options: LiveOptions) => {
      listeners.current.add(options)
      options.onState(isOpen.current)
      return () => void listeners.current.delete(options)
    },
    []
  )
  return useMemo(() => ({ ...session, follow, refreshes }), [session, refreshes])
}
