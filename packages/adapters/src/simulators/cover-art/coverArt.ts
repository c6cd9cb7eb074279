import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { cover, pngResponse } from "../shared/cover.js"
import { coverOf } from "../shared/Scrobble.js"
import { makeSimulator, type SimulatorContext } from "../shared/Simulator.js"

const largestDrawn = 500

/** The Cover Art Archive over the life's albums: fronts by MusicBrainz identifier, kept elsewhere and redirected to. */
export const coverArt = ({ baseUrl, clock, persona }: SimulatorContext) =>
  Effect.sync(() => {
    const answer = (path: string): HttpServerResponse.HttpServerResponse => {
      const [, mbid, size = "1200"] = /^\/release\/([0-9a-f-]{36})\/front(?:-(250|500|1200))?$/.exec(path) ?? []
      const { catalogue } = persona.listening
      const album = mbid === undefined ? undefined : catalogue.albums.find((one) => one.hasCover && one.mbid === mbid)
      if (album !== undefined) return HttpServerResponse.redirect(`${baseUrl}/download/mbid-${mbid}/${coverOf(catalogue, album.index)}_thumb${size}.jpg`, { status: 307 })
      const [, key, side] = /^\/download\/mbid-[0-9a-f-]{36}\/([0-9a-f]{32})_thumb(\d+)\.jpg$/.exec(path) ?? []
      return key === undefined ? noSuchRelease : pngResponse(cover(key, Math.min(largestDrawn, Number(side))))
    }
    return makeSimulator({
      id: "cover-art",
      clock,
      settings: { DAYBOOK_COVER_ART_BASE_URL: baseUrl },
      control: {},
      answer: ({ path }) => Effect.sync(() => answer(path))
    })
  })

const noSuchRelease = HttpServerResponse.html("<!doctype html><title>404 Not Found</title><h1>Not Found</h1><p>No cover art found for release</p>").pipe(
  HttpServerResponse.setStatus(404)
)
