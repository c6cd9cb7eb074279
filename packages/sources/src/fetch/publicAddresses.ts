import { BlockList, isIP } from "node:net"

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

/** The `code` of the error of a name that resolves to an address which is not accepted. */
export const closedAddress = "CLOSED_ADDRESS"

export class ClosedAddress extends Error {
  readonly code = closedAddress
}

/** Whether a URL names an address that is not public. Names are checked when they are connected to. */
export const isClosedUrl = (url: URL): boolean => {
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(literal) !== 0 && !isPublicAddress(literal)
}
