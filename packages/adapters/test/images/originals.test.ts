import { describe, expect, it } from "@effect/vitest"
import type { Originals } from "@daybook/core/images"
import { Chunk, Effect, Fiber, Option, Redacted, Stream } from "effect"
import { spawn } from "node:child_process"
import { createHash, createHmac } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileOriginals } from "../../src/images/fileOriginals.js"
import { s3Originals } from "../../src/images/s3Originals.js"
import { build } from "tsup"
import { server } from "./support/server.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-originals-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
const bytes = Buffer.from("a picture")
const name = createHash("sha256").update(bytes).digest("hex")

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

const listed = (store: typeof Originals.Service) =>
  Effect.map(Stream.runCollect(store.all), (all) =>
    Chunk.toArray(all)
      .map((one) => one.name)
      .sort()
  )

describe("originals as files", () => {
  it.scoped("are stored once under their hash and can be read", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = fileOriginals(path)
      expect(yield* store.put(bytes)).toBe(name)
      expect(yield* fileOriginals(path).put(bytes)).toBe(name)
      expect(filesIn(path)).toEqual([name])
      expect(Option.map(yield* store.get(name), (content) => Buffer.from(content).toString())).toEqual(
        Option.some("a picture")
      )
      for (const unknown of ["0".repeat(64), "", "../../etc/passwd", name.toUpperCase()])
        expect(yield* store.get(unknown), unknown).toEqual(Option.none())
    })
  )

  it.scoped("are readable by this user only, even in a shared folder", () =>
    Effect.gen(function* () {
      const path = yield* folder
      chmodSync(path, 0o755)
      yield* fileOriginals(join(path, "images", "originals")).put(bytes)
      const modes = readdirSync(path, { recursive: true, encoding: "utf8" }).map((one) =>
        (statSync(join(path, one)).mode & 0o777).toString(8)
      )
      expect(modes).toEqual(["700", "700", "700", "600"])
    })
  )

  it.scoped("are repaired if a file was truncated", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = fileOriginals(path)
      yield* store.put(bytes)
      writeFileSync(join(path, name.slice(0, 2), name), "a p")
      yield* store.put(bytes)
      expect(readFileSync(join(path, name.slice(0, 2), name), "utf8")).toBe("a picture")
    })
  )

  it.scopedLive("leave no draft when a write is interrupted", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const large = Buffer.alloc(20_000_000, 7)
      const writing = yield* Effect.fork(fileOriginals(path).put(large))
      yield* Effect.repeat(Effect.sleep("1 millis"), { until: () => filesIn(path).length > 0 }).pipe(
        Effect.timeout("10 seconds")
      )
      yield* Fiber.interrupt(writing)
      expect(filesIn(path)).toEqual([createHash("sha256").update(large).digest("hex")])
    })
  )

  it.scoped("are listed and removed", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = fileOriginals(path)
      expect(yield* listed(fileOriginals(join(path, "nowhere")))).toEqual([])
      const names = [yield* store.put(bytes), yield* store.put(Buffer.from("another"))]
      writeFileSync(join(path, "notes.txt"), "")
      writeFileSync(join(path, name.slice(0, 2), `${name}.abc.tmp`), "")
      expect(yield* listed(store)).toEqual(names.sort())
      utimesSync(join(path, name.slice(0, 2), name), 1, 1)
      expect((yield* Stream.runCollect(store.all)).pipe(Chunk.toArray).find((one) => one.name === name)?.at).toBe(1_000)
      yield* store.put(bytes)
      expect((yield* Stream.runCollect(store.all)).pipe(Chunk.every(({ at }) => at > Date.now() - 60_000))).toBe(true)
      yield* store.remove(name)
      yield* store.remove(name)
      expect(yield* listed(store)).toEqual(names.filter((one) => one !== name))
    })
  )

  it.scoped("fail with a storage failure if the folder is not writable", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "file"), "")
      expect((yield* Effect.flip(fileOriginals(join(path, "file")).put(bytes)))._tag).toBe("StorageFailure")
    })
  )

  it.scoped("are complete or absent after a kill", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const programs = yield* folder
      yield* Effect.promise(() =>
        build({
          entry: { store: join(import.meta.dirname, "support/store.program.ts") },
          outDir: programs,
          format: "esm",
          platform: "node",
          target: "node20",
          noExternal: [/./],
          outExtension: () => ({ js: ".mjs" }),
          esbuildOptions: (options) => {
            options.conditions = ["@daybook/source"]
          },
          silent: true,
          config: false
        })
      )
      for (const lines of [1, 3, 7]) {
        const output = yield* Effect.promise(
          () =>
            new Promise<ReadonlyArray<string>>((resolve) => {
              const child = spawn(process.execPath, [join(programs, "store.mjs"), path], {
                stdio: ["ignore", "pipe", "inherit"]
              })
              let text = ""
              child.stdout.on("data", (part: Buffer) => {
                text += part.toString()
                if (text.split("\n").length > lines) child.kill("SIGKILL")
              })
              child.on("close", () => resolve(text.split("\n").filter((line) => line.length === 64)))
            })
        )
        expect(output.length).toBeGreaterThanOrEqual(lines)
        const whole = filesIn(path).filter((file) => !file.endsWith(".tmp"))
        for (const file of whole)
          expect(
            createHash("sha256")
              .update(readFileSync(join(path, file.slice(0, 2), file)))
              .digest("hex")
          ).toBe(file)
        expect(whole).toEqual(expect.arrayContaining([...output]))
      }
    })
  )
})

