import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { builtProgram } from "../../../adapters/test/support/buildProgram.js"

const addresses = ["93.184.216.34/32", "10.0.0.1/32", "169.254.169.254/32"]
const addresses6 = ["2606:2800:220:1::34/128", "fd00::1/128"]

/** A network without any device but loopback, to which these addresses belong. Nothing leaves it. */
const network = [
  "ip link set lo up",
  ...addresses.map((address) => `ip addr add ${address} dev lo`),
  ...addresses6.map((address) => `ip -6 addr add ${address} dev lo nodad`)
].join(" && ")

const inNamespaces = (script: string, ...args: ReadonlyArray<string>) =>
  spawnSync("unshare", ["--net", "--mount", "sh", "-c", script, "sh", ...args], { encoding: "utf8", timeout: 240_000 })

const canUnshare = process.platform === "linux" && inNamespaces(network).status === 0
const skipped = canUnshare ? "" : " (skipped: no right to make a network namespace)"

const program = builtProgram(resolve(import.meta.dirname, "support/program.ts"), "rebinding")
const folder = mkdtempSync(join(tmpdir(), "daybook-names-"))

interface Result {
  readonly outcomes: Readonly<Record<string, number>>
  readonly reached: Readonly<Record<string, number>>
  readonly nas: string
  readonly unguarded: string
}

describe.skipIf(!canUnshare)("a name whose address changes between lookups", () => {
  beforeAll(program.make)
  afterAll(() => {
    program.remove()
    rmSync(folder, { recursive: true })
  })

  it(`never leads a fetch or a redirect to a private address, with a real DNS server${skipped}`, () => {
    const names = join(folder, "resolv.conf")
    const order = join(folder, "nsswitch.conf")
    writeFileSync(names, "nameserver 127.0.0.1\noptions timeout:2 attempts:2\n")
    writeFileSync(order, "hosts: files dns\n")
    const script = `${network} && mount --bind "$1" /etc/resolv.conf && mount --bind "$2" /etc/nsswitch.conf &&
      exec "$3" "$4" "$5"`
    const rounds = process.env["DAYBOOK_NAME_ROUNDS"] ?? "4"
    const ended = inNamespaces(script, names, order, process.execPath, program.file, rounds)
    expect(ended.status, ended.stderr).toBe(0)
    if (process.env["DAYBOOK_NAME_ROUNDS"] !== undefined) console.log(ended.stdout)
    const { nas, outcomes, reached, unguarded } = JSON.parse(ended.stdout) as Result
    expect(reached).toEqual({})
    expect(Object.keys(outcomes).sort()).toEqual(["public", "refused"])
    expect(outcomes["public"]).toBeGreaterThan(50)
    expect(outcomes["refused"]).toBeGreaterThan(50)
    expect([nas, unguarded]).toEqual(["private", "private"])
  })
})
