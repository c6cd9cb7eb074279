import { Agent, type Dispatcher } from "undici"
import { lookup as systemLookup, type LookupAddress } from "node:dns"
import { isPublicAddress } from "./publicAddress.js"

/** All addresses of a host name. */
export type Resolve = (host: string, done: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void) => void

/** The name leads to an address that is not to be reached. */
class ClosedAddress extends Error {
  readonly code = "DAYBOOK_CLOSED_ADDRESS"
}

/** Names below `localhost` are this machine (RFC 6761 §6.3), though not every system's look-up knows that. */
const systemResolve: Resolve = (host, done) => host.endsWith(".localhost") ? done(null, [{ address: "127.0.0.1", family: 4 }]) : systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

const timing = { connections: 16, keepAliveTimeout: 4_000, headersTimeout: 10_000, bodyTimeout: 10_000 }

/**
 * Connects to where names lead; a guarded one to public addresses only. The address is judged where the connection is
 * made, on the very answer that is connected to: a name cannot lead elsewhere between the check and the call. One closed
 * address among several is enough to refuse.
 */
export const connector = (isGuarded: boolean, resolve: Resolve = systemResolve): Dispatcher =>
  new Agent({
    ...timing,
    connect: {
      timeout: 10_000,
      lookup: (host, options, callback) =>
        resolve(host, (error, addresses) => {
          const first = addresses[0]
          if (error !== null || first === undefined) return callback(error ?? new Error("no address"), "", 0)
          if (isGuarded && !addresses.every(({ address }) => isPublicAddress(address))) return callback(new ClosedAddress(), "", 0)
          if (options.all === true) return (callback as unknown as (error: null, all: ReadonlyArray<LookupAddress>) => void)(null, addresses)
          callback(null, first.address, first.family)
        })
    }
  })
