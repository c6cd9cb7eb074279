import { useContext, useLayoutEffect, useRef } from "preact/hooks"
import { PlaceContext, to } from "../router/location.js"

const pages = [
  ["/setup", "Set up"],
  ["/sources", "Sources"],
  ["/import", "Import"],
  ["/review", "Review"],
  ["/keys", "Keys"],
  ["/publish", "Publish"],
  ["/hooks", "Hooks"],
  ["/health", "Health"]
] as const

/** The pages that need an admin key. */
export const AdminNav = () => {
  const { path } = useContext(PlaceContext)
  const nav = useRef<HTMLElement>(null)
  // On a phone the links are wider than the window.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (nav.current !== null && current != null)
      nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - 64
  }, [path])
  return (
    <nav ref={nav} class="admin-nav" aria-label="Administration">
      {pages.map(([address, title]) => (
        <a
          key={address}
          href={to(address)}
          aria-current={path === address ? "page" : path.startsWith(`${address}/`) ? "true" : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
