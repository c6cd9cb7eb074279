// Records the answer of every GET of a host over stored data, and compares two recordings byte for byte:
//   node scripts/answers.mjs record <data folder> <recording> [--like <earlier recording>] [--cli <main.js>]
//   node scripts/answers.mjs compare <recording> <recording>
// The data folder is copied, and the host's clock starts at a fixed instant: the same data gives the same answers.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { variantsOf } from "./answerTargets.mjs"
import { root } from "./paths.mjs"

const clock = fileURLToPath(new URL("./fixedClock.mjs", import.meta.url))
const startsWithin = 180_000
const maxTargets = 20_000

/** Answers that depend on the time, the process or chance: only their status is compared. */
const volatile = [
  /^\/v1\/health/,
  /^\/v1\/admin\/(?:sync|status|metrics|hosts|jobs|keys)/,
  /^\/metrics/,
  /[?&]random/,
  /\/random(?:\?|$)/
]

/** Operations that ask providers. */
const outward = /\/(?:alternatives|candidates)(?:\?|$)/

/** Headers that clients build on. */
const headers = ["content-type", "cache-control", "etag", "location", "link", "vary", "content-disposition"]

const isText = (type) => /json|text|xml|javascript|yaml|csv/.test(type ?? "")

const bodyOf = async (response) => {
  const bytes = Buffer.from(await response.arrayBuffer())
  return isText(response.headers.get("content-type"))
    ? bytes.toString("utf8")
    : `sha256:${createHash("sha256").update(bytes).digest("hex")} ${bytes.length} bytes`
}

/** A busy machine may refuse a read for a moment. */
const patiently = async (ask, tries = 3) => {
  const response = await ask()
  return response.status === 503 && tries > 1 ? patiently(ask, tries - 1) : response
}

const answerOf = async (base, key, target) => {
  const response = await patiently(() =>
    fetch(base + target, { redirect: "manual", headers: { authorization: `Bearer ${key}` } })
  )
  const body = (await bodyOf(response)).replace(/"exported_at":"[^"]*"/, '"exported_at":"…"')
  if (volatile.some((pattern) => pattern.test(target))) return { target, status: response.status }
  const present = headers.filter((name) => response.headers.has(name))
  return {
    target,
    status: response.status,
    headers: Object.fromEntries(present.map((name) => [name, response.headers.get(name)])),
    body
  }
}

/** Starts a host on a copy of the data; ends it and removes the copy when the work is done. */
const withHost = async (data, cli, work) => {
  const copy = mkdtempSync(join(tmpdir(), "daybook-answers-"))
  cpSync(data, copy, { recursive: true })
  const { admin } = JSON.parse(readFileSync(join(copy, "demo.json"), "utf8"))
  const env = {
    PATH: process.env.PATH,
    HOME: copy,
    DAYBOOK_DATA_DIR: copy,
    DAYBOOK_HOST: "127.0.0.1",
    DAYBOOK_PORT: "0",
    // Addresses in answers, and so their ETags, do not depend on the port.
    DAYBOOK_PUBLIC_URL: "http://daybook.test",
    DAYBOOK_RATE_LIMIT: "1000000000",
    DAYBOOK_LOG_LEVEL: "warning"
  }
  const child = spawn(process.execPath, ["--import", clock, cli, "serve", "--no-schedule"], {
    cwd: copy,
    env,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = new Promise((done) => child.on("exit", done))
  try {
    const lines = createInterface({ input: child.stdout })
    const base = await Promise.race([
      new Promise((resolveUrl) =>
        lines.on("line", (line) => {
          const [url] = /http:\/\/[\d.]+:\d+/.exec(line) ?? []
          if (url) resolveUrl(url)
        })
      ),
      ended.then((code) => {
        throw new Error(`the host ended with ${code} before it answered`)
      }),
      sleep(startsWithin, undefined, { ref: false }).then(() => {
        throw new Error("the host did not start in three minutes")
      })
    ])
    return await work(base, admin)
  } finally {
    child.kill("SIGTERM")
    await ended
    rmSync(copy, { recursive: true, force: true })
  }
}

/** A stream has no end. */
const isStream = ({ responses }) => responses["200"]?.content?.["text/event-stream"] !== undefined

const targetsOf = async (base, key, like) => {
  if (like !== undefined) return readRecording(like).map(({ target }) => target)
  const ask = async (target) => (await answerOf(base, key, target)).body ?? "null"
  const document = JSON.parse(await ask("/v1/openapi.json"))
  const targets = []
  for (const [path, operations] of Object.entries(document.paths)) {
    if (operations.get === undefined || isStream(operations.get)) continue
    targets.push(...(await variantsOf(path, operations.get, document, ask)))
  }
  return [...new Set(targets)].filter((target) => !outward.test(target)).slice(0, maxTargets)
}

const record = async (data, out, like, cli) =>
  withHost(resolve(data), resolve(cli), async (base, key) => {
    const answers = []
    for (const target of await targetsOf(base, key, like)) answers.push(await answerOf(base, key, target))
    writeFileSync(out, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""))
    const statuses = {}
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
    console.log(
      `${answers.length} answers: ${Object.entries(statuses)
        .map(([status, count]) => `${count} of ${status}`)
        .join(", ")}`
    )
  })

const readRecording = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The first difference of two texts with its context. */
const difference = (before, after) => {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  const from = Math.max(0, at - 60)
  return `\n  before …${before.slice(from, at + 100)}\n  after  …${after.slice(from, at + 100)}`
}

const compare = (before, after) => {
  const later = new Map(readRecording(after).map((answer) => [answer.target, answer]))
  const earlier = readRecording(before)
  const differing = earlier.flatMap((answer) => {
    const other = later.get(answer.target)
    const [a, b] = [JSON.stringify(answer), other === undefined ? "not asked" : JSON.stringify(other)]
    return a === b ? [] : [`${answer.target}${difference(a, b)}`]
  })
  for (const line of differing) console.log(line)
  console.log(`${earlier.length - differing.length} equal, ${differing.length} differ`)
  if (differing.length > 0) process.exitCode = 1
}

const [verb, first, second, ...rest] = process.argv.slice(2)
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
if (verb === "record" && second)
  await record(first, second, option("--like"), option("--cli") ?? join(root, "packages/cli/dist/main.js"))
else if (verb === "compare" && second) compare(first, second)
else {
  console.error(
    "usage: node scripts/answers.mjs record <data folder> <recording> [--like <recording>] [--cli <main.js>]"
  )
  console.error("       node scripts/answers.mjs compare <recording> <recording>")
  process.exitCode = 2
}
