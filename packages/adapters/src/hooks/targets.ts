import { BlockList, isIP } from "node:net"
import { isPublicAddress } from "@daybook/sources/fetch"

/** Networks of homes and offices, which a network in `DAYBOOK_HOOKS_ALLOW` may open. */
const privateNetworks: ReadonlyArray<readonly [network: string, bits: number]> = [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["fc00::", 7]
]

/** Addresses in these networks at which clouds answer with credentials. */
const metadataAddresses = ["100.100.100.200", "fd00:ec2::254"]

const loopbackNetworks: ReadonlyArray<readonly [network: string, bits: number]> = [
  ["127.0.0.0", 8],
  ["::1", 128]
]

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

const listOf = (networks: ReadonlyArray<readonly [network: string, bits: number]>) => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, familyOf(network))
  return list
}

const isIn = (list: BlockList, address: string) => list.check(address, familyOf(address))

const privateList = listOf(privateNetworks)
const loopbackList = listOf(loopbackNetworks)
const metadataList = listOf(metadataAddresses.map((address) => [address, isIP(address) === 6 ? 128 : 32] as const))

/** The host of a URL or of an entry without brackets and final dot. */
const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")

const isLocalName = (host: string) => host === "localhost" || host.endsWith(".localhost")

interface HostEntry {
  readonly host: string
  /** Null for all ports. */
  readonly port: string | null
}

/** An entry without a port is parsed as such: the URL parser drops the port 80. */
const hostEntry = (text: string): HostEntry => {
  if (isIP(text) !== 0) return { host: plainHost(text), port: null }
  const [, port = null] = /:(\d+)$/.exec(text) ?? []
  return { host: plainHost(new URL(`http://${text}`).hostname), port }
}

/** The port of a URL, also where it is the default. */
const portOf = (url: URL) => url.port || (url.protocol === "https:" ? "443" : "80")

/** Which addresses hooks may call. */
export interface TargetRules {
  /** Why the URL may not be called, whatever it resolves to; null if that is the question. Ends a sentence. */
  readonly refusalOf: (url: URL) => string | null
  /** Whether the host is named in the settings. */
  readonly isNamed: (url: URL) => boolean
  /** Whether the URL may be called at an address. */
  readonly accepts: (url: URL, address: string) => boolean
}

const maxSystemPort = 1_023

/**
 * Public addresses are open by https. The entries open private networks, and http. Loopback, link-local, metadata and
 * reserved addresses are open only where an entry is the address itself, or `localhost`.
 */
export const targetRules = (allow: ReadonlyArray<string>): TargetRules => {
  const entries = allow.filter((text) => !text.includes("/")).map(hostEntry)
  const networks = listOf(
    allow
      .filter((text) => text.includes("/"))
      .map((text) => [text.slice(0, text.indexOf("/")), Number(text.slice(text.indexOf("/") + 1))] as const)
  )
  const names = (host: string, url: URL) =>
    entries.some((entry) => entry.host === host && (entry.port === null || entry.port === portOf(url)))
  const isNamed = (url: URL) => names(plainHost(url.hostname), url)
  return {
    isNamed,
    refusalOf: (url) => {
      if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://"
      if (url.username !== "" || url.password !== "") return "must not contain a user name or password"
      const port = Number(portOf(url))
      return port <= maxSystemPort && port !== 80 && port !== 443 ? `must not use the port ${port}` : null
    },
    accepts: (url, text) => {
      const address = plainHost(text.replace(/%.*$/, ""))
      if (isIP(address) === 0) return false
      const isExact = names(address, url)
      if (isExact) return true
      const isListed = isNamed(url) || isIn(networks, address)
      if (isPublicAddress(address)) return url.protocol === "https:" || isListed
      if (isIn(privateList, address) && !isIn(metadataList, address)) return isListed
      return isIn(loopbackList, address) && isLocalName(plainHost(url.hostname)) && isNamed(url)
    }
  }
}
