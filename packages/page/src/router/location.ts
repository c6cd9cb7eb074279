import { createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"

/** The folder that the host serves the page in, such as `/` or `/life/`. Scripts are in its folder `assets`. */
export const root = typeof location === "undefined" ? "/" : new URL("..", import.meta.url).pathname

/** Where the page is: the path below its root, with a leading slash, and the query. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

const currentPlace = (): Place => {
  const below = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : ""
  return { path: `/${below.replace(/\/+$/, "")}`, query: new URLSearchParams(location.search) }
}

type Parameters = Readonly<Record<string, string | number | undefined>>

/** The address of a page of this host for a link. Undefined and empty parameters are left out. */
export const to = (path: string, query: Parameters = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return `${root}${path.slice(1)}${search === "" ? "" : `?${search}`}`
}

const changed = "daybook:place"

/** How far the page was scrolled, saved with its entry in the history. */
interface Entry {
  readonly scroll?: number
}

/** True while the address is new and the page is still the previous one, whose scroll position is not the new one's. */
let isLeaving = false

/** The path of the page that is there. */
let renderedPath = typeof location === "undefined" ? "" : location.pathname

/** The page of the address is there. */
export const arrived = (): void => {
  isLeaving = false
  renderedPath = location.pathname
}

const saveScroll = () => history.replaceState({ scroll: scrollY } satisfies Entry, "")

let isOutdated = false

/** What the document says of the host has changed: the next address is opened as a new document. */
export const outdateDocument = (): void => {
  isOutdated = true
}

/** Opens an address as a document that the browser does not have in its cache. */
const load = async (address: string): Promise<void> => {
  await fetch(address, { cache: "reload" }).catch(() => undefined)
  location.assign(address)
}

/** Goes to an address of the page. `replace` leaves no entry in the history: for filters and for what one types. */
export const navigate = (address: string, { replace = false } = {}): void => {
  if (replace) history.replaceState(history.state, "", address)
  else if (isOutdated) return void load(address)
  else {
    saveScroll()
    isLeaving = new URL(address, location.href).pathname !== location.pathname
    history.pushState({} satisfies Entry, "", address)
  }
  dispatchEvent(new Event(changed))
}

/** The scroll position saved with the current entry; undefined for a new one. */
export const savedScroll = (): number | undefined => (history.state as Entry | null)?.scroll

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The link of a click that stays on this page of the host, if it is one. */
const linkOf = (event: MouseEvent): HTMLAnchorElement | undefined => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link === null || link.target !== "" || link.hasAttribute("download")) return undefined
  const isOwn = link.origin === location.origin && link.pathname.startsWith(root)
  return isOwn && !/^(docs|v1|images)(\/|$)/.test(link.pathname.slice(root.length)) ? link : undefined
}

const isSamePlace = ({ hash, pathname, search }: HTMLAnchorElement) =>
  hash !== "" && pathname === location.pathname && search === location.search

/** The current place. Links are followed without a new document; Back and Forward work as everywhere. */
export const usePlace = (): Place => {
  const [place, setPlace] = useState(currentPlace)
  useEffect(() => {
    history.scrollRestoration = "manual"
    const update = () => setPlace(currentPlace())
    const onPop = () => {
      isLeaving = location.pathname !== renderedPath
      update()
    }
    const onClick = (event: MouseEvent) => {
      const link = event.defaultPrevented || !isPlainClick(event) ? undefined : linkOf(event)
      if (link === undefined || isSamePlace(link)) return
      event.preventDefault()
      navigate(link.href)
    }
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        if (!isLeaving) saveScroll()
      }, 150)
    }
    addEventListener("popstate", onPop)
    addEventListener(changed, update)
    addEventListener("scroll", onScroll, { passive: true })
    document.addEventListener("click", onClick)
    return () => {
      clearTimeout(timer)
      removeEventListener("popstate", onPop)
      removeEventListener(changed, update)
      removeEventListener("scroll", onScroll)
      document.removeEventListener("click", onClick)
    }
  }, [])
  return place
}

export const PlaceContext = createContext<Place>({ path: "/", query: new URLSearchParams() })

/** A parameter of the address, and a function that changes it without an entry in the history. */
export const useParameter = (name: string, fallback = ""): readonly [string, (value: string) => void] => {
  const { query } = useContext(PlaceContext)
  const set = (value: string) => {
    const next = new URLSearchParams(location.search)
    if (value === "" || value === fallback) next.delete(name)
    else next.set(name, value)
    if (name !== "page") next.delete("page")
    const search = next.toString()
    navigate(`${location.pathname}${search === "" ? "" : `?${search}`}`, { replace: name !== "page" })
  }
  return [query.get(name) ?? fallback, set]
}

/** The number of the page of a list, in the address. */
export const usePageNumber = (): readonly [number, (page: number) => void] => {
  const [text, set] = useParameter("page", "1")
  const page = Number(text)
  return [Number.isSafeInteger(page) && page > 0 ? page : 1, (next) => set(String(next))]
}
