import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Artist, Catalogue } from "../sampleOwner/catalogue.js"
import { hash } from "../sampleOwner/dice.js"
import { audienceOf, biographyOf, similarTo, tagsOf } from "../sampleOwner/knowledge.js"
import type { SimulatedRequest } from "../shared/Simulator.js"
import { artistUrl, images, type LastfmQuirks, list, placeholderKey, tagUrl, utcText } from "./wire.js"

/** What the methods about artists, albums and tracks need. */
export interface Library {
  readonly catalogue: Catalogue
  readonly baseUrl: string
  readonly quirks: LastfmQuirks
  /** Plays of the account's owner, asked for only when `username` is given. */
  readonly userPlays: (fits: (song: number) => boolean) => number
}

/** By identifier where one is given, else by name. Some identifiers are stale: Last.fm does not know its own. */
export const requestedArtist = ({ catalogue }: Library, { params }: SimulatedRequest): Artist | undefined => {
  const { artist, mbid } = params
  if (mbid === undefined || mbid === "") return artist === undefined ? undefined : catalogue.artistNamed(artist)
  return catalogue.artists.find((one) => one.mbid === mbid && !isStale(catalogue, one))
}

const isStale = (catalogue: Catalogue, artist: Artist): boolean =>
  hash(catalogue.seed, "stale", artist.index) % 10 === 0

const card = (library: Library, artist: { readonly name: string }) => ({
  name: artist.name,
  url: artistUrl(artist.name),
  image: images(library.baseUrl, placeholderKey)
})

export const tagLinks = ({ catalogue, quirks }: Library, artist: Artist) => ({
  tag: list(
    quirks,
    tagsOf(catalogue, artist)
      .slice(0, 5)
      .map(({ name }) => ({ name, url: tagUrl(name) }))
  )
})

/*
 * artist.getInfo:
 *
 * {"artist":{"name":"Velmora Tide","mbid":"…","url":"…","image":[…],"streamable":"0","ontour":"0",
 * "stats":{"listeners":"41234","playcount":"823412","userplaycount":"312"},
 * "similar":{"artist":[{"name":…,"url":…,"image":[…]}]},
 * "tags":{"tag":[{"name":"indie","url":"…"}]},
 * "bio":{"links":{"link":{"#text":"","rel":"original","href":"…/+wiki"}},"published":"12 Mar 2009, 14:02",
 * "summary":"Velmora Tide formed in … <a href=\"https://www.last.fm/music/Velmora+Tide\">Read more on
 * Last.fm</a>","content":"…"}}}
 */
export const artistInfo = (library: Library, artist: Artist, request: SimulatedRequest) => {
  const { catalogue } = library
  const audience = audienceOf(catalogue, "artist", artist.index)
  const own =
    request.params["username"] === undefined
      ? undefined
      : library.userPlays((song) => catalogue.songs[song]?.artist === artist.index)
  return HttpServerResponse.unsafeJson({
    artist: {
      name: artist.name,
      ...(artist.mbid === "" ? {} : { mbid: artist.mbid }),
      url: artistUrl(artist.name),
      image: images(library.baseUrl, placeholderKey),
      streamable: "0",
      ontour: "0",
      stats: {
        listeners: String(audience.listeners),
        playcount: String(audience.playcount),
        ...(own === undefined ? {} : { userplaycount: String(own) })
      },
      similar: {
        artist: list(
          library.quirks,
          similarTo(catalogue, artist, 5).map((other) => card(library, other))
        )
      },
      tags: tagLinks(library, artist),
      bio: biography(catalogue, artist)
    }
  })
}

const biography = (catalogue: Catalogue, artist: Artist) => {
  const sentences = biographyOf(catalogue, artist).map((sentence) => sentence.replaceAll(" & ", " &amp; "))
  const more = `<a href="${artistUrl(artist.name)}">Read more on Last.fm</a>`
  const licence =
    "User-contributed text is available under the Creative Commons By-SA License; additional terms may apply."
  const paragraphs = [sentences.slice(0, 2).join(" "), sentences.slice(2).join(" ")]
  return {
    links: {
      link: {
        "#text": "",
        rel: "original",
        href: `https://last.fm/music/${artistUrl(artist.name).split("/").pop()!}/+wiki`
      }
    },
    published:
      sentences.length === 0
        ? "01 Jan 1970, 00:00"
        : utcText(1_200_000_000 + (hash("published", artist.name) % 400_000_000)),
    summary: `${sentences.slice(0, 2).join(" ")} ${more}`,
    content: sentences.length === 0 ? "" : `${paragraphs.join("\n\n")} ${more}. ${licence}`
  }
}

/**
 * artist.getTopTags: `{"toptags":{"tag":[{"count":100,"name":"indie","url":"…"}],"@attr":{"artist":"…"}}}`, counts as
 * numbers.
 */
export const artistTopTags = ({ catalogue, quirks }: Library, artist: Artist) =>
  HttpServerResponse.unsafeJson({
    toptags: {
      tag: list(
        quirks,
        tagsOf(catalogue, artist).map(({ count, name }) => ({ count, name, url: tagUrl(name) }))
      ),
      "@attr": { artist: artist.name }
    }
  })

/** artist.getSimilar: `{"similarartists":{"artist":[{"name":…,"mbid":…,"match":"0.87",…}],"@attr":{"artist":"…"}}}`. */
export const similarArtists = (library: Library, artist: Artist, { params }: SimulatedRequest) =>
  HttpServerResponse.unsafeJson({
    similarartists: {
      artist: list(
        library.quirks,
        similarTo(library.catalogue, artist, Number(params["limit"] ?? 100)).map((other) => ({
          ...card(library, other),
          ...(other.mbid === "" ? {} : { mbid: other.mbid }),
          match: String(other.match),
          streamable: "0"
        }))
      ),
      "@attr": { artist: artist.name }
    }
  })
