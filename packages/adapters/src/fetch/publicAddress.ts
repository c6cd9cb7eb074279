import { BlockList, isIP } from "node:net"

/** Networks of IPv4 that are nobody's public host (RFC 6890 and its successors). */
const closed4: ReadonlyArray<readonly [network: string, bits: number]> = [
  ["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12], ["192.0.0.0", 24],
  ["192.0.2.0", 24], ["192.88.99.0", 24], ["192.168.0.0", 16], ["198.18.0.0", 15], ["198.51.100.0", 24], ["203.0.113.0", 24],
  ["224.0.0.0", 4], ["240.0.0.0", 4]
]

/**
 * Within the global unicast space of IPv6, the networks that lead elsewhere: protocol assignments with Teredo, examples,
 * 6to4. All other spaces are closed whole: loopback, link-local, unique local, multicast, IPv4 in an IPv6 mantle, NAT64.
 */
const closed6: ReadonlyArray<readonly [network: string, bits: number]> = [["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["3fff::", 20]]
const open6: readonly [network: string, bits: number] = ["2000::", 3]

const listOf = (networks: ReadonlyArray<readonly [string, number]>, family: "ipv4" | "ipv6") => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const blocked4 = listOf(closed4, "ipv4")
const blocked6 = listOf(closed6, "ipv6")
const global6 = listOf([open6], "ipv6")

/** True for the address of a host on the public net; false for all others, and for what is no address. */
export const isPublicAddress = (address: string): boolean => {
  const plain = address.replace(/%.*$/, "")
  if (isIP(plain) === 4) return !blocked4.check(plain, "ipv4")
  return isIP(plain) === 6 && global6.check(plain, "ipv6") && !blocked6.check(plain, "ipv6")
}
