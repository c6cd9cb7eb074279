import type { ComponentType } from "preact"
import { useContext, useErrorBoundary, useLayoutEffect, useRef, useState } from "preact/hooks"
import { declaredDomains } from "../api/declared.js"
import { NotFound } from "../parts/Frame.js"
import { type Params, addressesOf, matchAddress } from "./addresses.js"
import { type Arrival, ArrivalContext, arriveAt } from "./arrival.js"
import { PlaceContext, arrived } from "./location.js"
import { type PageModule, routes } from "./routes.js"

interface Match {
  /** Changes with the path, not with the query: filters keep the page and its answers. */
  readonly path: string
  readonly params: Params
  readonly load: () => Promise<PageModule>
}

const declared = declaredDomains.flatMap(({ name }) =>
  addressesOf(name).map((address) => ({
    address,
    domain: name,
    load: () => import("../pages/declared/DeclaredPage.js")
  }))
)

const matchOf = (path: string): Match | undefined => {
  for (const { address, load } of routes) {
    const params = matchAddress(address, path)
    if (params !== undefined) return { path, params, load }
  }
  for (const { address, domain, load } of declared) {
    const params = matchAddress(address, path)
    if (params !== undefined) return { path, params: { ...params, domain }, load }
  }
  return undefined
}

interface Loaded {
  readonly path: string
  readonly params: Params
  readonly Page: ComponentType<{ readonly params: Params }>
}

const Missing = () => <NotFound />

const Broken = () => (
  <NotFound title="This page could not be loaded">
    Its script did not arrive. The host may have been updated: load the page again.
  </NotFound>
)

/** A page, or a message in its place if it cannot be drawn. */
const Drawn = ({ Page, params }: Pick<Loaded, "Page" | "params">) => {
  const [failure] = useErrorBoundary()
  return failure === undefined ? (
    <Page params={params} />
  ) : (
    <NotFound title="This page could not be shown">Daybook made a mistake here. The data is unharmed.</NotFound>
  )
}

/** The page of the current path. The previous page stays until the script of the next one is there. */
const useLoaded = (path: string): Loaded | undefined => {
  const [loaded, setLoaded] = useState<Loaded>()
  // Before the paint: the script of the first page is here already.
  useLayoutEffect(() => {
    const match = matchOf(path)
    if (match === undefined) return setLoaded({ path, params: {}, Page: Missing })
    let current = true
    match.load().then(
      ({ Page }) => current && setLoaded({ path, params: match.params, Page }),
      () => current && setLoaded({ path, params: {}, Page: Broken })
    )
    return () => {
      current = false
    }
  }, [path])
  return loaded
}

/** Expects the heading of each new page, which may come with its data. The first page keeps the browser's focus. */
const useArrival = (path: string | undefined): Arrival => {
  const arrival = useRef<Arrival>({ pending: false })
  const before = useRef<string | undefined>(undefined)
  if (path !== before.current) {
    arrival.current.pending = before.current !== undefined
    before.current = path
  }
  useLayoutEffect(() => {
    if (arrival.current.pending) scrollTo(0, 0)
    else arrived()
    arriveAt(arrival.current, document.querySelector<HTMLElement>("main h1"))
  }, [path])
  return arrival.current
}

/** The page at the current address. */
export const Outlet = () => {
  const { path } = useContext(PlaceContext)
  const loaded = useLoaded(path)
  const arrival = useArrival(loaded?.path)
  if (loaded === undefined) return <main id="content" tabIndex={-1} aria-busy="true" />
  const { Page, params } = loaded
  return (
    <ArrivalContext.Provider value={arrival}>
      <main id="content" tabIndex={-1} aria-busy={loaded.path !== path}>
        <Drawn key={loaded.path} Page={Page} params={params} />
      </main>
    </ArrivalContext.Provider>
  )
}
