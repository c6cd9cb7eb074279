import { describe, expect, it } from "@effect/vitest"
import type { Domain } from "@daybook/core"
import { type Candidate, type ImageRequest, PictureFinders } from "@daybook/core/images"
import type { EntityType } from "@daybook/core/shared"
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect, Layer, Option, TestClock } from "effect"
import * as MediaServer from "../../src/images/MediaServer.js"
import * as Finders from "../../src/images/PictureFinders.js"
import { deezerQuota, Fault, inProcessClient, makeSimulators } from "@daybook/simulators"
import { type ReceivedRequest, json, webClient } from "../../../sources/test/support/webClient.js"
import { inTime as timed } from "../../../sources/test/support/inTime.js"
import { today } from "../../../sources/test/support/world.js"

const url = "http://simulated.example"
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(timed(effect), ({ exit }) => exit)

/** The finders with some settings and an HTTP client. */
const finders = (settings: Readonly<Record<string, string>>, client: HttpClient.HttpClient) =>
  PictureFinders.pipe(
    Effect.provide(Finders.layer.pipe(Layer.provide(MediaServer.layer))),
    Effect.provideService(HttpClient.HttpClient, client),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
  )

const simulated = Effect.gen(function* () {
  yield* TestClock.setTime(today)
  const { sampleOwner, simulators } = yield* makeSimulators(url, { endsAt: today })
  const settings = Object.assign(
    {},
    ...(["apple-music", "deezer", "cover-art"] as const).map((id) => simulators[id].settings)
  )
  return {
    simulators,
    catalogue: sampleOwner.listening.catalogue,
    ...(yield* finders(settings, inProcessClient(simulators)))
  }
})

type Of = (
  domain: Domain,
  type: EntityType
) => ReadonlyArray<{
  readonly source: string
  readonly find: (want: ImageRequest) => Effect.Effect<ReadonlyArray<Candidate>, unknown>
}>

/** The URLs that each finder of a kind returns. */
const findAll = (of: Of, domain: Domain, type: EntityType, want: Partial<ImageRequest>) =>
  Effect.forEach(of(domain, type), ({ find, source }) =>
    Effect.map(inTime(find({ urls: [], hints: {}, ...want })), (all) => [source, all.map((one) => one.url)] as const)
  )

