import { Effect } from "effect"
import { json, webClient } from "./webClient.js"

/** A scrobble of the model: a second, and a title that is unique in that second. */
export interface ModelPlay {
  readonly at: number
  readonly title: string
}

export interface ModelOptions {
  readonly includesFrom?: boolean
  readonly includesTo?: boolean
  /** Maximum number of rows per response, whatever the request. */
  readonly maxRows?: number
  readonly nowPlaying?: boolean
  /** Changes the account before the n-th call (from 0) is answered. */
  readonly meanwhile?: (call: number, plays: Array<ModelPlay>) => void
}

/** A call, and the whole account at that moment. */
export interface ModelCall {
  readonly params: URLSearchParams
  readonly account: ReadonlyArray<ModelPlay>
}

const row = (title: string, date: object) => ({
  artist: { mbid: "", "#text": "Hollow Lanterns" },
  mbid: "",
  album: { mbid: "", "#text": "" },
  name: title,
  url: "",
  ...date
})

/** A model of Last.fm's `user.getRecentTracks`, written from its documentation and independent of the reader. */
export const modelLastFm = (plays: Array<ModelPlay>, options: ModelOptions = {}) => {
  const calls: Array<ModelCall> = []
  const client = webClient(({ url: { searchParams: params } }) =>
    Effect.sync(() => {
      options.meanwhile?.(calls.length, plays)
      const account = [...plays].sort((a, b) => b.at - a.at || (a.title < b.title ? 1 : -1))
      calls.push({ params, account })
      const limit = Math.min(Number(params.get("limit") ?? 50), options.maxRows ?? 1000)
      const page = Number(params.get("page") ?? 1)
      const from = params.has("from") ? Number(params.get("from")) : -1
      const to = params.has("to") ? Number(params.get("to")) : Infinity
      const matching = account.filter(
        ({ at }) =>
          (params.has("from") ? (options.includesFrom === true ? at >= from : at > from) : true) &&
          (options.includesTo === true ? at <= to : at < to)
      )
      const rows = matching
        .slice((page - 1) * limit, page * limit)
        .map(({ at, title }) => row(title, { date: { uts: String(at), "#text": "" } }))
      const playing =
        options.nowPlaying === true && page === 1 ? [row("still running", { "@attr": { nowplaying: "true" } })] : []
      return json({
        recenttracks: {
          track: [...playing, ...rows],
          "@attr": {
            user: "someone",
            page: String(page),
            perPage: String(limit),
            total: String(matching.length),
            totalPages: String(Math.ceil(matching.length / limit))
          }
        }
      })
    })
  )
  return { client, calls }
}
