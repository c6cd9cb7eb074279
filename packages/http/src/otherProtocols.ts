import { Grants } from "@daybook/core/grants"
import { ImageProxy } from "@daybook/core/images"
import type { Lenses } from "@daybook/core/lenses"
import { Effect, Runtime } from "effect"
import { type AssistantOptions, assistantListener, assistantPath } from "./assistants.js"
import { readPictures } from "./cards/pictures.js"
import type { FrontOptions, Listener } from "./front/Front.js"
import type { PublicAddress } from "./front/publicAddress.js"
import { oauthListener } from "./oauth/listener.js"
import { publishingListener } from "./publishing/listener.js"
import { scrobblingListener } from "./scrobbling/listener.js"

interface OtherProtocols {
  readonly assistants?: AssistantOptions | undefined
  readonly publish?: boolean
  readonly place: PublicAddress
  readonly lenses: Pick<Lenses, "ofToken">
}

/** Adds the addresses whose callers speak to Daybook in another way than the API: each has an admission of its own. */
export const withOtherProtocols = Effect.fn("withOtherProtocols")(function* (
  api: Listener,
  frontOptions: FrontOptions,
  { assistants, lenses, place, publish = false }: OtherProtocols
) {
  const assisted = yield* withAssistants(api, frontOptions, assistants)
  const scrobbled = yield* withScrobbling(assisted, frontOptions, place)
  return publish ? yield* withPublishing(scrobbled, frontOptions, place, lenses.ofToken) : scrobbled
})

/** Adds `/mcp`, which has rules of its own, and the ways to get access to it. */
const withAssistants = Effect.fn("withAssistants")(function* (
  listener: Listener,
  frontOptions: FrontOptions,
  options: AssistantOptions | undefined
) {
  if (options === undefined) return listener
  const grants = yield* Grants
  const assistants = assistantListener(frontOptions, options, grants)
  const withMcp: Listener = (request, response) => {
    const { url = "/" } = request
    const isAssistant = url === assistantPath || url.startsWith(`${assistantPath}?`)
    return isAssistant ? assistants(request, response) : listener(request, response)
  }
  if (options.oauth === undefined) return withMcp
  yield* grants.watch
  const resource = `${options.publicUrl.replace(/\/+$/, "")}${assistantPath}`
  const oauth = yield* oauthListener(frontOptions, options.publicUrl, resource, options.oauth)
  const withOAuth: Listener = (request, response) => oauth(request, response, withMcp)
  return withOAuth
})

/** Adds the addresses that clients submit listens to. */
const withScrobbling = (listener: Listener, frontOptions: FrontOptions, place: PublicAddress) =>
  Effect.map(
    scrobblingListener(frontOptions, place),
    (scrobbling): Listener =>
      (request, response) =>
        scrobbling(request, response, listener)
  )

/** Adds the addresses of what is published without a key. */
const withPublishing = Effect.fn("withPublishing")(function* (
  listener: Listener,
  frontOptions: FrontOptions,
  place: PublicAddress,
  ofToken: Lenses["ofToken"]
) {
  const read = readPictures(yield* ImageProxy)
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  const publishing = publishingListener(frontOptions, {
    ...place,
    ofToken,
    pictures: (images, shape) => run(Effect.orElseSucceed(read(images, shape), () => []))
  })
  const withPublished: Listener = (request, response) => publishing(request, response, listener)
  return withPublished
})