describe("picture finders", () => {
  it.effect("follow the contract's order, without unconfigured ones", () =>
    Effect.gen(function* () {
      const none = webClient(() => json({}))
      const sources = (of: Of) =>
        Object.fromEntries(
          (["album", "artist", "movie", "show", "release", "article", "player"] as const).map((type) => [
            type,
            of("listening", type).map(({ source }) => source)
          ])
        )
      expect(sources((yield* finders({}, none)).of)).toEqual({
        album: ["apple-music", "deezer", "itunes", "cover-art", "page"],
        artist: ["deezer", "apple-music", "page"],
        movie: ["page", "media-server"],
        show: ["page", "media-server"],
        release: ["cover-art", "itunes", "page"],
        article: ["page", "media-server"],
        player: ["page", "media-server"]
      })
      expect(
        sources(
          (yield* finders(
            {
              DAYBOOK_FANART_API_KEY: "k",
              DAYBOOK_TMDB_API_KEY: "t",
              DAYBOOK_APPLE_MUSIC_ENABLED: "false",
              DAYBOOK_DEEZER_ENABLED: "false"
            },
            none
          )).of
        )
      ).toMatchObject({
        album: ["cover-art", "page"],
        artist: ["fanart", "page"],
        movie: ["page", "tmdb", "fanart", "media-server"],
        release: ["cover-art", "page"]
      })
    })
  )

  it.effect("find albums by name and by link, and no others", () =>
    Effect.gen(function* () {
      const { catalogue, of, simulators } = yield* simulated
      const album = catalogue.albums.find(({ artist, hasCover }) => hasCover && artist < 5)!
      const artist = catalogue.artists[album.artist]!.name
      const answers = Object.fromEntries(
        yield* findAll(of, "listening", "album", { hints: { artist, album: album.title } })
      )
      expect(answers).toEqual({
        "apple-music": [],
        "cover-art": [],
        deezer: [expect.stringMatching(/\/deezer\/images\/cover\/[0-9a-f]{32}\/1000x1000-/)],
        itunes: [expect.stringMatching(/\/image\/thumb\/Music\/[0-9a-f]{32}\/1200x1200bb\.jpg$/)],
        page: []
      })
      const before = (yield* simulators["apple-music"].control.requests.all).length
      const linked = Object.fromEntries(
        yield* findAll(of, "listening", "album", {
          hints: { apple_music_url: `https://music.apple.com/us/album/x/${2_300_000_011 + album.index * 41}` }
        })
      )
      expect(linked["apple-music"]).toEqual([expect.stringMatching(/1200x1200bb\.jpg$/)])
      expect((yield* simulators["apple-music"].control.requests.all).length).toBe(before + 1)
      const other = yield* findAll(of, "listening", "album", { hints: { artist: "Nobody At All", album: album.title } })
      expect(other.flatMap(([, urls]) => urls)).toEqual([])
    })
  )

  it.effect("find portraits of artists, but no placeholder", () =>
    Effect.gen(function* () {
      const { catalogue, of } = yield* simulated
      const names = catalogue.artists
        .filter(({ kind }) => kind === "regular")
        .slice(0, 60)
        .map(({ name }) => name)
      const pictures = yield* Effect.forEach(names, (artist) =>
        Effect.map(findAll(of, "listening", "artist", { hints: { artist } }), ([first]) => first![1])
      )
      expect(pictures.filter((one) => one.length === 1).length).toBeGreaterThan(40)
      expect(pictures.filter((one) => one.length === 0).length).toBeGreaterThan(0)
      for (const picture of pictures.flat()) expect(picture).toMatch(/\/artist\/[0-9a-f]{32}\//)
    })
  )

  it.effect("wait for Deezer's quota window, and report the reason if it stays exceeded", () =>
    Effect.gen(function* () {
      const { catalogue, of, simulators } = yield* simulated
      const [deezer] = of("listening", "artist")
      const ask = inTime(deezer!.find({ urls: [], hints: { artist: catalogue.artists[1]!.name } }))
      yield* simulators.deezer.control.faults.next(Fault.Body({ json: deezerQuota }))
      yield* ask
      yield* simulators.deezer.control.faults.when(() => true, Fault.Body({ json: deezerQuota }))
      expect(yield* Effect.flip(ask)).toMatchObject({ source: "deezer", state: "rate_limited" })
      yield* simulators.deezer.control.faults.clear
      for (const [fault, state] of [
        [Fault.Status({ status: 503 }), "unavailable"],
        [Fault.Html({}), "bad_answer"],
        [Fault.Truncated(), "bad_answer"]
      ] as const) {
        const fresh = yield* simulated
        yield* fresh.simulators.deezer.control.faults.when(() => true, fault)
        const failure = yield* Effect.flip(
          inTime(fresh.of("listening", "artist")[0]!.find({ urls: [], hints: { artist: "x" } }))
        )
        expect(failure).toMatchObject({ source: "deezer", state })
      }
    })
  )

  it.effect("send the media server's token for its pictures only", () =>
    Effect.gen(function* () {
      const { accessTo } = yield* MediaServer.MediaServer
      const at = (path: string) => Option.isSome(accessTo(`http://10.0.0.2:32400${path}`))
      expect(
        ["/library/metadata/7/thumb/1", "/library/metadata/7/art", "/library/metadata/7/thumb/1?width=9&height=9"].map(
          at
        )
      ).toEqual([true, true, true])
      // URLs that a page or feed could claim as its picture, and that act on the server with the owner's rights.
      for (const path of [
        "/:/scrobble?key=1&identifier=com.plexapp.plugins.library",
        "/library/sections/1/refresh",
        "/library/sections/all/refresh?force=1",
        "/photo/:/transcode?url=http://127.0.0.1/",
        "/library/metadata/7/thumb/../../refresh",
        "/"
      ]) {
        expect(at(path), path).toBe(false)
      }
      expect(Option.isSome(accessTo("http://10.0.0.3:32400/library/metadata/7/thumb/1"))).toBe(false)
    }).pipe(
      Effect.provide(MediaServer.layer),
      Effect.withConfigProvider(
        ConfigProvider.fromMap(
          new Map([
            ["DAYBOOK_PLEX_URL", "http://10.0.0.2:32400"],
            ["DAYBOOK_PLEX_TOKEN", "plextoken"]
          ])
        )
      )
    )
  )

  it.effect(
    "query the Cover Art Archive by a record's mbid, or by the one that MusicBrainz links to its Discogs page",
    () =>
      Effect.gen(function* () {
        const [own, theirs, former] = ["1".repeat(8), "2".repeat(8), "3".repeat(8)].map(
          (start) => `${start}-1111-4111-8111-111111111111`
        )
        const requests: Array<string> = []
        const client = webClient(({ url }) => {
          if (url.hostname !== "musicbrainz.org") return json({ results: [] })
          requests.push(url.searchParams.get("resource") ?? "")
          return url.searchParams.get("resource")?.endsWith("/8") === true
            ? json({
                id: "x",
                relations: [
                  { type: "discogs", ended: true, release: { id: former } },
                  { type: "discogs", ended: false, release: { id: theirs, title: "T" } }
                ]
              })
            : json({ error: "Not Found" }, { status: 404 })
        })
        const { of } = yield* finders({ DAYBOOK_MUSICBRAINZ_MIN_INTERVAL_MS: "0" }, client)
        const [archive] = of("collecting", "release")
        const fronts = (hints: Readonly<Record<string, string>>) =>
          Effect.map(inTime(archive!.find({ urls: [], hints })), (all) => all.map(({ url }) => url))
        expect(yield* fronts({ mbid: own!, discogs_release: "8" })).toContain(
          `https://coverartarchive.org/release/${own}/front-1200`
        )
        expect(requests).toEqual([])
        expect(yield* fronts({ discogs_release: "8" })).toEqual([
          `https://coverartarchive.org/release/${theirs}/front-1200`,
          `https://coverartarchive.org/release/${theirs}/front`
        ])
        expect(yield* fronts({ discogs_release: "9" })).toEqual([])
        expect(requests).toEqual(["https://www.discogs.com/release/8", "https://www.discogs.com/release/9"])
        const off = yield* finders({ DAYBOOK_MUSICBRAINZ_ENABLED: "false" }, client)
        expect(
          yield* inTime(off.of("collecting", "release")[0]!.find({ urls: [], hints: { discogs_release: "8" } }))
        ).toEqual([])
      })
  )

  it.effect("send the TMDB and Fanart.tv keys correctly, and never in a stored URL", () =>
    Effect.gen(function* () {
      const requests: Array<ReceivedRequest> = []
      const client = webClient((request) => {
        requests.push(request)
        const { pathname } = request.url
        if (pathname === "/3/movie/603") return json({ id: 603, title: "Salt Ferry", poster_path: "/abc.jpg" })
        if (pathname === "/3/search/tv")
          return json({
            results: [
              { name: "Another", first_air_date: "2001-01-01", poster_path: "/no.jpg" },
              { name: "Low Tide", first_air_date: "2010-02-03", poster_path: "/tide.jpg" }
            ]
          })
        if (pathname === "/v3/movies/603")
          return json({
            name: "Salt Ferry",
            movieposter: [{ id: "1", url: "https://assets.example/poster.jpg", likes: "5" }]
          })
        return json({ status: "error" }, { status: 404 })
      })
      const settings = {
        DAYBOOK_TMDB_API_KEY: "tmdbkey",
        DAYBOOK_FANART_API_KEY: "fanartkey",
        DAYBOOK_PLEX_URL: "http://10.0.0.2:32400",
        DAYBOOK_PLEX_TOKEN: "plextoken",
        DAYBOOK_TMDB_MIN_INTERVAL_MS: "0",
        DAYBOOK_FANART_MIN_INTERVAL_MS: "0"
      }
      const { of } = yield* finders(settings, client)
      const thumb = "http://10.0.0.2:32400/library/metadata/7/thumb/1"
      const film = yield* findAll(of, "watching", "movie", {
        urls: [thumb, "https://diary.example/poster.jpg"],
        hints: { title: "Salt Ferry", tmdb_id: "603" }
      })
      expect(film).toEqual([
        ["page", ["https://diary.example/poster.jpg"]],
        ["tmdb", ["https://image.tmdb.org/t/p/w780/abc.jpg"]],
        ["fanart", ["https://assets.example/poster.jpg"]],
        ["media-server", [thumb]]
      ])
      const show = yield* findAll(of, "watching", "show", { hints: { title: "Low Tide", year: "2010", tvdb_id: "9" } })
      expect(Object.fromEntries(show)).toMatchObject({ tmdb: ["https://image.tmdb.org/t/p/w780/tide.jpg"], fanart: [] })
      expect(
        requests
          .filter(({ url }) => url.hostname === "api.themoviedb.org")
          .every(({ url }) => url.searchParams.get("api_key") === "tmdbkey")
      ).toBe(true)
      expect(
        requests
          .filter(({ url }) => url.hostname === "webservice.fanart.tv")
          .every(({ headers, url }) => headers["api-key"] === "fanartkey" && url.search === "")
      ).toBe(true)
      expect(JSON.stringify([film, show])).not.toMatch(/tmdbkey|fanartkey|plextoken/)
    })
  )

  it.effect("query the Cover Art Archive only with an identifier, and accept only web addresses", () =>
    Effect.gen(function* () {
      const { of } = yield* simulated
      const mbid = "0A1B2C3D-0000-4000-8000-000000000001"
      const release = Object.fromEntries(
        yield* findAll(of, "collecting", "release", {
          urls: ["javascript:alert(1)", "https://shop.example/a.jpg"],
          hints: { mbid }
        })
      )
      expect(release).toEqual({
        "cover-art": [
          `${url}/cover-art/release/${mbid.toLowerCase()}/front-1200`,
          `${url}/cover-art/release/${mbid.toLowerCase()}/front`
        ],
        itunes: [],
        page: ["https://shop.example/a.jpg"]
      })
      const without = Object.fromEntries(
        yield* findAll(of, "collecting", "release", { hints: { mbid: "../../admin" } })
      )
      expect(without["cover-art"]).toEqual([])
    })
  )

  it.effect("query the Cover Art Archive for an album only if its id is all that is known", () =>
    Effect.gen(function* () {
      const { of } = yield* simulated
      const mbid = "0a1b2c3d-0000-4000-8000-000000000001"
      const identified = Object.fromEntries(yield* findAll(of, "listening", "album", { hints: { mbid } }))
      const front = `${url}/cover-art/release/${mbid}/front`
      expect(identified).toEqual({
        ...{ "apple-music": [], deezer: [], itunes: [], page: [] },
        "cover-art": [`${front}-1200`, front]
      })
      const named = Object.fromEntries(
        yield* findAll(of, "listening", "album", { hints: { mbid, artist: "Nobody", album: "Nothing" } })
      )
      expect(named["cover-art"]).toEqual([])
    })
  )
})
