import { Clock, Data, Effect, Either } from "effect"
import { isEqual } from "../keys/tickets.js"
import { ClientDocuments, GrantSeal } from "./ports.js"
import { isRedirect, matchesRedirect, webAddress } from "./rules.js"

/** A program that asks for access. */
export interface Client {
  readonly id: string
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  /** The host that vouches for the name; null if the client registered itself. */
  readonly host: string | null
}

/** Nobody answers for this client id. `message` is one line for a person. */
export class UnknownClient extends Data.TaggedError("UnknownClient")<{ readonly message: string }> {}

const maxFreshFor = 24 * 3_600_000
const maxCached = 200
const maxRedirects = 5
const maxDocumentRedirects = 20
const maxNameLength = 100
const registeredPrefix = "dcr_"

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

const textsOf = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? (value as ReadonlyArray<string>) : undefined

/** A name for a page, without control and direction characters. */
const nameOf = (value: unknown): string =>
  typeof value === "string"
    ? value
        .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
        .trim()
        .slice(0, maxNameLength)
    : ""

const redirectsOf = (metadata: unknown, max: number): ReadonlyArray<string> | undefined => {
  const all = textsOf(memberOf(metadata, "redirect_uris"))
  return all !== undefined && all.length > 0 && all.length <= max && all.every(isRedirect) ? all : undefined
}

/** What a registration is refused for (RFC 7591 §3.2.2). */
export interface RegistrationError {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata"
  readonly message: string
}

const registrationOf = (metadata: unknown): Either.Either<Pick<Client, "name" | "redirectUris">, RegistrationError> => {
  const redirectUris = redirectsOf(metadata, maxRedirects)
  if (redirectUris === undefined)
    return Either.left({
      error: "invalid_redirect_uri",
      message: `redirect_uris must list 1 to ${maxRedirects} https addresses, or http addresses on loopback`
    })
  const method = memberOf(metadata, "token_endpoint_auth_method") ?? "none"
  const types = memberOf(metadata, "grant_types") ?? ["authorization_code"]
  const isPublic = method === "none" && textsOf(types)?.includes("authorization_code") === true
  return isPublic
    ? Either.right({ name: nameOf(memberOf(metadata, "client_name")) || "unnamed client", redirectUris })
    : Either.left({
        error: "invalid_client_metadata",
        message: "only public clients can register: token_endpoint_auth_method none, grant type authorization_code"
      })
}

/** Whether a client id is the address of a metadata document. */
export const isDocumentAddress = (id: string): boolean => {
  const address = webAddress(id)
  const [path = ""] = (address?.rest ?? "").split("?")
  return address?.scheme === "https" && path.startsWith("/") && path !== "/" && !/\/\.{1,2}(?:\/|$)/.test(path)
}

const clientOf = (id: string, json: unknown): Client | string => {
  const redirectUris = redirectsOf(json, maxDocumentRedirects)
  const name = nameOf(memberOf(json, "client_name"))
  if (memberOf(json, "client_id") !== id) return "its document names another client_id"
  if (name === "") return "its document has no client_name"
  if (redirectUris === undefined) return "its document has no usable redirect_uris"
  return { id, name, redirectUris, host: webAddress(id)!.host }
}

/** Finds clients by their id: the address of a metadata document, or a registration that this instance signed. */
export const makeClients = (allowsRegistration: boolean) =>
  Effect.gen(function* () {
    const documents = yield* ClientDocuments
    const seal = yield* GrantSeal
    const cache = new Map<string, { readonly client: Client; readonly until: number }>()
    const signatureOf = (payload: string) => seal.sign(`client ${payload}`)

    const registered = (id: string): Client | undefined => {
      const [payload = "", signature = ""] = id.slice(registeredPrefix.length).split(".")
      if (!allowsRegistration || !isEqual(signatureOf(payload), signature)) return undefined
      // The signature says that this instance wrote the payload.
      const content = JSON.parse(seal.decode(payload)) as Pick<Client, "name" | "redirectUris">
      return { id, ...content, host: null }
    }

    const documented = (id: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const cached = cache.get(id)
        if (cached !== undefined && now < cached.until) return cached.client
        const { freshFor, json } = yield* Effect.mapError(
          documents.read(id),
          ({ message }) => new UnknownClient({ message: `the address of the client ${message}` })
        )
        const client = clientOf(id, json)
        if (typeof client === "string")
          return yield* new UnknownClient({ message: `this client is refused: ${client}` })
        cache.delete(id)
        if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? "")
        if (freshFor > 0) cache.set(id, { client, until: now + Math.min(freshFor, maxFreshFor) })
        return client
      })

    return {
      find: (id: string): Effect.Effect<Client, UnknownClient> => {
        if (isDocumentAddress(id)) return documented(id)
        const client = id.startsWith(registeredPrefix) ? registered(id) : undefined
        return client === undefined
          ? new UnknownClient({
              message: "this client is not known here: connect it again, so that it registers again"
            })
          : Effect.succeed(client)
      },
      /** Signs the metadata of a client; nothing is stored. */
      register: (metadata: unknown): Either.Either<Client, RegistrationError> =>
        Either.map(registrationOf(metadata), (content) => {
          const payload = seal.encode(JSON.stringify(content))
          return { id: `${registeredPrefix}${payload}.${signatureOf(payload)}`, ...content, host: null }
        })
    }
  })

export type Clients = Effect.Effect.Success<ReturnType<typeof makeClients>>

/** Whether the client registered this redirect address. */
export const hasRedirect = ({ redirectUris }: Client, requested: string): boolean =>
  redirectUris.some((registered) => matchesRedirect(registered, requested))
