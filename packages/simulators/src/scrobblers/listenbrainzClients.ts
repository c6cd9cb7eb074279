import {
  type ClientAnswer,
  type ClientListen,
  type ScrobblerClient,
  type Verdict,
  parseJson,
  queueing,
  send
} from "./client.js"

/** Where a program submits to, and with which token. */
export interface ListenBrainzAccount {
  /** The address of the host, without a slash at the end. */
  readonly host: string
  readonly token: string
}

type Info = Readonly<Record<string, unknown>>

const listen = ({ album, artist, at, track }: ClientListen, info: Info, withTime: boolean) => ({
  ...(withTime ? { listened_at: at } : {}),
  track_metadata: {
    artist_name: artist,
    track_name: track,
    ...(album === "" ? {} : { release_name: album }),
    additional_info: info
  }
})

const document = (type: "single" | "playing_now" | "import", payload: ReadonlyArray<unknown>) =>
  JSON.stringify({ listen_type: type, payload })

const failIf = (isWrong: boolean, program: string, what: string) => {
  if (isWrong) throw new Error(`${program}: ${what}`)
}

/** Navidrome: sends one listen at a time and keeps it only after a 500, a 503 or an answer that is no JSON. */
export const navidrome = ({ host, token }: ListenBrainzAccount): ScrobblerClient => {
  // The environment option includes the version.
  const base = `${host}/apis/listenbrainz/1/`
  const headers = { "Content-Type": "application/json; charset=UTF-8", Authorization: `Token ${token}` }
  const info = ({ albumMbid, artist, artistMbid, seconds, trackMbid }: ClientListen): Info => ({
    submission_client: "navidrome",
    submission_client_version: "0.55.0",
    media_player: "Navidrome",
    tracknumber: 3,
    artist_names: [artist],
    artist_mbids: artistMbid === undefined ? [] : [artistMbid],
    recording_mbid: trackMbid ?? "",
    release_mbid: albumMbid ?? "",
    duration_ms: seconds * 1_000
  })
  const post = (type: "single" | "playing_now", one: ClientListen) =>
    send({
      method: "POST",
      url: `${base}submit-listens`,
      headers,
      body: document(type, [listen(one, info(one), type === "single")])
    })
  const judged = ({ text }: ClientAnswer): Verdict => {
    const body = parseJson(text)
    if (body === undefined || body["code"] === 500 || body["code"] === 503) return "again"
    return body["status"] === "ok" ? "taken" : "given_up"
  }
  return queueing({
    name: "navidrome",
    batch: 1,
    connect: async () => {
      const body = parseJson((await send({ method: "GET", url: `${base}validate-token`, headers })).text)
      failIf(body?.["valid"] !== true || typeof body["user_name"] !== "string", "navidrome", "the token is refused")
    },
    play: async (one) => void (await post("playing_now", one)),
    submit: async ([one]) => {
      const answer = await post("single", one!)
      return { verdict: judged(answer), answer: answer.text }
    }
  })
}

const jellyfinRetries = new Set([500, 502, 503, 504, 507])

/** The ListenBrainz plugin of Jellyfin: retries some statuses, reads when the limit is reset, keeps a cache file. */
export const jellyfin = ({ host, token }: ListenBrainzAccount): ScrobblerClient => {
  const base = `${host}/apis/listenbrainz`
  const headers = { "Content-Type": "application/json", Authorization: `token ${token}` }
  const info = { submission_client: "ListenBrainz plugin for Jellyfin", submission_client_version: "5.2.0" }
  const ask = async (path: string, body: string): Promise<ClientAnswer> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await send({ method: "POST", url: `${base}/1/${path}`, headers, body })
      // It throws when the header is missing.
      const reset = answer.header("X-RateLimit-Reset-In")
      failIf(reset === null || !/^\d+$/.test(reset), "jellyfin", "X-RateLimit-Reset-In is missing")
      if (!jellyfinRetries.has(answer.status) || attempt === 6) return answer
    }
  }
  return queueing({
    name: "jellyfin",
    batch: 1_000,
    connect: async () => {
      const body = parseJson((await send({ method: "GET", url: `${base}/1/validate-token`, headers })).text)
      failIf(body?.["valid"] !== true || typeof body["user_name"] !== "string", "jellyfin", "the token is refused")
    },
    play: async (one) => void (await ask("submit-listens", document("playing_now", [listen(one, info, false)]))),
    submit: async (listens) => {
      const type = listens.length === 1 ? "single" : "import"
      const payload = listens.map((one) => listen(one, { ...info, duration_ms: one.seconds * 1_000 }, true))
      const answer = await ask("submit-listens", document(type, payload))
      // Whatever fails stays in the cache file.
      return { verdict: answer.status === 200 ? "taken" : "again", answer: answer.text }
    }
  })
}

