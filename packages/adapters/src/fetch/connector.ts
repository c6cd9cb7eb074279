import { BlockList, isIP } from "node:net"
import { Agent, type Dispatcher } from "undici"
import { lookup as systemLookup, type LookupAddress } from "node:dns"

/** IPv4 networks without public hosts (RFC 6890 and its successors). */
const closed4: ReadonlyArray<readonly [network: string, bits: number]> = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
]

/**
 * Networks without public hosts within the global unicast space of IPv6: protocol assignments with Teredo,
 * documentation, 6to4. Everything outside that space is closed: loopback, link-local, unique local, multicast,
 * IPv4-mapped, NAT64.
 */
const closed6: ReadonlyArray<readonly [network: string, bits: number]> = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20]
]
const open6: readonly [network: string, bits: number] = ["2000::", 3]

const listOf = (networks: ReadonlyArray<readonly [string, number]>, family: "ipv4" | "ipv6") => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const blocked4 = listOf(closed4, "ipv4")
const blocked6 = listOf(closed6, "ipv6")
const global6 = listOf([open6], "ipv6")

/** Whether a text is the address of a public host; false for invalid addresses. */
export const isPublicAddress = (address: string): boolean => {
  const plain = address.replace(/%.*$/, "")
  if (isIP(plain) === 4) return !blocked4.check(plain, "ipv4")
  return isIP(plain) === 6 && global6.check(plain, "ipv6") && !blocked6.check(plain, "ipv6")
}

/** All addresses of a host name. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/** The `code` of the error of a name that resolves to an address which is not accepted. */
export const closedAddress = "CLOSED_ADDRESS"

class ClosedAddress extends Error {
  readonly code = closedAddress
}

/** Names below `localhost` are this machine (RFC 6761 §6.3), but not every system resolver knows that. */
export const systemResolve: Resolve = (host, done) =>
  host.endsWith(".localhost")
    ? done(null, [{ address: "127.0.0.1", family: 4 }])
    : systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

const timing = { connections: 16, keepAliveTimeout: 4_000, headersTimeout: 10_000, bodyTimeout: 10_000 }

/**
 * Connects to the addresses of a host name, if all of them are accepted. The check runs on the DNS answer in use, so
 * DNS rebinding cannot bypass it. The caller checks addresses that are part of a URL: they are not resolved.
 */
export const connector = (accepts: (address: string) => boolean, resolve: Resolve = systemResolve): Dispatcher =>
  new Agent({
    ...timing,
    connect: {
      timeout: 10_000,
      lookup: (host, options, callback) =>
        resolve(host, (error, addresses) => {
          const first = addresses[0]
          if (error !== null || first === undefined) return callback(error ?? new Error("no address"), "", 0)
          if (!addresses.every(({ address }) => accepts(address))) return callback(new ClosedAddress(), "", 0)
          if (options.all === true)
            return (callback as unknown as (error: null, all: ReadonlyArray<LookupAddress>) => void)(null, addresses)
          callback(null, first.address, first.family)
        })
    }
  })
