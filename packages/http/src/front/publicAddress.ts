import type { IncomingHttpHeaders } from "node:http"

/** Where this host is reached. */
export interface PublicAddress {
  /** The configured address with its path, or an empty string. */
  readonly publicUrl: string
  /** The path that the API is mounted at. */
  readonly basePath: string
}

/** The address without a slash at its end. Without a configured one it is the request's, if its `Host` is one. */
export const rootOf = ({ basePath, publicUrl }: PublicAddress, { host = "localhost" }: IncomingHttpHeaders): string => {
  if (publicUrl !== "") return publicUrl.replace(/\/+$/, "")
  return `http://${URL.canParse(`http://${host}`) ? host : "localhost"}${basePath}`
}
