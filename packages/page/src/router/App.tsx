import type { ComponentChildren } from "preact"
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks"
import { setAdminKey } from "../admin/key.js"
import { changedAt, useChanges } from "../api/changes.js"
import { type Notice, host } from "../api/host.js"
import { type LiveOptions, follow } from "../api/live.js"
import { SessionContext } from "../api/useAnswer.js"
import { DropZone } from "../imports/DropZone.js"
import { domainTitles } from "../parts/records.js"
import { Search } from "../search/Search.js"
import { KeyForm } from "./KeyForm.js"
import { Keyboard } from "./keyboard.js"
import { Outlet } from "./Outlet.js"
import { PlaceContext, root, to, usePlace } from "./location.js"
import { useOpening } from "./opening.js"

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

const forgetKey = (): void => {
  sessionStorage.removeItem(storageName)
  setAdminKey(null)
}

interface Trouble {
  /** Whether the host answers, may be starting again, or has not answered for a while. */
  readonly host: "there" | "starting" | "away"
  /** The host does not accept the key any more: what was read with it stays. */
  readonly revoked: boolean
  /** Epoch milliseconds until which the host asked for no requests. */
  readonly pausedUntil: number
}

interface NoticesProps extends Trouble {
  readonly retry: () => void
  readonly leave: () => void
}

/** How often a page looks whether a host that went away is back, in milliseconds. */
const lookMs = 3_000

/** Tries again as soon as a host that went away answers. */
const useReturn = (isAway: boolean, retry: () => void) => {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isAway) return
    const look = () =>
      fetch(`${root}v1/health`, { cache: "no-store" }).then(
        ({ ok }) => ok && latest.current(),
        () => {}
      )
    const timer = setInterval(() => void (document.hidden || look()), lookMs)
    return () => clearInterval(timer)
  }, [isAway])
}