/** Web Scrobbler in a browser: sends preflights, wants the full address, submits its offline queue in parts of 50. */
export const webScrobbler = ({ host, token }: ListenBrainzAccount): ScrobblerClient => {
  const url = `${host}/apis/listenbrainz/1/submit-listens`
  const origin = "moz-extension://4c1d7c2e-0000-4000-8000-000000000000"
  const info = ({ seconds, track }: ClientListen): Info => ({
    submission_client: "Web Scrobbler",
    submission_client_version: "3.10.0",
    music_service_name: "YouTube Music",
    origin_url: `https://music.youtube.com/watch?v=${encodeURIComponent(track)}`,
    // Players tell fractions of seconds.
    duration: seconds + 0.221
  })
  const post = async (body: string): Promise<ClientAnswer> => {
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type"
      }
    })
    const allowed = (preflight.headers.get("access-control-allow-headers") ?? "").toLowerCase()
    failIf(
      !preflight.ok || !allowed.includes("authorization") || !allowed.includes("content-type"),
      "web scrobbler",
      "the preflight is refused"
    )
    const headers = {
      Authorization: `Token ${token}`,
      "Content-Type": "application/json; charset=UTF-8",
      Origin: origin
    }
    const answer = await send({ method: "POST", url, headers, body })
    const readable = answer.header("access-control-allow-origin")
    failIf(readable !== "*" && readable !== origin, "web scrobbler", "the browser hides the answer")
    return answer
  }
  return queueing({
    name: "web scrobbler",
    batch: 50,
    connect: () => Promise.resolve(),
    play: async (one) => void (await post(document("playing_now", [listen(one, info(one), false)]))),
    submit: async (listens) => {
      const type = listens.length === 1 ? "single" : "import"
      const answer = await post(
        document(
          type,
          listens.map((one) => listen(one, info(one), true))
        )
      )
      if (answer.status === 400 || answer.status === 401) return { verdict: "given_up", answer: answer.text }
      return { verdict: parseJson(answer.text)?.["status"] === "ok" ? "taken" : "again", answer: answer.text }
    }
  })
}

/** multi-scrobbler: strips the version from the address, sends no content type, and times as texts. */
export const multiScrobbler = ({ host, token }: ListenBrainzAccount): ScrobblerClient => {
  const base = `${host}/apis/listenbrainz`
  const post = (type: "single" | "playing_now", one: ClientListen) => {
    const untimed = listen(one, { submission_client: "multi-scrobbler", duration: String(one.seconds) }, false)
    const timed = type === "single" ? { ...untimed, listened_at: String(one.at) } : untimed
    return send({
      method: "POST",
      url: `${base}/submit-listens/`,
      headers: { Authorization: `Token ${token}` },
      body: document(type, [timed])
    })
  }
  return queueing({
    name: "multi-scrobbler",
    batch: 1,
    connect: async () => void (await send({ method: "GET", url: `${host}/`, headers: {} })),
    play: async (one) => void (await post("playing_now", one)),
    submit: async ([one]) => {
      const answer = await post("single", one!)
      const isRefused = [400, 401, 403].includes(answer.status)
      return { verdict: answer.status === 200 ? "taken" : isRefused ? "given_up" : "again", answer: answer.text }
    }
  })
}

/** Koito relays what it gets, and doubles the version if the address ends with it. */
export const koito = ({ host, token }: ListenBrainzAccount): ScrobblerClient => {
  const url = `${host}/apis/listenbrainz/1//1/submit-listens`
  const headers = { "Content-Type": "text/plain", Authorization: `Token ${token}` }
  const post = (type: "single" | "playing_now", one: ClientListen) =>
    send({
      method: "POST",
      url,
      headers,
      body: document(type, [listen(one, { duration: one.seconds }, type === "single")])
    })
  return queueing({
    name: "koito",
    batch: 1,
    connect: () => Promise.resolve(),
    play: async (one) => void (await post("playing_now", one)),
    submit: async ([one]) => {
      const answer = await post("single", one!)
      return { verdict: answer.status === 200 ? "taken" : "again", answer: answer.text }
    }
  })
}
