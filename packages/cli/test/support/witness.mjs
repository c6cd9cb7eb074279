import { appendFileSync } from "node:fs"
import { Socket } from "node:net"

const { connect } = Socket.prototype

/** Out of what `connect` takes: options, a port with a host, or a list of either. A path is no host. */
const hostOf = ([first, second]) => {
  if (Array.isArray(first)) return hostOf(first)
  const host = typeof first === "object" ? first.host ?? (first.path === undefined ? undefined : "") : second
  return typeof host === "string" ? host : "localhost"
}

/** Loaded into a process before its program: writes down every host that it connects to, by the name it was called by. */

Socket.prototype.connect = function(...args) {
  appendFileSync(process.env["WITNESS_FILE"], `${hostOf(args)}\n`)
  return connect.apply(this, args)
}
