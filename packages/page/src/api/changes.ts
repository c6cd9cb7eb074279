import { useEffect, useState } from "preact/hooks"
import { root } from "../router/location.js"

/** What this browser knows of the newest change of the data. */
interface Noticed {
  /** The cursor after it. */
  readonly cursor: string
  /** When it was noticed, epoch milliseconds by the clock of the host. */
  readonly at: number
}

/** All tabs share it, as they share the cache of the browser. */
const storageName = "daybook.changes"

let noticed: Noticed | undefined

const read = (): Noticed | undefined => {
  try {
    const { at, cursor } = Object(JSON.parse(localStorage.getItem(storageName) ?? "{}")) as Partial<Noticed>
    return typeof cursor === "string" && typeof at === "number" ? { cursor, at } : noticed
  } catch {
    return noticed
  }
}

const write = (next: Noticed): void => {
  noticed = next
  try {
    localStorage.setItem(storageName, JSON.stringify(next))
  } catch {
    // The page knows it as long as it is open.
  }
}

/** When the data changed last, as far as this browser noticed. The cache has older answers, for up to a day. */
export const changedAt = (): number => read()?.at ?? 0

/** The resolution of the header `Date`, in milliseconds. */
const second = 1_000

/** Asks whether the data has changed since this browser asked last. */
const hasChanged = async (key: string, signal: AbortSignal): Promise<boolean> => {
  const answer = await fetch(`${root}v1/changes?since=now`, {
    headers: { authorization: `Bearer ${key}` },
    cache: "no-store",
    signal
  })
  const now = Date.parse(answer.headers.get("date") ?? "")
  if (answer.status !== 200 || Number.isNaN(now)) return false
  const { cursor } = (await answer.json()) as Pick<Noticed, "cursor">
  const before = read()
  if (before?.cursor === cursor) return false
  // A new browser has just read everything.
  write({ cursor, at: before === undefined ? now - second : now })
  return before !== undefined
}

/** How often an open page asks, in milliseconds: pictures and plays come while one looks. */
const lookMs = 20_000

/** How often the data was found changed. It asks on each page, when the tab comes to the front, and now and then. */
export const useChanges = (key: string | undefined, path: string): number => {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    const ask = () => {
      if (document.visibilityState !== "visible") return
      hasChanged(key, controller.signal).then(
        (changed) => changed && setChanges((before) => before + 1),
        () => {}
      )
    }
    ask()
    document.addEventListener("visibilitychange", ask)
    const timer = setInterval(ask, lookMs)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", ask)
      controller.abort()
    }
  }, [key, path])
  return changes
}
