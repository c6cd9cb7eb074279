import { serveSimulators, type ServeSimulatorsOptions } from "@daybook/simulators"
import { Effect } from "effect"
import { birthday, getJson } from "./asking.js"

interface Row {
  readonly artist: Record<string, unknown>
  readonly album: Record<string, string>
  readonly name: string
  readonly date?: { readonly uts: string; readonly "#text": string }
  readonly "@attr"?: { readonly nowplaying: string }
  readonly image: ReadonlyArray<{ readonly size: string; readonly "#text": string }>
}

export interface Page {
  readonly recenttracks: { readonly track?: ReadonlyArray<Row>; readonly "@attr": Record<string, string> }
}

/** A Last.fm account of the small life, served, and how to ask it. */
export const lastfmAccount = (options: ServeSimulatorsOptions = {}) =>
  Effect.map(serveSimulators({ endsAt: birthday, ...options }), ({ sampleOwner, settings, simulators }) => {
    const url = (params: Record<string, string | number>) =>
      `${settings["DAYBOOK_LASTFM_BASE_URL"]!}?${new URLSearchParams({
        api_key: settings["DAYBOOK_LASTFM_API_KEY"]!,
        user: settings["DAYBOOK_LASTFM_USERNAME"]!,
        format: "json",
        ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
      }).toString()}`
    const recent = (params: Record<string, string | number> = {}) =>
      getJson<Page>(url({ method: "user.getRecentTracks", ...params }))
    return { sampleOwner, control: simulators.lastfm.control, url, recent }
  })

export const playing = { artist: "Oskeln", track: "Ferrite", album: "Night Index" }
