import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import sharp from "sharp"

const example = resolve(import.meta.dirname, "..")
const program = join(example, "node_modules/.bin/daybook")

export type Environment = Readonly<Record<string, string>>

/** A folder that is removed when the tests end. */
export const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-books-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Open Library and its covers. It knows two of the books. */
export const openLibrary = async () => {
  const requests: Array<string> = []
  const cover = await sharp({ create: { width: 300, height: 450, channels: 3, background: "#246" } })
    .composite([{ input: { create: { width: 200, height: 80, channels: 3, background: "#eda" } } }])
    .jpeg()
    .toBuffer()
  const harbour = { title: "The quiet harbour", author_name: ["Ina Vale"], cover_i: 7, number_of_pages_median: 400 }
  const docs = (query: URLSearchParams) => {
    if (query.get("q") === "isbn:9780441000104") return [harbour]
    if (query.get("title") !== "Unread Thing") return []
    const thing = { author_name: ["Bo Tarn"], isbn: ["not one", "9780441000050"], number_of_pages_median: 250 }
    return [
      { ...harbour, title: "Another Thing" },
      { ...thing, title: "Unread thing" }
    ]
  }
  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1")
    requests.push(`${pathname}${search}`)
    if (pathname === "/b/id/7-L.jpg") return void response.writeHead(200, { "content-type": "image/jpeg" }).end(cover)
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ docs: docs(searchParams) }))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: Environment = {
    DAYBOOK_OPEN_LIBRARY_BASE_URL: address,
    DAYBOOK_OPEN_LIBRARY_COVERS_URL: address,
    DAYBOOK_OPEN_LIBRARY_MIN_INTERVAL_MS: "0",
    DAYBOOK_FETCH_ALLOW: "127.0.0.1"
  }
  return { requests, settings, close: () => (server.closeAllConnections(), server.close()) }
}

const start = (args: ReadonlyArray<string>, env: Environment) => {
  const { PATH = "", HOME = "" } = process.env
  const child = spawn(program, args, {
    cwd: example,
    env: { PATH, HOME, NO_COLOR: "1", TMPDIR: tmpdir(), DAYBOOK_TIMEZONE: "UTC", DAYBOOK_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
  return { child, stdout: () => stdout, stderr: () => stderr }
}

/** Runs `daybook` to its end. */
export const daybook = async (args: ReadonlyArray<string>, env: Environment) => {
  const { child, stderr, stdout } = start(args, env)
  const [code] = (await once(child, "close")) as [number | null]
  return { code, stdout: stdout(), stderr: stderr() }
}

/** Starts a host. Rejects with what it said if it ends instead. */
export const serve = async (env: Environment) => {
  const { child, stderr, stdout } = start(["serve"], env)
  const closed = once(child, "close")
  const stop = async () => (child.kill("SIGTERM"), await closed)
  process.once("exit", () => child.kill("SIGKILL"))
  for (;;) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(stdout()) ?? []
    if (address !== undefined) return { address, stop }
    if (child.exitCode !== null) throw new Error(`the host ended: ${stderr()}`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
}
