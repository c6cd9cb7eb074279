import { Token } from "@daybook/core/keys"
import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { BlockList, isIP, type Socket } from "node:net"

/**
 * Determines the client address of a request. `X-Forwarded-For` is read from the right: the first address that is not a
 * trusted proxy. Proxies are addresses or networks (`10.0.0.0/8`). An IPv6 address is reduced to its /64, which one
 * subscriber has.
 */
export const clientAddress = (trustedProxies: ReadonlyArray<string>): ((request: IncomingMessage) => string) => {
  const trusted = blockListOf(trustedProxies)
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
  return (request) => {
    const peer = plain(request.socket.remoteAddress ?? "")
    const forwarded = request.headers["x-forwarded-for"]
    if (forwarded === undefined || trustedProxies.length === 0 || !isTrusted(peer)) return callerOf(peer)
    const hops = String(forwarded)
      .split(",")
      .map((hop) => plain(hop.trim()))
      .reverse()
    for (const hop of hops) {
      if (isIP(hop) === 0) break
      if (!isTrusted(hop)) return callerOf(hop)
    }
    return callerOf(peer)
  }
}

/** The peer address of a connection, as `clientAddress` writes it. */
export const addressOf = ({ remoteAddress = "" }: Socket): string => callerOf(plain(remoteAddress))

/** True for an address or network that `clientAddress` accepts. */
export const isProxy = (text: string): boolean => {
  const [address = "", length, ...rest] = text.split("/")
  const bits = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  )
}

const blockListOf = (proxies: ReadonlyArray<string>) => {
  const list = new BlockList()
  for (const proxy of proxies.filter(isProxy)) {
    const [address = "", length] = proxy.split("/")
    const family = isIP(address) === 6 ? "ipv6" : "ipv4"
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return list
}

/** The canonical form of an address: without port, zone and brackets; IPv4-mapped IPv6 as IPv4. */
const plain = (text: string): string => {
  const address = text
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "")
  const mapped = /^(?:0*:){1,5}:?ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address)
  if (mapped === null || isIP(address) !== 6) return address
  const [, dotted, high = "", low = ""] = mapped
  return (
    dotted ??
    [high, low]
      .map((group) => parseInt(group, 16))
      .flatMap((word) => [word >> 8, word & 255])
      .join(".")
  )
}

const callerOf = (address: string) => (address.includes(":") ? `${network64(address)}/64` : address)

const network64 = (address: string) => {
  const [head = "", tail] = address.split("::")
  const before = head.split(":").filter((group) => group !== "")
  const after = (tail ?? "").split(":").filter((group) => group !== "")
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":")
}

const validId = /^[\w.-]{1,64}$/

/** A client may send its key as the id by mistake; keys must not appear in logs. */
const isName = (text: string) => validId.test(text) && !Token.isWellFormed(text)

/** Returns the id of each request: the client's own if it is valid, otherwise a process id and a counter. */
export const requestIds = (): ((clientId: string | ReadonlyArray<string> | undefined) => string) => {
  const run = randomBytes(6).toString("hex")
  let count = 0
  return (clientId) =>
    typeof clientId === "string" && isName(clientId) ? clientId : `${run}-${(++count).toString(36)}`
}
