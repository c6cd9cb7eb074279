import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Outing } from "../sampleOwner/attending/Outing.js"
import type { Artist, Catalogue } from "../sampleOwner/catalogue.js"
import { dice, hash } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"

const date = (day: string) => day.split("-").reverse().join("-")

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "x"

/** One set list. Of concerts of the last days, and of some others, nobody wrote down the songs. */
const setList = (outing: Outing, id: string, catalogue: Catalogue, now: number) => {
  const [headliner] = outing.performers
  const artist = catalogue.artistNamed(headliner!.name)
  const isWritten = outing.at + 2 * 86_400_000 < now && hash("written", id) % 9 !== 0
  const { city, id: venueId, latitude, longitude, name, state } = outing.place
  return {
    id,
    versionId: hash("version", id).toString(16),
    eventDate: date(outing.date),
    lastUpdated: `${outing.date}T23:30:00.000+0000`,
    artist: {
      mbid: headliner!.mbid ?? "",
      name: headliner!.name,
      sortName: headliner!.name.replace(/^The (.+)$/, "$1, The"),
      disambiguation: "",
      url: `https://www.setlist.fm/setlists/${slug(headliner!.name)}-${id}.html`
    },
    venue: {
      id: venueId.toString(16),
      name,
      city: {
        id: "5809844",
        name: city,
        state: state === "OR" ? "Oregon" : "Washington",
        stateCode: state,
        coords: { lat: Math.round(latitude * 100) / 100, long: Math.round(longitude * 100) / 100 },
        country: { code: "US", name: "United States" }
      },
      url: `https://www.setlist.fm/venue/${slug(name)}.html`
    },
    ...(hash("tour", id) % 3 === 0 ? {} : { tour: { name: `${outing.date.slice(0, 4)} Tour` } }),
    sets: { set: isWritten && artist !== undefined ? sets(artist, catalogue, id) : [] },
    url: `https://www.setlist.fm/setlist/${slug(headliner!.name)}/${outing.date.slice(0, 4)}/${slug(name)}-${id}.html`
  }
}

/** A dozen songs, an encore of two, one of them somebody else's. */
const sets = (artist: Artist, { artists, songs }: Catalogue, id: string) => {
  const chance = dice("set list", id)
  const own = songs.slice(artist.firstSong, artist.firstSong + artist.songCount)
  const first = chance.below(Math.max(1, own.length - 12))
  const other = artists[chance.below(40)]!
  return [
    { song: [{ name: "Intro", tape: true }, ...own.slice(first, first + 11).map(({ title }) => ({ name: title }))] },
    {
      encore: 1,
      song: [
        {
          name: songs[other.firstSong]!.title,
          cover: { mbid: other.mbid, name: other.name, sortName: other.name, disambiguation: "", url: "" }
        },
        { name: own[0]!.title, info: "acoustic" }
      ]
    }
  ]
}

const key = "5e7115f0-0000-4000-8000-00000000da7b"
const pageSize = 20

/** setlist.fm over the concerts of the life. In XML unless JSON is asked for, as there. */
export const setlistfm = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const unmarked = new Set<string>()
    return makeSimulator({
      id: "setlistfm",
      clock,
      settings: {
        DAYBOOK_SETLISTFM_BASE_URL: `${baseUrl}/rest/1.0`,
        DAYBOOK_SETLISTFM_API_KEY: key,
        DAYBOOK_SETLISTFM_USERNAME: sampleOwner.username,
        DAYBOOK_SETLISTFM_MIN_INTERVAL_MS: "0"
      },
      control: {
        /** Takes back that the person was at a concert. */
        unmark: (id: string) => Effect.sync(() => void unmarked.add(id))
      },
      answer: (request) => Effect.map(clock.now, (now) => answered(sampleOwner, now, unmarked, request))
    })
  })

const failure = (code: number, status: string, message: string) =>
  HttpServerResponse.unsafeJson({ code, status, message, timestamp: "2026-01-01T00:00:00.000+0000" }, { status: code })

const answered = (
  sampleOwner: SampleOwner,
  now: number,
  unmarked: ReadonlySet<string>,
  { distortion, headers, params, path }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  if (headers["x-api-key"] !== key) return failure(403, "Forbidden", "Forbidden")
  if (headers["accept"]?.includes("json") !== true)
    return HttpServerResponse.text('<?xml version="1.0"?><setlists/>', { contentType: "application/xml" })
  const played = sampleOwner.attending
    .knownAt(now)
    .filter(({ at, cancelledAt, setlist }) => setlist !== null && cancelledAt === null && at < now)
  const one = /^\/rest\/1\.0\/setlist\/([0-9a-f]+)$/.exec(path)?.[1]
  const setListOf = (outing: Outing) => setList(outing, outing.setlist!.id, sampleOwner.listening.catalogue, now)
  if (one !== undefined) {
    const outing = played.find(({ setlist }) => setlist!.id === one)
    return outing === undefined
      ? failure(404, "Not Found", "unknown setlist")
      : HttpServerResponse.unsafeJson(setListOf(outing))
  }
  const user = /^\/rest\/1\.0\/user\/([^/]+)\/attended$/.exec(path)?.[1]
  const matches =
    distortion?._tag === "Empty"
      ? []
      : user !== undefined
        ? played
            .filter(({ setlist }) => user === sampleOwner.username && setlist!.isMarked && !unmarked.has(setlist!.id))
            .toReversed()
        : path === "/rest/1.0/search/setlists"
          ? played.filter(sought(params))
          : []
  const page = wholeNumber(params["p"], 1)
  const rows = matches.slice((page - 1) * pageSize, page * pageSize)
  if (rows.length === 0) return failure(404, "Not Found", "not found")
  return HttpServerResponse.unsafeJson({
    type: "setlists",
    itemsPerPage: pageSize,
    page,
    total: matches.length,
    setlist: rows.map(setListOf)
  })
}

/** Names are found by part; dates other than DD-MM-YYYY find nothing. */
const sought =
  ({ artistMbid, artistName, date }: Readonly<Record<string, string>>) =>
  ({ date: on, performers }: Outing): boolean =>
    (artistMbid === undefined || performers[0]!.mbid === artistMbid) &&
    (artistName === undefined || performers[0]!.name.toLowerCase().includes(artistName.toLowerCase())) &&
    (date === undefined || date === on.split("-").reverse().join("-"))
