import type { ComponentChildren } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { type Notice, host } from "../api/host.js"
import { SessionContext } from "../api/useAnswer.js"
import { Search } from "../search/Search.js"
import { KeyForm } from "./KeyForm.js"
import { AvailabilityContext, useAllAvailability } from "../api/availability.js"
import { Domain } from "../parts/Block.js"
import { Attending } from "../sections/Attending.js"
import { Feed, OnThisDay } from "../sections/Feed.js"
import { Listening } from "../sections/Listening.js"
import { NowPlaying } from "../sections/NowPlaying.js"
import { Reading } from "../sections/Reading.js"
import { Running } from "../sections/Running.js"
import { Shelf } from "../sections/Shelf.js"
import { Watching } from "../sections/Watching.js"
import { YearSoFar } from "../sections/YearSoFar.js"
import { dateOf, weekdayOf } from "../text/format.js"
import { FirstSteps } from "./FirstSteps.js"

/** The chapters of the page. */
const Content = ({ leave }: { readonly leave: () => void }) => (
  <AvailabilityContext.Provider value={useAllAvailability()}>
    <main id="content" tabIndex={-1}>
      <h1>
        <span>{weekdayOf(Date.now())}</span> {dateOf(Date.now())}
      </h1>
      <FirstSteps />
      <section class="opening" aria-labelledby="now">
        <h2 class="visually-hidden" id="now">
          Now
        </h2>
        <NowPlaying />
        <YearSoFar />
      </section>
      <Listening />
      <Running />
      <Watching />
      <Shelf />
      <Reading />
      <Attending />
      <Domain id="feed" title="What happened">
        <Feed />
        <OnThisDay />
      </Domain>
    </main>
    <footer class="colophon">
      <p>
        Built on this host’s own <a href="docs">API</a>, like any page of yours can be.
      </p>
      <p>
        <button type="button" class="plain" onClick={leave}>
          Forget the key
        </button>
      </p>
    </footer>
  </AvailabilityContext.Provider>
)

const storageName = "daybook.key"

/**
 * Reads the key from the fragment (`#key=…`) and moves it to the session storage of this tab, so that neither history
 * nor a copied link contains it. Browsers never send fragments. Without a fragment, returns the stored key.
 */
const readKey = (): string | undefined => {
  const fragment = /^#key=(.+)$/.exec(location.hash)?.[1]
  if (fragment === undefined) return sessionStorage.getItem(storageName) ?? undefined
  history.replaceState(null, "", location.pathname + location.search)
  const key = decodeURIComponent(fragment).trim()
  storeKey(key)
  return key
}

const storeKey = (key: string): void => sessionStorage.setItem(storageName, key)

const forgetKey = (): void => sessionStorage.removeItem(storageName)

interface Trouble {
  readonly away: boolean
  /** Epoch milliseconds until which the host asked for no requests. */
  readonly pausedUntil: number
}

interface NoticesProps extends Trouble {
  readonly retry: () => void
}

/** Notices for the whole page: the host is unreachable, or asked for a pause. */
const Notices = ({ away, pausedUntil, retry }: NoticesProps) => {
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
      {away && (
        <p>
          The host does not answer. Is <code>daybook serve</code> running?{" "}
          <button type="button" class="plain" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {!away && paused > 0 && <p>Too many requests: the host asked for a pause. The page continues in {paused} s.</p>}
    </div>
  )
}

const chapters = [
  ["listening", "Listening"],
  ["running", "Running"],
  ["watching", "Watching"],
  ["shelf", "Shelf"],
  ["reading", "Reading"],
  ["attending", "Attending"],
  ["feed", "Feed"]
] as const

/** The name, links to the chapters, and the search as children. */
const Masthead = ({ children }: { readonly children?: ComponentChildren }) => (
  <header class="masthead">
    <p class="wordmark">Daybook</p>
    {children !== undefined && (
      <>
        <nav aria-label="Chapters">
          {chapters.map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        {children}
      </>
    )}
  </header>
)

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const noTrouble: Trouble = { away: false, pausedUntil: 0 }

/** The key. A link with another key may be opened in the same tab. */
const useKey = () => {
  const [key, setKey] = useState(readKey)
  useEffect(() => {
    const onHash = () => location.hash.startsWith("#key=") && setKey(readKey())
    addEventListener("hashchange", onHash)
    return () => removeEventListener("hashchange", onHash)
  }, [])
  return [key, setKey] as const
}

/** The page: the key form without a key, else the content. */
export const Page = () => {
  const [key, setKey] = useKey()
  const [refused, setRefused] = useState(false)
  const [trouble, setTrouble] = useState(noTrouble)
  const [round, setRound] = useState(0)
  const leave = (refused: boolean) => {
    forgetKey()
    setKey(undefined)
    setRefused(refused)
    setTrouble(noTrouble)
  }
  const onNotice = (notice: Notice) => {
    if (notice === "Unauthorized") leave(true)
    else if (typeof notice === "object")
      setTrouble((before) => ({
        ...before,
        pausedUntil: Math.max(before.pausedUntil, Date.now() + notice.seconds * 1000)
      }))
    else
      setTrouble((before) =>
        before.away === (notice === "Unreachable") ? before : { ...before, away: notice === "Unreachable" }
      )
  }
  const api = useMemo(
    () => host({ key: key ?? "", onNotice, fetch: (address, init) => fetch(address, init), sleep, now: Date.now }),
    [key]
  )
  const retry = () => {
    setRound((before) => before + 1)
    void api.get("health/sync", {}, new AbortController().signal, "no-cache")
  }
  const open = (newKey: string) => {
    storeKey(newKey)
    setRefused(false)
    setKey(newKey)
  }
  if (key === undefined)
    return (
      <>
        <Masthead />
        <KeyForm refused={refused} onKey={open} />
      </>
    )
  return (
    <SessionContext.Provider value={{ host: api, round, retry }}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Masthead>
        <Search />
      </Masthead>
      <Notices {...trouble} retry={retry} />
      <Content key={key} leave={() => leave(false)} />
    </SessionContext.Provider>
  )
}