/** Notices for the whole page: the host is unreachable, or asked for a pause. */
const Notices = ({ host, leave, pausedUntil, retry, revoked }: NoticesProps) => {
  const away = host === "away"
  useReturn(away, retry)
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
      {host === "starting" && <p>The host is starting again. The page continues by itself.</p>}
      {away && (
        <p>
          The host does not answer. Is <code>daybook serve</code> running?{" "}
          <button type="button" class="plain" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {!away && revoked && (
        <p>
          The host does not accept this key any more: it was revoked or has expired. What was read with it stays until
          you leave.{" "}
          <button type="button" class="plain" onClick={leave}>
            Enter another key
          </button>
        </p>
      )}
      {!away && paused > 0 && <p>Too many requests: the host asked for a pause. The page continues in {paused} s.</p>}
    </div>
  )
}

/** Paths and titles of the navigation. */
const sections: ReadonlyArray<readonly [path: string, title: string]> = [
  ...Object.entries(domainTitles).map(([name, title]) => [`/${name}`, title] as const),
  ["/feed", "Feed"]
]

/** The name, links to the sections, and the search as children. */
const Masthead = ({ children }: { readonly children?: ComponentChildren }) => {
  const { path } = useContext(PlaceContext)
  return (
    <header class="masthead">
      {children === undefined ? (
        <p class="wordmark">Daybook</p>
      ) : (
        <>
          <p class="wordmark">
            <a href={to("/")} aria-current={path === "/" ? "page" : undefined}>
              Daybook
            </a>
          </p>
          <nav aria-label="Sections">
            {sections.map(([section, title]) => (
              <a
                key={section}
                href={to(section)}
                aria-current={path === section ? "page" : path.startsWith(`${section}/`) ? "true" : undefined}
              >
                {title}
              </a>
            ))}
          </nav>
          {children}
        </>
      )}
    </header>
  )
}

const Top = ({ path }: { readonly path: string }) => (
  <>
    <a class="skip" href="#content">
      Skip to the content
    </a>
    <Masthead>{path === "/search" ? <span class="search" /> : <Search />}</Masthead>
  </>
)

const Colophon = ({ leave }: { readonly leave: () => void }) => (
  <footer class="colophon">
    <p>
      Built on this host’s own <a href={to("/docs")}>API</a>, like any page of yours can be.
    </p>
    <p>
      <a href={to("/sources")}>Sources</a>
    </p>
    <p>
      Press <kbd>?</kbd> for keys.
    </p>
    <p>
      <a href={to("/import")}>Import a file</a>
    </p>
    <p>
      <button type="button" class="plain" onClick={leave}>
        Forget the key
      </button>
    </p>
  </footer>
)

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const noTrouble: Trouble = { host: "there", revoked: false, pausedUntil: 0 }

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

/** The app: the key form without a key, else the page at the current address. */
export const App = () => {
  const place = usePlace()
  const [key, setKey] = useKey()
  const opening = useOpening((opened) => open(opened))
  const [refused, setRefused] = useState(false)
  const [trouble, setTrouble] = useState(noTrouble)
  const [round, setRound] = useState(0)
  const leave = (refused: boolean) => {
    forgetKey()
    setKey(undefined)
    setRefused(refused)
    setTrouble(noTrouble)
  }
  /** The key with which something was read. */
  const accepted = useRef<string | undefined>(undefined)
  const onNotice = (key: string) => (notice: Notice) => {
    if (notice === "Success" || notice === "Empty") accepted.current = key
    if (notice === "Unauthorized" && accepted.current !== key) leave(true)
    else if (notice === "Unauthorized") setTrouble((before) => ({ ...before, host: "there", revoked: true }))
    else if (typeof notice === "object")
      setTrouble((before) => ({
        ...before,
        pausedUntil: Math.max(before.pausedUntil, Date.now() + notice.seconds * 1000)
      }))
    else {
      const host = notice === "Unreachable" ? "away" : notice === "Starting" ? "starting" : "there"
      setTrouble((before) => (before.host === host ? before : { ...before, host }))
    }
  }
  const api = useMemo(
    () =>
      host({
        key: key ?? "",
        onNotice: onNotice(key ?? ""),
        fetch: (address, init) => fetch(root + address, init),
        sleep,
        // Monotonic: the clock of a device may jump.
        now: () => performance.now(),
        changedAt
      }),
    [key]
  )
  const listen = useMemo(
    () => (options: LiveOptions) =>
      follow({ key: key ?? "", fetch: (address, init) => fetch(root + address, init), sleep }, options),
    [key]
  )
  const changes = useChanges(key, place.path)
  const retry = () => {
    setRound((before) => before + 1)
    void api.get("health/sync", {}, new AbortController().signal, "no-cache")
  }
  const open = (newKey: string) => {
    storeKey(newKey)
    setRefused(false)
    setKey(newKey)
  }
  /** A display on a wall has no links and no forms. */
  const isScreen = place.path === "/" && place.query.has("screen")
  if (opening._tag === "pending")
    return (
      <>
        <Masthead />
        <main id="content" aria-busy="true" />
      </>
    )
  if (key === undefined)
    return (
      <>
        <Masthead />
        <KeyForm refused={refused} failure={opening._tag === "failed" ? opening.why : undefined} onKey={open} />
      </>
    )
  return (
    <SessionContext.Provider value={{ host: api, follow: listen, round, changes, retry }}>
      <PlaceContext.Provider value={place}>
        {!isScreen && <Top path={place.path} />}
        <Notices {...trouble} retry={retry} leave={() => leave(true)} />
        {opening._tag === "failed" && (
          <div class="notices" role="alert">
            <p>{opening.why}</p>
          </div>
        )}
        <Outlet key={key} />
        {!isScreen && (
          <>
            <Colophon leave={() => leave(false)} />
            <Keyboard />
            <DropZone />
          </>
        )}
      </PlaceContext.Provider>
    </SessionContext.Provider>
  )
}
