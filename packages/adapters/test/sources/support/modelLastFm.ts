import { Effect } from "effect"
import { json, webClient } from "./webClient.js"

/** One scrobble of the model: a second, and a title that tells it from the others of that second. */
export interface ModelPlay {
  readonly at: number
  readonly title: string
}

export interface ModelOptions {
  readonly includesFrom?: boolean
  readonly includesTo?: boolean
  /** The most rows it gives at a time, whatever is asked. */
  readonly most?: number
  readonly nowPlaying?: boolean
  /** What happens to the account before the n-th call (from 0) is answered. */
  readonly meanwhile?: (call: number, plays: Array<ModelPlay>) => void
}

/** A call, and the whole account at the moment of its answer. */
export interface ModelCall {
  readonly params: URLSearchParams
  readonly account: ReadonlyArray<ModelPlay>
}

const row = (title: string, date: object) => ({ artist: { mbid: "", "#text": "Hollow Lanterns" }, mbid: "", album: { mbid: "", "#text": "" }, name: title, url: "", ...date })

/** Last.fm's `user.getRecentTracks` as its documentation tells it, written independently of what reads it. */
export const modelLastFm = (plays: Array<ModelPlay>, options: ModelOptions = {}) => {
  const calls: Array<ModelCall> = []
  const client = webClient(({ url: { searchParams: params } }) => Effect.sync(() => {
    options.meanwhile?.(calls.length, plays)
    const account = [...plays].sort((a, b) => b.at - a.at || (a.title < b.title ? 1 : -1))
    calls.push({ params, account })
    const limit = Math.min(Number(params.get("limit") ?? 50), options.most ?? 1000)
    const page = Number(params.get("page") ?? 1)
    const from = params.has("from") ? Number(params.get("from")) : -1
    const to = params.has("to") ? Number(params.get("to")) : Infinity
    const asked = account.filter(({ at }) =>
      (params.has("from") ? options.includesFrom === true ? at >= from : at > from : true) && (options.includesTo === true ? at <= to : at < to))
    const rows = asked.slice((page - 1) * limit, page * limit).map(({ at, title }) => row(title, { date: { uts: String(at), "#text": "" } }))
    const playing = options.nowPlaying === true && page === 1 ? [row("still running", { "@attr": { nowplaying: "true" } })] : []
    return json({
      recenttracks: {
        track: [...playing, ...rows],
        "@attr": { user: "someone", page: String(page), perPage: String(limit), total: String(asked.length), totalPages: String(Math.ceil(asked.length / limit)) }
      }
    })
  }))
  return { client, calls }
}
