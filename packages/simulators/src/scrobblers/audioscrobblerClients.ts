import { createHash } from "node:crypto"
import { type ClientListen, type ScrobblerClient, parseJson, queueing, send } from "./client.js"

/** Where a program submits to, and the token that is its password. */
export interface AudioscrobblerAccount {
  /** The address of the host, without a slash at the end. */
  readonly host: string
  readonly password: string
  readonly user: string
}

const md5 = (text: string) => createHash("md5").update(text, "utf8").digest("hex")

type Params = Readonly<Record<string, string>>

/** Signs as the protocol says: names in ASCII order, so that `artist[10]` comes before `artist[2]`. */
const signed = (params: Params, secret: string): URLSearchParams => {
  const names = Object.keys(params).filter((name) => name !== "format" && name !== "callback")
  const text = names
    .sort()
    .map((name) => `${name}${params[name]!}`)
    .join("")
  return new URLSearchParams({ ...params, api_sig: md5(text + secret) })
}

const formHeaders = { "Content-Type": "application/x-www-form-urlencoded" }

/** The parameters of a batch. The tenth and later ones come before the third, as signed forms have them. */
const batchParams = (listens: ReadonlyArray<ClientListen>): Params =>
  Object.fromEntries(
    listens
      .flatMap(({ album, artist, at, seconds, track }, index): ReadonlyArray<readonly [string, string]> => [
        [`artist[${index}]`, artist],
        [`track[${index}]`, track],
        [`timestamp[${index}]`, String(at)],
        [`duration[${index}]`, String(seconds)],
        ...(album === "" ? [] : [[`album[${index}]`, album] as const])
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )

const isName = (value: unknown): boolean => {
  const name = value as { corrected?: unknown; "#text"?: unknown } | undefined
  return name?.corrected === "0" && typeof name["#text"] === "string"
}

interface ScrobbleRow {
  readonly artist: unknown
  readonly track: unknown
  readonly album: unknown
  readonly albumArtist: unknown
  readonly timestamp: unknown
  readonly ignoredMessage: { readonly code: unknown }
}

/** Decodes as strictly as the programs do. Undefined if a program could not read it. */
const receipts = (text: string, count: number): ReadonlyArray<ScrobbleRow> | undefined => {
  const { scrobbles } = (parseJson(text) ?? {}) as {
    readonly scrobbles?: { readonly "@attr": { accepted: unknown; ignored: unknown }; readonly scrobble: unknown }
  }
  if (scrobbles === undefined) return undefined
  const { accepted, ignored } = scrobbles["@attr"]
  if (typeof accepted !== "number" || typeof ignored !== "number") return undefined
  if (Array.isArray(scrobbles.scrobble) !== count > 1) return undefined
  const rows = (count > 1 ? scrobbles.scrobble : [scrobbles.scrobble]) as ReadonlyArray<ScrobbleRow>
  const isReadable = rows.every(
    ({ album, albumArtist, artist, ignoredMessage, timestamp, track }) =>
      [artist, track, album, albumArtist].every(isName) &&
      typeof timestamp === "string" &&
      typeof ignoredMessage.code === "string"
  )
  return isReadable && rows.length === count && accepted + ignored === count ? rows : undefined
}

/** Pano Scrobbler in its GNU FM mode: its own fixed key and secret, JSON, batches of 50. */
export const pano = ({ host, password, user }: AudioscrobblerAccount): ScrobblerClient => {
  const url = `${host}/apis/audioscrobbler/2.0/2.0/`
  const key = { api_key: "panofixedkey", format: "json" }
  let session = ""
  const call = async (params: Params) =>
    send({
      method: "POST",
      url,
      headers: formHeaders,
      body: signed({ ...key, ...params }, "panofixedsecret").toString()
    })
  return queueing({
    name: "pano",
    batch: 50,
    connect: async () => {
      const answer = await call({ method: "auth.getMobileSession", username: user, password })
      const body = parseJson(answer.text) as { session?: { key?: string; name?: string; subscriber?: unknown } }
      if (!/^[0-9a-f]{32}$/.test(body.session?.key ?? "") || typeof body.session?.subscriber !== "number")
        throw new Error(`pano: cannot sign in: ${answer.text}`)
      session = body.session.key!
    },
    play: async ({ album, artist, seconds, track }) => {
      const names = { artist, track, album, duration: String(seconds) }
      const { text } = await call({ method: "track.updateNowPlaying", ...names, sk: session })
      const { nowplaying } = (parseJson(text) ?? {}) as { nowplaying?: Readonly<Record<string, unknown>> }
      if (!["artist", "track", "album", "albumArtist"].every((name) => isName(nowplaying?.[name])))
        throw new Error(`pano: cannot read ${text}`)
    },
    submit: async (listens) => {
      const answer = await call({ method: "track.scrobble", ...batchParams(listens), sk: session })
      const error = parseJson(answer.text)?.["error"]
      if (error === undefined && receipts(answer.text, listens.length) !== undefined)
        return { verdict: "taken", answer: answer.text }
      return { verdict: error === 11 || error === 16 || error === 8 ? "again" : "given_up", answer: answer.text }
    }
  })
}

/** Maloja relays to Last.fm's protocol: signs in with `authToken`, sends one listen a request, reads XML. */
export const maloja = ({ host, password, user }: AudioscrobblerAccount): ScrobblerClient => {
  const url = `${host}/apis/audioscrobbler/2.0/`
  let session = ""
  const call = async (params: Params) => {
    const body = signed({ api_key: "maloja", ...params }, "any secret")
    return send({ method: "POST", url: `${url}?${body.toString()}`, headers: {} })
  }
  return queueing({
    name: "maloja",
    batch: 1,
    connect: async () => {
      const { text } = await call({
        method: "auth.getMobileSession",
        username: user,
        authToken: md5(user + md5(password))
      })
      const [, key] = /<lfm status="ok">\s*<session><name>[^<]*<\/name><key>([0-9a-f]{32})<\/key>/.exec(text) ?? []
      if (key === undefined) throw new Error(`maloja: cannot sign in: ${text}`)
      session = key
    },
    play: async ({ artist, track }) =>
      void (await call({ method: "track.updateNowPlaying", artist, track, sk: session })),
    submit: async ([one]) => {
      const { album, artist, at, seconds, track } = one!
      const names = {
        artist,
        track,
        ...(album === "" ? {} : { album }),
        duration: String(seconds),
        timestamp: String(at)
      }
      const { text } = await call({ method: "track.scrobble", ...names, sk: session })
      if (/<lfm status="ok">\s*<scrobbles accepted="1" ignored="0">/.test(text))
        return { verdict: "taken", answer: text }
      return { verdict: /<error code="(8|11|16)">/.test(text) ? "again" : "given_up", answer: text }
    }
  })
}

/** mpdscribble: AudioScrobbler 1.2 in batches of 10. It reads only the body, and shakes hands again when told. */
export const mpdscribble = ({ host, password, user }: AudioscrobblerAccount): ScrobblerClient => {
  let place: { session: string; playing: string; submission: string } | undefined
  // A password of 32 characters is taken for an MD5.
  const digest = password.length === 32 ? password : md5(password)
  let clock = Math.floor(Date.now() / 1_000)
  const shakeHands = async () => {
    // Never the same second twice, as a program that waits between attempts.
    clock = Math.max(clock + 1, Math.floor(Date.now() / 1_000) - 60)
    const query = new URLSearchParams({
      hs: "true",
      p: "1.2.1",
      c: "mdc",
      v: "0.25",
      u: user,
      t: String(clock),
      a: md5(`${digest}${clock}`)
    })
    const { text } = await send({
      method: "GET",
      url: `${host}/apis/audioscrobbler_legacy/?${query.toString()}`,
      headers: {}
    })
    const [status = "", session = "", playing = "", submission = ""] = text.split("\n")
    if (status.trim() !== "OK") throw new Error(`mpdscribble: ${status}`)
    place = { session: session.trim(), playing: playing.trim(), submission: submission.trim() }
  }
  const post = async (url: string, params: Params) => {
    const { text } = await send({
      method: "POST",
      url,
      headers: formHeaders,
      body: new URLSearchParams(params).toString()
    })
    const [line = ""] = text.split("\n")
    if (line.startsWith("BADSESSION")) place = undefined
    return line.trim()
  }
  return queueing({
    name: "mpdscribble",
    batch: 10,
    connect: shakeHands,
    play: async ({ album, artist, seconds, track }) => {
      if (place === undefined) await shakeHands()
      await post(place!.playing, { s: place!.session, a: artist, t: track, b: album, l: String(seconds), n: "", m: "" })
    },
    submit: async (listens) => {
      if (place === undefined) await shakeHands()
      const params = Object.fromEntries(
        listens.flatMap(({ album, artist, at, seconds, track, trackMbid }, index) => [
          [`a[${index}]`, artist],
          [`t[${index}]`, track],
          [`i[${index}]`, String(at)],
          [`o[${index}]`, "P"],
          [`r[${index}]`, ""],
          [`l[${index}]`, String(seconds)],
          [`b[${index}]`, album],
          [`n[${index}]`, ""],
          [`m[${index}]`, trackMbid ?? ""]
        ])
      ) as Params
      const line = await post(place!.submission, { s: place!.session, ...params })
      return { verdict: line === "OK" ? "taken" : "again", answer: line }
    }
  })
}
