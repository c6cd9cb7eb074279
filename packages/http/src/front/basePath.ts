import type { Listener } from "./Front.js"

/** `/life`, `life` and `/life/` are equal; the root is the empty string. */
export const basePathOf = (path = ""): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, "")
  return trimmed === "" ? "" : `/${trimmed}`
}

/** Serves the listener below a path. */
export const mountedAt = (basePath: string, listener: Listener): Listener =>
  basePath === "" ? listener : stripBasePath(basePath, listener)

/** Removes the base path from requests below it; other requests get a path without a route. */
const stripBasePath =
  (basePath: string, listener: Listener): Listener =>
  (request, response) => {
    const { url = "/" } = request
    if (url === basePath) {
      // Addresses on the page are relative to its folder.
      response.writeHead(308, { Location: `${basePath}/`, "Content-Length": 0 }).end()
      return
    }
    request.url = url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : unknownPath
    listener(request, response)
  }

/** No route has this path. */
const unknownPath = "/-"
