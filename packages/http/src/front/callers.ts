import {
  type Allowance,
  type ApiKey,
  type CallerRequests,
  Token,
  highestRateLimit,
  slidingWindow
} from "@daybook/core/keys"
import { Context, Option } from "effect"
import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { BlockList, type Socket, isIP } from "node:net"
import type { HeaderList } from "./send.js"

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
    const hops = String(forwarded).split(",").slice(-maxHops).reverse()
    for (const one of hops) {
      const hop = plain(one.trim())
      if (isIP(hop) === 0) break
      if (!isTrusted(hop)) return callerOf(hop)
    }
    return callerOf(peer)
  }
}

/** Proxies in a row that are followed. */
const maxHops = 32

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

const windowMs = 60_000
/** Callers tracked at a time, per kind, so that many addresses cannot evict a key. */
const callers = 10_000
/** Pictures allowed per call. */
const picturesPerCall = 20
/** Attempts of an address to prove that it is the owner, in any 60 seconds. */
const proofsPerWindow = 5
/** Requests of a page that the owner opened, per call: its forms follow syncs and imports while they run. */
const pageRequestsPerCall = 10
/** Requests of a scrobbler per call: one that was offline sends its listens one by one. */
const submissionsPerCall = 10

export interface Limits {
  /** Counts a request against its key or, without a key, its address. Asynchronous if several hosts share the limit. */
  readonly take: (key: ApiKey | undefined, address: () => string, now: number) => Allowance | Promise<Allowance>
  /**
   * Counts a request against its address in this host alone, while its body is read: the body may say whose it is.
   */
  readonly reserve: (address: string, now: number) => Allowance
  /** Takes back what `reserve` counted. */
  readonly release: (address: string) => void
  /**
   * Counts a request with a publishable key against the key at this address: visitors of a page never spend the rate of
   * its owner.
   */
  readonly takeVisitor: (
    key: ApiKey,
    address: () => string,
    now: number,
    perVisitor: number | undefined
  ) => Allowance | Promise<Allowance>
  /** Counts a picture against an address: a page filled by one call can show a hundred. */
  readonly takePicture: (address: () => string, now: number) => Allowance | Promise<Allowance>
  /** Counts an attempt of an address to prove that it is the owner. */
  readonly takeProof: (address: () => string, now: number) => Allowance | Promise<Allowance>
  /** Counts a request of a client that submits listens. */
  readonly takeScrobbler: (id: number, now: number) => Allowance | Promise<Allowance>
  /** The remaining allowance of an address, without counting. */
  readonly peek: (address: string, now: number) => Allowance
  /** The requests counted so far. */
  readonly counts: () => ReadonlyArray<CallerRequests>
}

/**
 * Requests in any 60 seconds of a tab that was opened with a one-time address. It has a key, and so a count, of its
 * own. Undefined if the limit of the host is higher than that of any key.
 */
export const openedPageLimit = (perWindow: number): number | undefined =>
  perWindow > highestRateLimit ? undefined : Math.min(perWindow * pageRequestsPerCall, highestRateLimit)

/** The same, of this host. */
export class OpenedPageLimit extends Context.Tag("@daybook/http/OpenedPageLimit")<
  OpenedPageLimit,
  number | undefined
>() {}

/** The limit that several hosts share. */
export interface SharedLimit {
  readonly isShared: () => boolean
  readonly take: (caller: string, limit: number) => Promise<Allowance>
}

/** `perWindow` requests in any 60 seconds per key without its own limit, and per address without a key. */
export const limits = (perWindow: number, shared: SharedLimit): Limits => {
  const keys = slidingWindow({ windowMs, callers })
  const addresses = slidingWindow({ windowMs, callers })
  const viewers = slidingWindow({ windowMs, callers })
  const visitors = slidingWindow({ windowMs, callers })
  const proofs = slidingWindow({ windowMs, callers })
  const scrobblers = slidingWindow({ windowMs, callers })
  const windows = {
    key: keys,
    address: addresses,
    viewer: viewers,
    visitor: visitors,
    proof: proofs,
    scrobbler: scrobblers
  }
  const labelled = (kind: string, counts: ReadonlyArray<CallerRequests>) =>
    counts.map(({ caller, times }) => ({ caller: `${kind} ${caller}`, times }))
  const count = (kind: keyof typeof windows, caller: string, limit: number, now: number) => {
    const window = windows[kind]
    const own = window.take(caller, limit, now)
    if (!own.allowed || !shared.isShared()) return own
    const reconcile = (all: Allowance): Allowance => {
      if (!all.allowed) window.release(caller)
      return all
    }
    // Without the database each host applies the limit alone.
    return shared.take(`${kind} ${caller}`, limit).then(reconcile, () => own)
  }
  return {
    take: (key, address, now) =>
      key === undefined
        ? count("address", address(), perWindow, now)
        : count(
            "key",
            String(key.id),
            Option.getOrElse(key.rateLimit, () => perWindow),
            now
          ),
    reserve: (address, now) => addresses.take(address, perWindow, now),
    release: (address) => addresses.release(address),
    takeVisitor: (key, address, now, perVisitor = perWindow) =>
      count(
        "visitor",
        `${key.id} ${address()}`,
        Option.getOrElse(key.rateLimit, () => perVisitor),
        now
      ),
    takePicture: (address, now) => count("viewer", address(), perWindow * picturesPerCall, now),
    takeProof: (address, now) => count("proof", address(), proofsPerWindow, now),
    takeScrobbler: (id, now) => count("scrobbler", String(id), perWindow * submissionsPerCall, now),
    peek: (address, now) => addresses.peek(address, perWindow, now),
    counts: () => [
      ...labelled("key", keys.requests()),
      ...labelled("address", addresses.requests()),
      ...labelled("viewer", viewers.requests()),
      ...labelled("visitor", visitors.requests()),
      ...labelled("proof", proofs.requests()),
      ...labelled("scrobbler", scrobblers.requests())
    ]
  }
}

const seconds = (ms: number) => String(Math.ceil(ms / 1_000))

/** The rate limit headers, alternating between name and value. */
export const rateHeaders = (allowance: Allowance, now: number): HeaderList => {
  const headers: HeaderList = [
    "X-RateLimit-Limit",
    String(allowance.limit),
    "X-RateLimit-Remaining",
    String(allowance.remaining),
    "X-RateLimit-Reset",
    seconds(allowance.resetAt)
  ]
  if (!allowance.allowed) headers.push("Retry-After", seconds(Math.max(1, allowance.resetAt - now)))
  return headers
}
