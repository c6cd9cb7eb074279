import { addresses } from "@daybook/page"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { books } from "./support/domains/declared.js"

const open = (address: string, accept = "text/html,application/xhtml+xml,*/*;q=0.8") =>
  Effect.promise(async () => {
    const response = await fetch(address, { headers: { accept } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

/** The addresses of the scripts and styles of a document, as a browser resolves them. */
const filesOf = (text: string, address: string) =>
  Array.from(text.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g), ([, link]) => new URL(link!, address).pathname)

describe("the addresses of the app", () => {
  it.scopedLive("answer with a document whose files exist", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ domains: [books] })
      const paths = ["/", ...addresses.map((address) => address.replaceAll(/:\w+/g, "7")), "/books", "/books/7"]
      const allFiles = new Set<string>()
      for (const path of paths) {
        const { headers, status, text } = yield* open(`${url}${path}`)
        const files = filesOf(text, `${url}${path}`)
        expect({ path, status, hasFiles: files.length > 2 }).toEqual({ path, status: 200, hasFiles: true })
        files.forEach((file) => allFiles.add(file))
        expect(headers.get("content-security-policy")).toContain(
          "default-src 'none'; script-src 'self'; style-src 'self'"
        )
      }
      for (const file of allFiles) expect((yield* open(`${url}${file}`)).status, file).toBe(200)
    })
  )

  it.scopedLive("answer 404 elsewhere: the document to a browser, the envelope to a client", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      for (const path of ["/nowhere", "/listening/nothing/here", "/running/", "/books"]) {
        const page = yield* open(`${url}${path}`)
        expect({ path, status: page.status, type: page.headers.get("content-type") }).toEqual({
          path,
          status: 404,
          type: "text/html; charset=utf-8"
        })
        expect(page.headers.get("content-security-policy")).toContain("script-src 'self'")
        expect(page.headers.get("cache-control")).toBe("no-store")
        for (const file of filesOf(page.text, `${url}${path}`)) expect((yield* open(`${url}${file}`)).status).toBe(200)
        const client = yield* open(`${url}${path}`, "*/*")
        expect(JSON.parse(client.text)).toEqual({ error: "Not found", status: 404 })
      }
      for (const path of ["/v1/nowhere", "/v1", "/assets/nothing.js", "/images/nothing"])
        expect(JSON.parse((yield* open(`${url}${path}`)).text)).toEqual({ error: "Not found", status: 404 })
    })
  )

  it.scopedLive("work below a path prefix", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ basePath: "/life" })
      const address = `${url}/life/listening/artists/7`
      const files = filesOf((yield* open(address)).text, address)
      expect(files.every((file) => file.startsWith("/life/assets/"))).toBe(true)
      for (const file of files) expect((yield* open(`${url}${file}`)).status).toBe(200)
      expect((yield* open(`${url}/elsewhere`)).headers.get("content-type")).toBe("application/json")
    })
  )
})
