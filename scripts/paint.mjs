import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/**
 * Prints bytes, largest contentful paint and layout shift of the page's screens, as the table of docs/app.md. Usage:
 * `node scripts/paint.mjs FOLDER`, where `daybook demo --no-serve --data FOLDER` has filled the folder.
 */
const folder = process.argv[2]
const rounds = 3
const slower = 4
const quietMs = 2_500

if (folder === undefined || !existsSync(folder)) throw new Error("usage: node scripts/paint.mjs FOLDER")

const environment = {
  ...process.env,
  DAYBOOK_DATA_DIR: folder,
  DAYBOOK_RATE_LIMIT: "1000000",
  DAYBOOK_EMBEDDINGS: "off"
}
const program = new URL("../packages/cli/dist/main.js", import.meta.url).pathname
const daybook = (...args) =>
  spawn(process.execPath, [program, ...args], { env: environment, stdio: ["ignore", "pipe", "inherit"] })

const output = async (child) => {
  let text = ""
  for await (const part of child.stdout) text += part
  return text
}
const key = /svc_\w+/.exec(await output(daybook("keys", "create", "--name", `paint ${Date.now()}`)))?.[0]
const host = daybook("serve", "--port", "0")
const url = await new Promise((resolve) =>
  host.stdout.on("data", (part) => {
    const address = /http:\/\/[\d.:]+/.exec(String(part))
    if (address !== null) resolve(address[0])
  })
)
const ask = async (path) => (await fetch(`${url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } })).json()
const firstOf = async (path, where = () => true) => (await ask(path)).data.find(where).id

const screens = [
  ["Today", "/"],
  ["Listening", "/listening"],
  ["Artist", `/listening/artists/${await firstOf("/listening/top/artists?period=overall")}`],
  ["Album", `/listening/albums/${await firstOf("/listening/top/albums?period=overall")}`],
  ["Every play", "/listening/history"],
  ["Running", "/running"],
  ["Run", `/running/${await firstOf("/running/recent")}`],
  ["Watching", "/watching"],
  ["Film", `/watching/films/${await firstOf("/watching/movies")}`],
  ["Series", `/watching/shows/${await firstOf("/watching/shows")}`],
  ["The shelf", "/collecting"],
  ["Reading", "/reading"],
  ["Article", `/reading/${await firstOf("/reading/articles")}`],
  ["Attending", "/attending"],
  ["Event", `/attending/${await firstOf("/attending/events")}`],
  ["Feed", "/feed"],
  ["Search", "/search"],
  ["Year in review", `/year/${new Date().getUTCFullYear() - 1}`]
]

const observe = `
window.largestPaint = 0
window.shift = 0
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.largestPaint = entry.startTime })
  .observe({ type: "largest-contentful-paint", buffered: true })
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
}).observe({ type: "layout-shift", buffered: true })`

const executablePath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync)
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args })

/** A visit with an empty cache and a slow processor. */
const visit = async (path) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower })
  await page.addInitScript(observe)
  const types = new Map()
  let bytes = 0
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type))
  session.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => {
    if (["Script", "Stylesheet"].includes(types.get(requestId))) bytes += encodedDataLength
  })
  await page.goto(`${url}${path}#key=${key}`)
  await page.locator("main h1").first().waitFor()
  await page.waitForTimeout(quietMs)
  const [paint, shift] = await page.evaluate("[window.largestPaint, window.shift]")
  await context.close()
  return { paint, shift, bytes }
}

try {
  console.log("| page | KB | best paint, ms | median paint, ms | largest layout shift |\n|---|---|---|---|---|")
  for (const [name, path] of screens) {
    // The first visit makes the answers, which a host makes ahead of time after a sync.
    await visit(path)
    const visits = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(path))
    const paints = visits.map(({ paint }) => paint).sort((a, b) => a - b)
    const shift = Math.max(...visits.map((one) => one.shift))
    const kilobytes = (visits[0].bytes / 1_024).toFixed(1)
    console.log(`| ${name} | ${kilobytes} | ${paints[0].toFixed(0)} | ${paints[1].toFixed(0)} | ${shift.toFixed(3)} |`)
  }
} finally {
  await browser.close()
  host.kill("SIGTERM")
}
