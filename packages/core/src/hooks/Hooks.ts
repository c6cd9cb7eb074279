import { Clock, Effect, Redacted } from "effect"
import type { Domain } from "../domains.js"
import { domainNames } from "../declared/DeclaredDomains.js"
import { BadInput } from "../shared/errors.js"
import type { PageOf } from "../shared/fields.js"
import { defaultTiming } from "./debounce.js"
import { HookSender } from "./HookSender.js"
import {
  type BuildTiming,
  type Hook,
  type HookEventType,
  type HookKind,
  type HookSecrets,
  type RelayKind,
  type SignatureVersion,
  hookEventTypes,
  isBuild,
  isRelay,
  noSecrets
} from "./model.js"
import {
  type DeliveryState,
  type ListenState,
  HookSigner,
  HookStore,
  HookTransport,
  type ReplayRequest
} from "./ports.js"
import { type LastFmFields, relayAddresses, relaySecrets } from "./relay/index.js"
import { validHeader } from "./header.js"
import { rotated } from "./requests.js"

/** The fields of a hook that the operator chooses. An absent field keeps its value or default. */
export interface HookFields {
  readonly url?: string | undefined
  readonly events?: ReadonlyArray<string> | undefined
  /** Null or empty for all domains. */
  readonly domains?: ReadonlyArray<string> | null | undefined
  readonly lens?: string | null | undefined
  readonly description?: string | null | undefined
  /** `owner/name` of a repository at GitHub. */
  readonly repository?: string | undefined
  /** The token for GitHub, or the user token of ListenBrainz. */
  readonly token?: string | undefined
  readonly lastFm?: LastFmFields | undefined
  readonly header?: { readonly name: string; readonly value: string } | null | undefined
  readonly timing?: Partial<BuildTiming> | undefined
}

export interface CreateHook extends HookFields {
  readonly kind: HookKind
  readonly signature?: SignatureVersion | undefined
}

interface CommonFields extends Pick<Hook, "description"> {
  readonly events: ReadonlyArray<HookEventType>
  readonly domains: ReadonlyArray<Domain>
}

const maxDescriptionLength = 200
const maxUrlLength = 2_000