const access = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "eu-test-1"
}
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/**
 * Verifies a request's Signature Version 4 with an independent computation (docs.aws.amazon.com, "Create a signed
 * request").
 */
const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const header = request.headers.authorization ?? ""
  const [, scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header
    ) ?? []
  const [date = "", region = ""] = scope.split("/")
  if (
    scope !== `${date}/${access.region}/s3/aws4_request` ||
    !["host", "x-amz-content-sha256", "x-amz-date"].every((one) => names.split(";").includes(one))
  )
    return false
  const payload = String(request.headers["x-amz-content-sha256"])
  const bodyHash = createHash("sha256").update(body).digest("hex")
  if (payload !== bodyHash && payload !== "UNSIGNED-PAYLOAD") return false
  const [path = "", query = ""] = (request.url ?? "").split("?")
  const canonical = [
    request.method,
    path,
    query.split("&").sort().join("&"),
    ...names.split(";").map((one) => `${one}:${String(request.headers[one]).trim()}`),
    "",
    names,
    payload
  ].join("\n")
  const toSign = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"],
    scope,
    createHash("sha256").update(canonical).digest("hex")
  ].join("\n")
  const key = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (from, text) => hmac(from, text),
    `AWS4${access.secretAccessKey}`
  )
  return hmac(key, toSign).toString("hex") === signature
}

/** Two objects per page (docs.aws.amazon.com, "ListObjectsV2"). */
const listingOf = (urls: ReadonlyArray<string>, query: URLSearchParams) => {
  const keys = urls
    .map((url) => url.split("/").slice(2).join("/"))
    .filter((key) => key.startsWith(query.get("prefix")!))
    .sort()
  const begin = keys.findIndex((key) => key > (query.get("continuation-token") ?? ""))
  const page = begin < 0 ? [] : keys.slice(begin, begin + 2)
  const isTruncated = begin >= 0 && begin + 2 < keys.length
  const contents = page
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>9</Size></Contents>`
    )
    .join("")
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""}${contents}</ListBucketResult>`
}

