import { Effect, Either } from "effect"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { make } from "../../../src/fetch/safeFetch.js"
import { nameServer, type Records } from "./nameServer.js"

/**
 * Runs in a network namespace in which all these addresses belong to the loopback device. So a fetch of a private
 * address would succeed, and this program would see its connection.
 */
const publicAddress = "93.184.216.34"
const publicAddress6 = "2606:2800:220:1::34"
const privateAddresses = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"]

const port = 80
const rounds = Number(process.argv[2] ?? 20)

/** Each name takes its answers in turn: one for each pair of questions (A and AAAA) of a lookup. */
const world: Readonly<Record<string, ReadonlyArray<Records>>> = {
  "steady.test": [[publicAddress]],
  "flip.test": [[publicAddress], ["127.0.0.1"]],
  "twice.test": [[publicAddress], [publicAddress], ["10.0.0.1"]],
  "metadata.test": [[publicAddress], ["169.254.169.254"]],
  "six.test": [[publicAddress, publicAddress6], [publicAddress, "::1"], ["fd00::1"]],
  "mapped.test": [[publicAddress], ["::ffff:127.0.0.1"], [publicAddress, "::ffff:10.0.0.1"]],
  "translated.test": [[publicAddress], ["64:ff9b::127.0.0.1"], ["2002:7f00:1::1"]],
  "mixed.test": [[publicAddress, "127.0.0.1"], [publicAddress]],
  "alias.test": [["inside.test", "127.0.0.1"], [publicAddress]],
  "zero.test": [["0.0.0.0"], [publicAddress], ["::"]],
  "inside.test": [["127.0.0.1"]],
  "nas.test": [["10.0.0.1"]]
}

interface Lookup {
  readonly types: Set<string>
  readonly records: Records
}

const turns = new Map<string, number>()
const lookups = new Map<string, Lookup>()

/** Lookups that run side by side have different ports. A type that was asked before begins the next lookup. */
const answers = (name: string, type: "A" | "AAAA", port: number): Records | null => {
  const all = world[name]
  if (all === undefined) return null
  const key = `${name} ${port}`
  const begun = lookups.get(key)
  if (begun !== undefined && !begun.types.has(type)) {
    begun.types.add(type)
    return begun.records
  }
  const turn = turns.get(name) ?? 0
  turns.set(name, turn + 1)
  const records = all[turn % all.length]!
  lookups.set(key, { types: new Set([type]), records })
  return records
}

const listen = (address: string, onRequest: RequestListener, onConnection: () => void) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer(onRequest)
    server.on("connection", onConnection)
    server.on("error", reject)
    server.listen(port, address, () => resolve(server))
  })

const reached: Record<string, number> = {}
const names = Object.keys(world).filter((name) => name !== "nas.test")

/** A public site. `/to/NAME` redirects to another name, `/again` to itself. No connection is used twice. */
const site: RequestListener = (request, response) => {
  response.setHeader("connection", "close")
  const [, target] = /^\/to\/(.+)$/.exec(request.url ?? "") ?? []
  if (target !== undefined) return void response.writeHead(302, { location: `http://${target}` }).end()
  if (request.url === "/again") return void response.writeHead(307, { location: "/" }).end()
  response.end("public")
}
const inside: RequestListener = (_, response) => void response.end("private")

const outcomeOf = (name: string, path: string, outcome: Either.Either<string, { readonly message: string }>) =>
  Either.match(outcome, {
    onLeft: ({ message }) => (message.includes("private network") ? "refused" : `failed: ${name}${path} ${message}`),
    onRight: (text) => text
  })

const program = Effect.scoped(
  Effect.gen(function* () {
    const { get } = yield* make({ allow: [] })
    const outcomes: Record<string, number> = {}
    const paths = ["/", "/again", ...names.map((name) => `/to/${name}/`), "/to/flip.test/again", "/to/[::1]/"]
    const fetchOnce = (name: string, path: string) =>
      Effect.map(
        Effect.either(Effect.map(get(`http://${name}${path}`), ({ bytes }) => Buffer.from(bytes).toString())),
        (outcome) => {
          const result = outcomeOf(name, path, outcome)
          outcomes[result] = (outcomes[result] ?? 0) + 1
        }
      )
    const all = names.flatMap((name) => paths.map((path) => fetchOnce(name, path)))
    for (let round = 0; round < rounds; round++) yield* Effect.all(all, { concurrency: round % 2 === 0 ? 1 : 8 })
    const before = { ...reached }
    // Proof that private addresses can be reached here: an allowed host, and a fetch without the guard.
    const allowed = yield* make({ allow: ["nas.test"] })
    const nas = Buffer.from((yield* allowed.get("http://nas.test/")).bytes).toString()
    const unguarded = yield* Effect.promise(async () => (await fetch("http://inside.test/")).text())
    return { outcomes, reached: before, nas, unguarded, afterwards: reached }
  })
)

const stop = await nameServer(answers)
const servers = await Promise.all([
  ...[publicAddress, publicAddress6].map((address) => listen(address, site, () => {})),
  ...privateAddresses.map((address) => listen(address, inside, () => (reached[address] = (reached[address] ?? 0) + 1)))
])
const result = await Effect.runPromise(program)
console.log(
  JSON.stringify({ ...result, listening: servers.map((server) => (server.address() as AddressInfo).address) })
)
stop()
for (const server of servers) {
  server.closeAllConnections()
  server.close()
}