/** Manages hooks: what they are called for, their secrets and their deliveries. */
export class Hooks extends Effect.Service<Hooks>()("@daybook/core/Hooks", {
  effect: Effect.gen(function* () {
    const store = yield* HookStore
    const signer = yield* HookSigner
    const transport = yield* HookTransport
    const sender = yield* HookSender
    const allDomains = yield* domainNames

    /** The address, checked as every attempt checks it. */
    const addressOf = (kind: HookKind, { repository, url }: HookFields) =>
      Effect.gen(function* () {
        const address =
          kind === "github" && repository !== undefined
            ? yield* dispatches(repository)
            : (url ?? (isRelay(kind) ? relayAddresses[kind] : undefined))
        if (address === undefined || address.length > maxUrlLength)
          return yield* new BadInput({
            message: `${kind === "github" ? "repository (owner/name) or url" : "url"} must be given, with at most ${maxUrlLength} characters`
          })
        yield* transport.check(address)
        return address
      })

    const commonFields = (kind: HookKind, fields: HookFields) =>
      Effect.gen(function* () {
        yield* refuseForeignFields(kind, fields)
        const { description } = fields
        if (typeof description === "string" && description.length > maxDescriptionLength)
          return yield* new BadInput({ message: `description must have at most ${maxDescriptionLength} characters` })
        if (fields.lens !== undefined && fields.lens !== null)
          return yield* new BadInput({ message: "lens must be null: this host has no lens of that name" })
        return {
          ...(fields.events === undefined ? {} : { events: yield* eventsOf(fields.events) }),
          ...(fields.domains === undefined ? {} : { domains: yield* domainsOf(allDomains, fields.domains ?? []) }),
          ...(description === undefined ? {} : { description: description === "" ? null : description })
        }
      })

    const createRelay = (kind: RelayKind, fields: HookFields & CommonFields) =>
      Effect.gen(function* () {
        const url = yield* addressOf(kind, fields)
        const secrets = yield* relaySecrets({ signer, transport }, kind, url, fields, noSecrets)
        const { description } = fields
        const relayed = { kind, url, hint: null, events: [], domains: [], description }
        const hook = { ...relayed, signature: null, publicKey: null, timing: null }
        return { hook: yield* store.create(hook, Redacted.make(secrets)), secret: null }
      })

    const changeRelay = (kind: RelayKind, { id, url }: Hook, fields: HookFields, common: Partial<CommonFields>) =>
      Effect.gen(function* () {
        const address = fields.url === undefined ? url! : yield* addressOf(kind, fields)
        const changes = { ...common, url: address }
        if (fields.token === undefined && fields.lastFm === undefined) return yield* store.change(id, changes)
        const old = Redacted.value(yield* store.secrets(id))
        const secrets = yield* relaySecrets({ signer, transport }, kind, address, fields, old)
        return yield* store.change(id, { ...changes, secrets: Redacted.make(secrets) })
      })

    const create = Effect.fn("Hooks.create")(function* ({ kind, signature, ...fields }: CreateHook) {
      const common = { events: [], domains: [], description: null, ...(yield* commonFields(kind, fields)) }
      if (isBuild(kind)) {
        if (signature !== undefined)
          return yield* new BadInput({ message: "signature belongs to webhooks: leave it out" })
        const address = yield* addressOf(kind, fields)
        const timing = yield* timingFrom(defaultTiming, fields.timing ?? {})
        const token = fields.token ?? null
        if (kind === "github" && token === null)
          return yield* new BadInput({
            message: "token must be a GitHub token that may start the repository's workflows"
          })
        const secrets: HookSecrets = { ...noSecrets, address, token, header: fields.header ?? null }
        const hint = address.slice(-4)
        const hook = { ...common, kind, url: null, hint, signature: null, publicKey: null, timing }
        return { hook: yield* store.create(hook, Redacted.make(secrets)), secret: null }
      }
      if (isRelay(kind)) return yield* createRelay(kind, { ...fields, ...common })
      if (common.events.length === 0) return yield* noEvents()
      const version = signature ?? "v1"
      const url = yield* addressOf(kind, fields)
      const { key, verifier } = yield* signer.make(version)
      const publicKey = version === "v1a" ? verifier : null
      const hook = { ...common, kind, url, hint: null, signature: version, publicKey, timing: null }
      const secrets: HookSecrets = { ...noSecrets, keys: [{ key, until: null }] }
      return { hook: yield* store.create(hook, Redacted.make(secrets)), secret: verifier }
    })

    const change = Effect.fn("Hooks.change")(function* (id: number, fields: HookFields) {
      const hook = yield* store.get(id)
      const common = yield* commonFields(hook.kind, fields)
      if (isRelay(hook.kind)) return yield* changeRelay(hook.kind, hook, fields, common)
      if (common.events?.length === 0) return yield* noEvents()
      const isMoved = fields.url !== undefined || fields.repository !== undefined
      const address = isMoved ? yield* addressOf(hook.kind, fields) : null
      if (!isBuild(hook.kind))
        return yield* store.change(id, { ...common, ...(address === null ? {} : { url: address }) })
      const timing = yield* timingFrom(hook.timing ?? defaultTiming, fields.timing ?? {})
      const isSecret = isMoved || fields.token !== undefined || fields.header !== undefined
      if (!isSecret) return yield* store.change(id, { ...common, timing })
      const old = Redacted.value(yield* store.secrets(id))
      const secrets: HookSecrets = {
        ...old,
        address: address ?? old.address,
        token: fields.token ?? old.token,
        header: fields.header === undefined ? old.header : fields.header
      }
      const hint = address === null ? hook.hint : address.slice(-4)
      return yield* store.change(id, { ...common, timing, hint, secrets: Redacted.make(secrets) })
    })

    return {
      /** Creates a hook. The secret with which a receiver verifies messages is answered only here and by `rotate`. */
      create,
      list: store.all,
      get: store.get,
      /** Changes the fields that are given. */
      change,
      remove: Effect.fn("Hooks.remove")(store.remove),
      test: sender.test,
      /** Makes a new secret. The old one signs as well for a day. */
      rotate: Effect.fn("Hooks.rotate")(function* (id: number) {
        const hook = yield* store.get(id)
        if (hook.signature === null)
          return yield* new BadInput({ message: `hook ${id} signs nothing: only webhooks have a secret` })
        // A key that was sealed with another secret of the instance is lost: the new one replaces it at once.
        const old = yield* Effect.catchTag(store.secrets(id), "Conflict", () =>
          Effect.succeed(Redacted.make(noSecrets))
        )
        const { key, verifier } = yield* signer.make(hook.signature)
        const keys = rotated(Redacted.value(old).keys, key, yield* Clock.currentTimeMillis)
        const changed = yield* store.change(id, {
          secrets: Redacted.make({ ...Redacted.value(old), keys }),
          ...(hook.publicKey === null ? {} : { publicKey: verifier })
        })
        return { hook: changed, secret: verifier }
      }),
      enable: Effect.fn("Hooks.enable")(store.enable),
      deliveries: (id: number, state: DeliveryState | null, page: PageOf) => store.deliveries(id, state, page),
      listens: (id: number, state: ListenState | null, page: PageOf) => store.listens(id, state, page),
      /** Sends one message again, with the same id and body. False if it is being sent at the moment. */
      replay: Effect.fn("Hooks.replay")(function* (id: number, message: string) {
        return yield* store.replay(id, message, yield* Clock.currentTimeMillis)
      }),
      replayMany: Effect.fn("Hooks.replayMany")(function* (id: number, request: ReplayRequest) {
        return yield* store.replayMany(id, request, yield* Clock.currentTimeMillis)
      })
    }
  })
}) {}

