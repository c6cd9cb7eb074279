import type { ComponentChildren } from "preact"
import { safeLink } from "../text/format.js"

/** Leads to where the thing is at home, if that is known and can be followed. */
export const Link = ({ children, to }: { readonly to: string | null | undefined; readonly children: ComponentChildren }) => {
  const href = safeLink(to)
  return href === undefined ? <>{children}</> : <a href={href} rel="noreferrer">{children}</a>
}
