import { type Context, Effect, Option, Schema } from "effect"
import { BadInput } from "../../shared/errors.js"
import type { HookSecrets, LastFmSecrets, RelayKind } from "../model.js"
import type { HookSigner, HookTransport } from "../ports.js"
import { formHeaders, signedForm } from "./calls.js"

/** What the owner says of Last.fm: the API account, and the session or the login for which Last.fm makes one. */
export interface LastFmFields {
  readonly apiKey: string
  readonly sharedSecret: string
  readonly sessionKey?: string | undefined
  /** Used once, and not stored. */
  readonly userName?: string | undefined
  readonly password?: string | undefined
}

interface RelayServices {
  readonly signer: Context.Tag.Service<HookSigner>
  readonly transport: Context.Tag.Service<HookTransport>
}

const printable = /^[\x21-\x7e]{1,200}$/

const Session = Schema.parseJson(Schema.Struct({ session: Schema.Struct({ key: Schema.String }) }))
const Refusal = Schema.parseJson(Schema.Struct({ message: Schema.String }))

/** A session of the owner, which does not expire (https://www.last.fm/api/show/auth.getMobileSession). */
const sessionOf = (
  { signer, transport }: RelayServices,
  url: string,
  fields: LastFmFields
): Effect.Effect<string, BadInput> => {
  const { password = "", userName = "" } = fields
  const call = { method: "auth.getMobileSession", username: userName, password }
  const body = signedForm(call, fields, signer.md5)
  return Effect.flatMap(transport.send({ url, headers: formHeaders(transport.agent), body }), ({ reply, status }) => {
    const session = Schema.decodeOption(Session)(reply)
    if (Option.isSome(session)) return Effect.succeed(session.value.session.key)
    const reason = Option.match(Schema.decodeOption(Refusal)(reply), {
      onNone: () => (status === null ? reply : `HTTP ${status}`),
      onSome: ({ message }) => message
    })
    return new BadInput({ message: `Last.fm gave no session (${reason}): check the key, the secret and the login` })
  })
}

const lastFmSecrets = (
  services: RelayServices,
  url: string,
  fields: LastFmFields
): Effect.Effect<LastFmSecrets, BadInput> => {
  const { apiKey, password, sessionKey, sharedSecret, userName } = fields
  if (![apiKey, sharedSecret, sessionKey ?? "-"].every((text) => printable.test(text)))
    return new BadInput({
      message: "last_fm must have api_key and shared_secret of an API account: https://www.last.fm/api/account/create"
    })
  if (sessionKey !== undefined) return Effect.succeed({ apiKey, sharedSecret, sessionKey })
  if (!userName || !password)
    return new BadInput({ message: "last_fm must have session_key, or user_name and password of the account" })
  return Effect.map(sessionOf(services, url, fields), (key) => ({ apiKey, sharedSecret, sessionKey: key }))
}

/** The secrets of a hook that passes listens on. What is not given stays as it is in `old`. */
export const relaySecrets = (
  services: RelayServices,
  kind: RelayKind,
  url: string,
  fields: { readonly token?: string | undefined; readonly lastFm?: LastFmFields | undefined },
  old: HookSecrets
): Effect.Effect<HookSecrets, BadInput> => {
  if (kind === "lastfm") {
    if (fields.lastFm === undefined)
      return new BadInput({ message: "last_fm must be given: api_key, shared_secret, and session_key or a login" })
    return Effect.map(lastFmSecrets(services, url, fields.lastFm), (lastFm) => ({ ...old, lastFm }))
  }
  const { token } = fields
  return token !== undefined && printable.test(token)
    ? Effect.succeed({ ...old, token })
    : new BadInput({ message: "token must be the user token of ListenBrainz: https://listenbrainz.org/settings/" })
}
