import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { cover, pngResponse } from "../shared/cover.js"
import { coverOf } from "../shared/Scrobble.js"
import { makeSimulator, type SimulatorContext } from "../shared/Simulator.js"

const maxDrawnSide = 500

/**
 * The Cover Art Archive over the life's albums: fronts by MusicBrainz identifier, kept elsewhere and redirected to; and
 * MusicBrainz, which knows of every other Discogs release what it is.
 */
export const coverArt = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const answer = (path: string): HttpServerResponse.HttpServerResponse => {
      const [, mbid, size = "1200"] = /^\/release\/([0-9a-f-]{36})\/front(?:-(250|500|1200))?$/.exec(path) ?? []
      const { catalogue } = sampleOwner.listening
      const album = mbid === undefined ? undefined : catalogue.albums.find((one) => one.hasCover && one.mbid === mbid)
      if (album !== undefined)
        return HttpServerResponse.redirect(
          `${baseUrl}/download/mbid-${mbid}/${coverOf(catalogue, album.index)}_thumb${size}.jpg`,
          { status: 307 }
        )
      const [, key, side] = /^\/download\/mbid-[0-9a-f-]{36}\/([0-9a-f]{32})_thumb(\d+)\.jpg$/.exec(path) ?? []
      return key === undefined ? noSuchRelease : pngResponse(cover(key, Math.min(maxDrawnSide, Number(side))))
    }
    const covered = sampleOwner.listening.catalogue.albums.filter(
      ({ hasCover, mbid }) => hasCover && mbid !== null && mbid !== ""
    )
    const relations = (resource: string): HttpServerResponse.HttpServerResponse => {
      const [, number = "1"] = /^https:\/\/www\.discogs\.com\/release\/(\d+)$/.exec(resource) ?? []
      const album = Number(number) % 2 === 0 ? covered[Number(number) % Math.max(1, covered.length)] : undefined
      return album === undefined
        ? HttpServerResponse.unsafeJson(
            { error: "Not Found", help: "For usage, please see: https://musicbrainz.org/development/mmd" },
            { status: 404 }
          )
        : HttpServerResponse.unsafeJson({
            id: "00000000-0000-4000-8000-000000000000",
            resource,
            relations: [
              {
                type: "discogs",
                "target-type": "release",
                direction: "backward",
                ended: false,
                release: { id: album.mbid, title: album.title }
              }
            ]
          })
    }
    return makeSimulator({
      id: "cover-art",
      clock,
      settings: {
        DAYBOOK_COVER_ART_BASE_URL: baseUrl,
        DAYBOOK_MUSICBRAINZ_BASE_URL: baseUrl,
        DAYBOOK_MUSICBRAINZ_MIN_INTERVAL_MS: "0"
      },
      control: {},
      answer: ({ path, params }) =>
        Effect.sync(() => (path === "/ws/2/url" ? relations(params["resource"] ?? "") : answer(path)))
    })
  })

const noSuchRelease = HttpServerResponse.html(
  "<!doctype html><title>404 Not Found</title><h1>Not Found</h1><p>No cover art found for release</p>"
).pipe(HttpServerResponse.setStatus(404))