/** A bucket that checks signatures. `fail` makes the next requests fail with a status. */
const bucket = Effect.gen(function* () {
  const objects = new Map<string, Buffer>()
  const fail: Array<number> = []
  const requests: Array<string> = []
  const { host } = yield* server((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const body = Buffer.concat(parts)
      const url = request.url ?? ""
      requests.push(`${request.method} ${url}`)
      const status = fail.shift()
      if (status !== undefined) return response.writeHead(status).end("<Error/>")
      if (!isSigned(request, body))
        return response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>")
      if (request.method === "PUT") {
        objects.set(url, body)
        return response.end()
      }
      if (request.method === "DELETE") {
        objects.delete(url)
        return response.writeHead(204).end()
      }
      if (url.includes("?"))
        return response.end(listingOf([...objects.keys()], new URL(url, "http://bucket").searchParams))
      const content = objects.get(url)
      return content === undefined
        ? response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>")
        : response.end(content)
    })
  })
  return { objects, fail, requests, endpoint: `http://${host}` }
})

describe("originals in a bucket", () => {
  const settings = (endpoint: string, secret = access.secretAccessKey) => ({
    ...access,
    endpoint,
    bucket: "my-pictures",
    secretAccessKey: Redacted.make(secret)
  })

  it.scoped("are written and read with valid signatures", () =>
    Effect.gen(function* () {
      const { requests, endpoint, objects } = yield* bucket
      const store = s3Originals(settings(endpoint))
      expect(yield* store.put(bytes)).toBe(name)
      expect([...objects.keys()]).toEqual([`/my-pictures/originals/${name.slice(0, 2)}/${name}`])
      expect(Option.map(yield* store.get(name), (content) => Buffer.from(content).toString())).toEqual(
        Option.some("a picture")
      )
      expect(yield* store.get("0".repeat(64))).toEqual(Option.none())
      expect(requests).toHaveLength(3)
    })
  )

  it.scoped("are listed page by page, and removed", () =>
    Effect.gen(function* () {
      const { endpoint } = yield* bucket
      const store = s3Originals(settings(endpoint))
      expect(yield* listed(store)).toEqual([])
      const names = yield* Effect.forEach(["a", "b", "c", "d", "e"], (text) => store.put(Buffer.from(text)))
      expect(yield* listed(store)).toEqual([...names].sort())
      expect(Chunk.every(yield* Stream.runCollect(store.all), ({ at }) => at === Date.UTC(2026, 0, 2, 3, 4, 5))).toBe(
        true
      )
      yield* store.remove(names[2]!)
      expect(yield* listed(store)).toEqual(names.filter((one) => one !== names[2]).sort())
    })
  )

  it.scoped("are not looked for where the store redirects, such as in the operator's own network", () =>
    Effect.gen(function* () {
      let reached = 0
      const inner = yield* server((_, response) => {
        reached++
        response.end("a secret of the network")
      })
      for (const status of [301, 302, 307, 308]) {
        const store = yield* server((_, response) =>
          response.writeHead(status, { location: `http://${inner.host}/latest/meta-data/` }).end()
        )
        const originals = s3Originals(settings(`http://${store.host}`))
        const calls = [originals.get(name), originals.put(bytes), originals.remove(name), listed(originals)]
        for (const call of calls.map(Effect.asVoid))
          expect((yield* Effect.flip(call)).message).toContain(`HTTP ${status}`)
      }
      expect(reached).toBe(0)
    })
  )

  it.scoped("are retried after server errors, and fail without the key in the message when refused", () =>
    Effect.gen(function* () {
      const { requests, endpoint, fail } = yield* bucket
      fail.push(500, 503)
      expect(yield* s3Originals(settings(endpoint)).put(bytes)).toBe(name)
      expect(requests).toHaveLength(3)
      const refused = yield* Effect.flip(s3Originals(settings(endpoint, "a wrong secret")).put(bytes))
      expect(refused).toMatchObject({ _tag: "StorageFailure", unavailable: true })
      expect(refused.message).toMatch(/HTTP 403/)
      expect(JSON.stringify(refused)).not.toContain("a wrong secret")
      expect((yield* Effect.flip(s3Originals(settings("http://127.0.0.1:1")).get(name)))._tag).toBe("StorageFailure")
    })
  )
})
