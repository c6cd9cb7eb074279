import { appendFileSync } from "node:fs"
import { Socket } from "node:net"

/** Loaded into a process before its program: writes down every host that it connects to, by the name it was called by. */
const { connect } = Socket.prototype
const hostOf = ([first, second]) => typeof first === "object" ? Array.isArray(first) ? hostOf(first) : first.host ?? (first.path === undefined ? "localhost" : "") : typeof second === "string" ? second : "localhost"

Socket.prototype.connect = function(...args) {
  appendFileSync(process.env["WITNESS_FILE"], `${hostOf(args)}\n`)
  return connect.apply(this, args)
}
