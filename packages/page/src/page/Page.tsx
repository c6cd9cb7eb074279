import { useEffect, useMemo, useState } from "preact/hooks"
import { host } from "../api/host.js"
import { forgetKey, keepKey, takeKey } from "../api/key.js"
import type { Notice } from "../api/Outcome.js"
import { SessionContext } from "../api/Session.js"
import { Search } from "../search/Search.js"
import { Life } from "./Life.js"
import { KeyForm } from "./KeyForm.js"
import { Masthead } from "./Masthead.js"
import { Notices, type Trouble } from "./Notices.js"

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const calm: Trouble = { away: false, pausedUntil: 0 }

/** A link with another key may be opened in the same tab. */
const useKey = () => {
  const [key, setKey] = useState(takeKey)
  useEffect(() => {
    const onHash = () => location.hash.startsWith("#key=") && setKey(takeKey())
    addEventListener("hashchange", onHash)
    return () => removeEventListener("hashchange", onHash)
  }, [])
  return [key, setKey] as const
}

/** The page: a door for who has no key, and a life for who has. */
export const Page = () => {
  const [key, setKey] = useKey()
  const [refused, setRefused] = useState(false)
  const [trouble, setTrouble] = useState(calm)
  const [round, setRound] = useState(0)
  const leave = (refused: boolean) => {
    forgetKey()
    setKey(undefined)
    setRefused(refused)
    setTrouble(calm)
  }
  const heard = (notice: Notice) => {
    if (notice === "Refused") leave(true)
    else if (typeof notice === "object") setTrouble((before) => ({ ...before, pausedUntil: Math.max(before.pausedUntil, Date.now() + notice.seconds * 1000) }))
    else setTrouble((before) => before.away === (notice === "Away") ? before : { ...before, away: notice === "Away" })
  }
  const asking = useMemo(() => host({ key: key ?? "", heard, fetch: (address, init) => fetch(address, init), sleep, now: Date.now }), [key])
  const retry = () => {
    setRound((before) => before + 1)
    void asking.ask("health/sync", {}, new AbortController().signal, "no-cache")
  }
  const open = (given: string) => {
    keepKey(given)
    setRefused(false)
    setKey(given)
  }
  if (key === undefined) return <><Masthead /><KeyForm refused={refused} onKey={open} /></>
  return (
    <SessionContext.Provider value={{ host: asking, round, retry }}>
      <a class="skip" href="#content">Skip to the content</a>
      <Masthead><Search /></Masthead>
      <Notices {...trouble} retry={retry} />
      <Life key={key} leave={() => leave(false)} />
    </SessionContext.Provider>
  )
}
