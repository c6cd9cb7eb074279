import { connect } from "node:net"
import { userInfo } from "node:os"

const patience = 2_000
const protocol = 3 << 16

const startup = (user: string, database: string): Buffer => {
  const text = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + text.length, 0)
  head.writeInt32BE(protocol, 4)
  return Buffer.concat([head, text])
}

/**
 * PostgreSQL's answer to a start-up message: "open" if it needs no password, "locked" if it wants one or refuses,
 * "none" if nothing speaks the protocol within two seconds.
 */
const knock = (url: URL): Promise<"open" | "locked" | "none"> =>
  new Promise((resolve) => {
    const socket = connect({ host: url.hostname, port: Number(url.port || 5432) })
    const end = (answer: "open" | "locked" | "none") => {
      resolve(answer)
      socket.destroy()
    }
    socket.setTimeout(patience, () => end("none"))
    socket.on("error", () => end("none"))
    socket.on("close", () => end("none"))
    socket.on("connect", () =>
      socket.write(startup(decodeURIComponent(url.username), decodeURIComponent(url.pathname.slice(1))))
    )
    socket.on("data", (answer) => {
      const isAuthentication = answer[0] === "R".charCodeAt(0) && answer.length >= 9
      if (isAuthentication && answer.readInt32BE(5) === 0) return end("open")
      end(isAuthentication || answer[0] === "E".charCodeAt(0) ? "locked" : "none")
    })
  })

const local = (user: string): URL => new URL(`postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`)

/**
 * The server for the second run of storage and host tests: the configured one, or else a local one without a password.
 */
export const findServer = async (env: NodeJS.ProcessEnv): Promise<string | null> => {
  const named = env.DAYBOOK_TEST_DATABASE_URL
  if (named) {
    const url = new URL(named)
    if ((await knock(url)) !== "none") return named
    process.stderr.write(
      `No PostgreSQL answers at ${url.host} (DAYBOOK_TEST_DATABASE_URL): only the embedded database is tested.\n`
    )
    return null
  }
  for (const url of ["postgres", userInfo().username].map(local)) {
    if ((await knock(url)) === "open") return url.href
  }
  return null
}
