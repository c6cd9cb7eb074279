import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, Encoding, Layer, TestClock } from "effect"
import { ClientDocuments, DocumentFailure, GrantSeal, hasRedirect, makeClients } from "../../src/grants/index.js"

const id = "https://client.example/assistant.json"
const document = { client_id: id, client_name: "Assistant", redirect_uris: ["https://client.example/cb"] }
const hour = 3_600_000

interface Answer {
  readonly json: unknown
  readonly freshFor: number
}

/** Clients over documents that a test can change, with the addresses that were read. */
const clientsWith = (answers: Map<string, Answer>, allowsRegistration = true) =>
  Effect.gen(function* () {
    const reads: Array<string> = []
    const documents = Layer.succeed(ClientDocuments, {
      read: (url) => {
        reads.push(url)
        const answer = answers.get(url)
        return answer === undefined ? new DocumentFailure({ message: "answers 404" }) : Effect.succeed(answer)
      }
    })
    const seal = Layer.succeed(GrantSeal, {
      sign: (text) => `s${Array.from(text).reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1e9, 7)}`,
      challengeOf: (text) => text,
      encode: Encoding.encodeBase64Url,
      decode: (text) => Either.getOrThrow(Encoding.decodeBase64UrlString(text))
    })
    const { find, register } = yield* Effect.provide(makeClients(allowsRegistration), Layer.merge(documents, seal))
    const outcome = (clientId: string) =>
      Effect.map(Effect.either(find(clientId)), (either) =>
        either._tag === "Right" ? either.right : either.left.message
      )
    return { outcome, register, reads }
  })

const single = (json: unknown, freshFor = 0) => new Map([[id, { json, freshFor }]])

describe("A client known by its document", () => {
  it.effect("has the name and redirects of the document, and its host", () =>
    Effect.gen(function* () {
      const { outcome } = yield* clientsWith(single(document))
      expect(yield* outcome(id)).toEqual({
        id,
        name: "Assistant",
        redirectUris: document.redirect_uris,
        host: "client.example"
      })
    })
  )

  it.effect("must have the very address as client_id, byte for byte", () =>
    Effect.gen(function* () {
      const others = [
        `${id}x`,
        id.slice(0, -1),
        id.toUpperCase(),
        `${id}/`,
        `${id}?`,
        id.replace("https", "http"),
        "",
        1
      ]
      for (const client_id of [...others, undefined]) {
        const { outcome } = yield* clientsWith(single({ ...document, client_id }))
        expect([client_id, yield* outcome(id)]).toEqual([
          client_id,
          "this client is refused: its document names another client_id"
        ])
      }
    })
  )

  it.effect("must have a name and usable redirects", () =>
    Effect.gen(function* () {
      const refused = (json: unknown) => Effect.flatMap(clientsWith(single(json)), ({ outcome }) => outcome(id))
      for (const client_name of [undefined, "", "\u202e \u0000", 7])
        expect(yield* refused({ ...document, client_name })).toContain("has no client_name")
      const many = Array.from({ length: 21 }, (_, index) => `https://client.example/${index}`)
      const wrong = [undefined, [], many, "https://client.example/cb", [7], ["http://client.example/cb"], ["app:/cb"]]
      for (const redirect_uris of wrong)
        expect(yield* refused({ ...document, redirect_uris })).toContain("has no usable redirect_uris")
      for (const json of [null, 7, "text", [], [document]])
        expect(yield* refused(json)).toMatch(/^this client is refused/)
    })
  )

  it.effect("has a name of one line without characters that turn its direction", () =>
    Effect.gen(function* () {
      const { outcome } = yield* clientsWith(
        single({ ...document, client_name: `Assis\u202etant\n${"x".repeat(200)}` })
      )
      const client = yield* outcome(id)
      expect(client).toMatchObject({ name: `Assis tant ${"x".repeat(89)}` })
    })
  )

  it.effect("is read only at https addresses with a path", () =>
    Effect.gen(function* () {
      const { outcome, reads } = yield* clientsWith(new Map())
      const others = [
        "http://client.example/a.json",
        "https://client.example",
        "https://client.example/",
        "https://client.example/?a",
        "https://client.example/a/../b.json",
        "https://client.example/./b.json",
        "https://me@client.example/a.json",
        "https://client.example/a.json#x",
        "https://client.example\\@other.example/a",
        "ftp://client.example/a.json",
        ""
      ]
      for (const other of others) expect(yield* outcome(other)).toMatch(/^this client is not known here/)
      expect(reads).toEqual([])
    })
  )

  it.effect("is read again when its document is no longer fresh, after 24 hours at the latest", () =>
    Effect.gen(function* () {
      const answers = single(document, 1_000 * hour)
      const { outcome, reads } = yield* clientsWith(answers)
      yield* outcome(id)
      yield* TestClock.adjust(24 * hour - 1)
      yield* outcome(id)
      expect(reads).toHaveLength(1)
      answers.set(id, { json: { ...document, client_name: "Renamed" }, freshFor: 60_000 })
      yield* TestClock.adjust(1)
      expect(yield* outcome(id)).toMatchObject({ name: "Renamed" })
      yield* TestClock.adjust(60_000)
      yield* outcome(id)
      expect(reads).toHaveLength(3)
    })
  )

  it.effect("is not remembered where its document forbids it, fails or is refused", () =>
    Effect.gen(function* () {
      const answers = single(document)
      const { outcome, reads } = yield* clientsWith(answers)
      yield* outcome(id)
      answers.set(id, { json: {}, freshFor: hour })
      expect(yield* outcome(id)).toMatch(/^this client is refused/)
      answers.delete(id)
      expect(yield* outcome(id)).toBe("the address of the client answers 404")
      answers.set(id, { json: document, freshFor: hour })
      expect(yield* outcome(id)).toMatchObject({ id })
      expect(reads).toHaveLength(4)
    })
  )

  it.effect("takes no more than 200 places in memory", () =>
    Effect.gen(function* () {
      const addresses = Array.from({ length: 201 }, (_, index) => `https://client.example/${index}.json`)
      const answers = new Map(
        addresses.map((address) => [address, { json: { ...document, client_id: address }, freshFor: hour }])
      )
      const { outcome, reads } = yield* clientsWith(answers)
      for (const address of addresses) yield* outcome(address)
      yield* outcome(addresses[200]!)
      expect(reads).toHaveLength(201)
      yield* outcome(addresses[0]!)
      expect(reads).toHaveLength(202)
    })
  )
})

describe("A client that registered itself", () => {
  const metadata = { client_name: "Local", redirect_uris: ["http://127.0.0.1:4000/cb"] }

  it.effect("is known by its signed id, while registration is on", () =>
    Effect.gen(function* () {
      const { outcome, register } = yield* clientsWith(new Map())
      const registered = register(metadata)
      const client = registered._tag === "Right" ? registered.right : undefined
      expect(yield* outcome(client!.id)).toEqual({ ...client, host: null })
      expect(hasRedirect(client!, "http://127.0.0.1:60000/cb")).toBe(true)
      expect(hasRedirect(client!, "http://127.0.0.1:4000/cb/")).toBe(false)
      const changed = client!.id.replace(/^dcr_./, "dcr_x")
      for (const other of [changed, `${client!.id}0`, "dcr_", "dcr_x", client!.id.slice(4)])
        expect(yield* outcome(other)).toMatch(/^this client is not known here/)
      const closed = yield* clientsWith(new Map(), false)
      expect(yield* closed.outcome(client!.id)).toMatch(/^this client is not known here/)
    })
  )
})