const noEvents = () => new BadInput({ message: `events must name at least one of ${hookEventTypes.join(", ")}` })

const eventsOf = (names: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<HookEventType>, BadInput> => {
  const unknown = names.filter((name) => !hookEventTypes.some((type) => type === name))
  return unknown.length > 0
    ? new BadInput({ message: `unknown events ${unknown.join(", ").slice(0, 200)}: use ${hookEventTypes.join(", ")}` })
    : Effect.succeed(hookEventTypes.filter((type) => names.includes(type)))
}

const domainsOf = (
  all: ReadonlyArray<Domain>,
  names: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Domain>, BadInput> => {
  const unknown = names.filter((name) => !all.includes(name))
  return unknown.length > 0
    ? new BadInput({ message: `unknown domains ${unknown.join(", ").slice(0, 200)}: use ${all.join(", ")}` })
    : Effect.succeed(all.filter((name) => names.includes(name)))
}

/** The address of a repository's events at GitHub. */
const dispatches = (repository: string): Effect.Effect<string, BadInput> =>
  /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository)
    ? Effect.succeed(`https://api.github.com/repos/${repository}/dispatches`)
    : new BadInput({ message: "repository must be owner/name, such as someone/site" })

/** Fields of another kind would have no effect. */
const refuseForeignFields = (
  kind: HookKind,
  { domains, events, header, lastFm, repository, timing, token }: HookFields
): Effect.Effect<void, BadInput> => {
  const foreign = [
    ...(isRelay(kind) && events !== undefined ? ["events (it passes listens on, and nothing else)"] : []),
    ...(isRelay(kind) && (domains ?? []).length > 0 ? ["domains"] : []),
    ...(isBuild(kind) && events !== undefined ? ["events (build hooks follow all changes of their domains)"] : []),
    ...(!isBuild(kind) && timing !== undefined && Object.keys(timing).length > 0
      ? ["quiet_s, max_wait_s, min_interval_s or max_per_day"]
      : []),
    ...(kind !== "github" && kind !== "listenbrainz" && token !== undefined ? ["token"] : []),
    ...(kind !== "lastfm" && lastFm !== undefined ? ["last_fm"] : []),
    ...(kind !== "github" && repository !== undefined ? ["repository"] : []),
    ...(kind !== "post" && header !== undefined && header !== null ? ["header"] : [])
  ]
  if (foreign.length > 0)
    return new BadInput({ message: `a hook of kind ${kind} takes no ${foreign.join(", no ")}: leave it out` })
  return header === undefined || header === null ? Effect.void : validHeader(header)
}

const bounds: Readonly<Record<keyof BuildTiming, readonly [name: string, minimum: number, maximum: number]>> = {
  quiet: ["quiet_s", 0, 86_400],
  maxWait: ["max_wait_s", 0, 604_800],
  minInterval: ["min_interval_s", 0, 604_800],
  maxPerDay: ["max_per_day", 1, 1_000]
}

const timingFrom = (before: BuildTiming, changes: Partial<BuildTiming>): Effect.Effect<BuildTiming, BadInput> => {
  const timing = { ...before, ...changes }
  for (const key of Object.keys(bounds) as ReadonlyArray<keyof BuildTiming>) {
    const [name, minimum, maximum] = bounds[key]
    if (!Number.isInteger(timing[key]) || timing[key] < minimum || timing[key] > maximum)
      return new BadInput({ message: `${name} must be a whole number from ${minimum} to ${maximum}` })
  }
  return timing.maxWait < timing.quiet
    ? new BadInput({ message: "max_wait_s must not be less than quiet_s" })
    : Effect.succeed(timing)
}
