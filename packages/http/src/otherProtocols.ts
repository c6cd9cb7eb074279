import { Grants } from "@daybook/core/grants"
import { ImageProxy } from "@daybook/core/images"
import type { Lenses } from "@daybook/core/lenses"
import { Effect, Runtime } from "effect"
import { type AssistantOptions, assistantListener, assistantPath } from "./assistants.js"
import { readPictures } from "./cards/pictures.js"
import type { FrontOptions, Listener } from "./front/Front.js"
import { type FindOpenAddress, withOpenAddresses } from "./front/openAddresses.js"
import type { PublicAddress } from "./front/publicAddress.js"
import { oauthAddresses } from "./oauth/listener.js"
import { publishedAddresses } from "./publishing/listener.js"
import { scrobblingAddresses } from "./scrobbling/listener.js"

interface OtherProtocols {
  readonly assistants?: AssistantOptions | undefined
  readonly publish?: boolean
  readonly place: PublicAddress
  readonly lenses: Pick<Lenses, "ofToken">
}

/** Adds the addresses whose callers speak to Daybook in another way than the API. */
export const withOtherProtocols = Effect.fn("withOtherProtocols")(function* (
  api: Listener,
  front: FrontOptions,
  { assistants, lenses, place, publish = false }: OtherProtocols
) {
  const assisted = assistants === undefined ? api : yield* withAssistants(api, front, assistants)
  const addresses = [
    ...(assistants?.oauth === undefined ? [] : [yield* oauthOf(front, assistants, assistants.oauth)]),
    yield* scrobblingAddresses(front, place),
    ...(publish ? [yield* published(front, place, lenses.ofToken)] : [])
  ]
  const runtime = yield* Effect.runtime<never>()
  const logFailure = (cause: unknown) =>
    Runtime.runSync(runtime)(Effect.logError("a request outside the API failed unexpectedly", cause))
  return withOpenAddresses(front, addresses, logFailure, assisted)
})

/** Adds `/mcp`. */
const withAssistants = (listener: Listener, front: FrontOptions, options: AssistantOptions) =>
  Effect.map(Grants, (grants): Listener => {
    const assistants = assistantListener(front, options, grants)
    return (request, response) => {
      const { url = "/" } = request
      const isAssistant = url === assistantPath || url.startsWith(`${assistantPath}?`)
      return isAssistant ? assistants(request, response) : listener(request, response)
    }
  })

/** The ways to get access to `/mcp`. */
const oauthOf = (front: FrontOptions, { publicUrl }: AssistantOptions, oauth: NonNullable<AssistantOptions["oauth"]>) =>
  Effect.gen(function* () {
    yield* (yield* Grants).watch
    return yield* oauthAddresses(front, publicUrl, `${publicUrl.replace(/\/+$/, "")}${assistantPath}`, oauth)
  })

/** The addresses of what is published without a key. */
const published = Effect.fn("published")(function* (
  front: FrontOptions,
  place: PublicAddress,
  ofToken: Lenses["ofToken"]
) {
  const read = readPictures(yield* ImageProxy)
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  const find: FindOpenAddress = publishedAddresses(front, {
    ...place,
    ofToken,
    pictures: (images, shape) => run(Effect.orElseSucceed(read(images, shape), () => []))
  })
  return find
})
