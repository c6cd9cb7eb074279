import type { Scrobbler } from "./ports.js"

type Sign = (text: string) => string
type Identity = Pick<Scrobbler, "hash">

/** Sessions and keys have 32 hexadecimal digits, as at Last.fm. */
const length = 32

/** How long a handshake of AudioScrobbler 1.2 is valid, in seconds. */
const handshakeLifetime = 86_400

/** How far the clock of a client may be off, in seconds. */
export const clockTolerance = 180

/** The session of AudioScrobbler 2.0, which lasts as long as the token. */
export const sessionKeyOf = (sign: Sign, { hash }: Identity): string => sign(`session ${hash}`).slice(0, length)

/** The key and the shared secret for clients that require their own. */
export const apiKeyOf = (sign: Sign, { hash }: Identity): string => sign(`api key ${hash}`).slice(0, length)
export const sharedSecretOf = (sign: Sign, { hash }: Identity): string => sign(`shared secret ${hash}`).slice(0, length)

const hex = (value: number): string => value.toString(16).padStart(8, "0")
const proofOf = (sign: Sign, { hash }: Identity, time: number) => sign(`handshake ${hash} ${time}`).slice(0, 16)

/** The session after a handshake of AudioScrobbler 1.2: id, time and proof. `time` is in epoch seconds. */
export const handshakeSessionOf = (sign: Sign, scrobbler: Identity & Pick<Scrobbler, "id">, time: number): string =>
  `${hex(scrobbler.id)}${hex(time)}${proofOf(sign, scrobbler, time)}`

const form = /^([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{16})$/i

/** The scrobbler with this session; undefined if it is not valid or has expired. `now` is in epoch milliseconds. */
export const ofHandshakeSession = <A extends Identity & Pick<Scrobbler, "id">>(
  sign: Sign,
  text: string,
  scrobblers: ReadonlyArray<A>,
  now: number
): A | undefined => {
  const [, id = "", at = "", proof = ""] = form.exec(text) ?? []
  const time = parseInt(at, 16)
  if (!(now / 1_000 - time < handshakeLifetime)) return undefined
  const scrobbler = scrobblers.find((one) => one.id === parseInt(id, 16))
  return scrobbler !== undefined && proofOf(sign, scrobbler, time) === proof.toLowerCase() ? scrobbler : undefined
}

/** How long a login in the browser may take, in milliseconds. */
export const loginLifetime = 3_600_000

/** A request token of `auth.getToken`: its time in epoch seconds, a random part, and a proof that it is ours. */
export const loginTokenOf = (sign: Sign, random: string, now: number): string => {
  const start = `${hex(Math.floor(now / 1_000))}${random.slice(0, 8)}`
  return `${start}${sign(`login ${start}`).slice(0, 16)}`
}

export const isLoginToken = (sign: Sign, text: string, now: number): boolean => {
  const [, at = "", random = "", proof = ""] = form.exec(text) ?? []
  const age = now - parseInt(at, 16) * 1_000
  return age < loginLifetime && age > -loginLifetime && sign(`login ${at}${random}`).slice(0, 16) === proof
}
