import type { Fact } from "@daybook/core/listening"
import type { NowPlaying } from "@daybook/core/listening"
import { userName } from "./answers.js"
import { type Element, element } from "../kit/xml.js"

/** An answer of AudioScrobbler 2.0 in both formats. */
export interface Body {
  readonly json: object
  readonly xml: ReadonlyArray<Element>
}

/** What a listen was, and what became of it. Code 0 means that it was accepted. */
export interface Receipt {
  readonly artist: string
  readonly track: string
  readonly album: string
  readonly albumArtist: string
  readonly timestamp: string
  readonly code: "0" | "1" | "2" | "3" | "4"
}

const ignoredTexts: Readonly<Record<Receipt["code"], string>> = {
  "0": "",
  "1": "The artist is missing",
  "2": "The track is missing",
  "3": "The time is missing or too early",
  "4": "The time is in the future"
}

/** Nothing is corrected: Daybook stores what the client sends. */
const name = (text: string) => ({ corrected: "0", "#text": text })
const nameElement = (tag: string, text: string) => element(tag, text, { corrected: "0" })

const names = ({ album, albumArtist, artist, track }: Receipt) => ({
  artist: name(artist),
  track: name(track),
  album: name(album),
  albumArtist: name(albumArtist)
})

const nameElements = ({ album, albumArtist, artist, track }: Receipt) => [
  nameElement("track", track),
  nameElement("artist", artist),
  nameElement("album", album),
  nameElement("albumArtist", albumArtist)
]

const ignored = ({ code }: Receipt) => ({ code, "#text": ignoredTexts[code] })
const ignoredElement = ({ code }: Receipt) => element("ignoredMessage", ignoredTexts[code], { code })

export const nowPlayingBody = (receipt: Receipt): Body => ({
  json: { nowplaying: { ...names(receipt), ignoredMessage: ignored(receipt) } },
  xml: [element("nowplaying", [...nameElements(receipt), ignoredElement(receipt)])]
})

/** Clients decode one scrobble as an object, several as an array; the two counts as numbers. */
export const scrobblesBody = (receipts: ReadonlyArray<Receipt>): Body => {
  const accepted = receipts.filter(({ code }) => code === "0").length
  const counts = { accepted, ignored: receipts.length - accepted }
  const all = receipts.map((receipt) => ({
    ...names(receipt),
    timestamp: receipt.timestamp,
    ignoredMessage: ignored(receipt)
  }))
  return {
    json: { scrobbles: { "@attr": counts, scrobble: all.length === 1 ? all[0] : all } },
    xml: [
      element(
        "scrobbles",
        receipts.map((receipt) =>
          element("scrobble", [
            ...nameElements(receipt),
            element("timestamp", receipt.timestamp),
            ignoredElement(receipt)
          ])
        ),
        { accepted: String(counts.accepted), ignored: String(counts.ignored) }
      )
    ]
  }
}

export const sessionBody = (user: string, key: string): Body => ({
  json: { session: { name: user, key, subscriber: 0 } },
  xml: [element("session", [element("name", user), element("key", key), element("subscriber", "0")])]
})

export const tokenBody = (token: string): Body => ({ json: { token }, xml: [element("token", token)] })

/** For calls without an answer. */
export const emptyBody: Body = { json: {}, xml: [] }

/** `registeredAt` is in epoch milliseconds. */
export const userBody = (plays: number, registeredAt: number): Body => {
  const unixtime = String(Math.floor(registeredAt / 1_000))
  return {
    json: { user: { name: userName, playcount: String(plays), registered: { unixtime, "#text": Number(unixtime) } } },
    xml: [
      element("user", [
        element("name", userName),
        element("playcount", String(plays)),
        element("registered", unixtime, { unixtime })
      ])
    ]
  }
}

interface RecentRow {
  readonly artist: string
  readonly track: string
  readonly album: string
  readonly url: string
  /** Epoch seconds; null while it is playing. */
  readonly at: string | null
}

const recentRow = ({ album, artist, playedAt, track }: Fact.PlayFact): RecentRow => ({
  artist: artist.name,
  track: track.name,
  album: album?.name ?? "",
  url: track.url ?? "",
  at: String(Math.floor(playedAt / 1_000))
})

const playingRow = ({ track }: NowPlaying): RecentRow => ({
  artist: track.artist.name,
  track: track.name,
  album: track.album.name ?? "",
  url: track.url,
  at: null
})

const utc = (seconds: string) => new Date(Number(seconds) * 1_000).toUTCString().slice(5, 22)

const rowJson = ({ album, artist, at, track, url }: RecentRow) => ({
  artist: { mbid: "", "#text": artist },
  streamable: "0",
  image: [],
  mbid: "",
  album: { mbid: "", "#text": album },
  name: track,
  url,
  ...(at === null ? { "@attr": { nowplaying: "true" } } : { date: { uts: at, "#text": utc(at) } })
})

const rowElement = ({ album, artist, at, track, url }: RecentRow) =>
  element(
    "track",
    [
      element("artist", artist, { mbid: "" }),
      element("name", track),
      element("streamable", "0"),
      element("mbid"),
      element("album", album, { mbid: "" }),
      element("url", url),
      ...(at === null ? [] : [element("date", utc(at), { uts: at })])
    ],
    at === null ? { nowplaying: "true" } : {}
  )

/** What is playing comes first and does not count, as at Last.fm. All numbers are texts. */
export const recentBody = (
  playing: NowPlaying | null,
  plays: ReadonlyArray<Fact.PlayFact>,
  page: { readonly page: number; readonly limit: number },
  total: number
): Body => {
  const rows = [...(playing === null ? [] : [playingRow(playing)]), ...plays.map(recentRow)]
  const position = {
    user: userName,
    totalPages: String(Math.ceil(total / page.limit)),
    page: String(page.page),
    perPage: String(page.limit),
    total: String(total)
  }
  return {
    json: { recenttracks: { track: rows.map(rowJson), "@attr": position } },
    xml: [element("recenttracks", rows.map(rowElement), position)]
  }
}
