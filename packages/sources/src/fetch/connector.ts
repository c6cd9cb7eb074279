import { lookup as systemLookup, type LookupAddress } from "node:dns"
import { Agent, type Dispatcher } from "undici"
import { ClosedAddress } from "./publicAddresses.js"

/** All addresses of a host name. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

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
