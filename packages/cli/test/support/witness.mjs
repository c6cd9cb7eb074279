import { appendFileSync } from "node:fs"
import { Socket } from "node:net"

const { connect } = Socket.prototype

/** The host in the arguments of `connect`: options, a port with a host, or an array of either. A path has none. */
const hostOf = ([first, second]) => {
  if (Array.isArray(first)) return hostOf(first)
  const host = typeof first === "object" ? (first.host ?? (first.path === undefined ? undefined : "")) : second
  return typeof host === "string" ? host : "localhost"
}

/** Loaded with --import: records the host name of every connection. */
Socket.prototype.connect = function (...args) {
  appendFileSync(process.env["WITNESS_FILE"], `${hostOf(args)}\n`)
  return connect.apply(this, args)
}
