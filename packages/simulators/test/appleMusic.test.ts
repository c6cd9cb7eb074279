import { type Artist, inProcessClient, makeSimulators, serveSimulators } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { birthday, get } from "./asking.js"

interface Row {
  readonly wrapperType: string
  readonly artistId: number
  readonly collectionId?: number
  readonly trackId?: number
  readonly artistName: string
  readonly trackName?: string
  readonly artworkUrl100?: string
  readonly previewUrl?: string
}

interface Results {
  readonly resultCount: number
  readonly results: ReadonlyArray<Row>
}

const store = Effect.map(serveSimulators({ endsAt: birthday }), ({ sampleOwner, settings, simulators }) => {
  const base = settings["DAYBOOK_APPLE_MUSIC_BASE_URL"]!
  const ask = (path: string, params: Record<string, string | number>) =>
    get(
      `${base}${path}?${new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])).toString()}`
    )
  const results = (path: string, params: Record<string, string | number>) =>
    Effect.map(ask(path, params), ({ text }) => JSON.parse(text) as Results)
  return { base, ask, results, catalogue: sampleOwner.listening.catalogue, control: simulators["apple-music"].control }
})

describe("search", () => {
  it.scopedLive("answers JSON that calls itself JavaScript", () =>
    Effect.gen(function* () {
      const { ask } = yield* store
      const answer = yield* ask("/search", { term: "oskeln ferrite", media: "music", entity: "song", limit: 5 })
      expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/)
      const [row] = (JSON.parse(answer.text) as Results).results
      expect(row).toMatchObject({
        wrapperType: "track",
        kind: "song",
        artistName: "Oskeln",
        collectionName: "Night Index",
        trackName: "Ferrite",
        primaryGenreName: "Electronic",
        trackExplicitness: expect.any(String),
        trackTimeMillis: expect.any(Number)
      })
      expect(row).toMatchObject({
        artistViewUrl: `https://music.apple.com/us/artist/oskeln/${row!.artistId}?uo=4`,
        collectionViewUrl: `https://music.apple.com/us/album/ferrite/${row!.collectionId!}?i=${row!.trackId!}&uo=4`,
        artworkUrl100: expect.stringMatching(/\/100x100bb\.jpg$/),
        releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT12:00:00Z$/)
      })
    })
  )

  it.scopedLive("an artist has another name for its link; a joint name is no artist", () =>
    Effect.gen(function* () {
      const { results } = yield* store
      const {
        results: [artist]
      } = yield* results("/search", { term: "velmora tide", entity: "musicArtist" })
      expect(artist).toEqual({
        wrapperType: "artist",
        artistType: "Artist",
        artistName: "Velmora Tide",
        artistLinkUrl: `https://music.apple.com/us/artist/velmora-tide/${artist!.artistId}?uo=4`,
        artistId: artist!.artistId,
        primaryGenreName: "Alternative",
        primaryGenreId: 20
      })
      expect(yield* results("/search", { term: "Velmora Tide & Oskeln", entity: "musicArtist" })).toEqual({
        resultCount: 0,
        results: []
      })
      const { results: songs } = yield* results("/search", { term: "Velmora Tide & Oskeln Undertow", entity: "song" })
      expect(songs.at(-1)).toMatchObject({ artistName: "Velmora Tide & Oskeln", artistId: artist!.artistId })
    })
  )

  it.scopedLive("the first answer may be somebody else singing, and some music is not sold", () =>
    Effect.gen(function* () {
      const { catalogue, results } = yield* store
      const songs = catalogue.songs
        .filter((song) => song.album !== undefined && nameOf(song.artist).kind === "regular")
        .slice(0, 150)
      function nameOf(artist: number): Artist {
        return catalogue.artists[artist]!
      }
      const answers = yield* Effect.forEach(songs, (song) =>
        results("/search", { term: `${song.title} ${nameOf(song.artist).name}`, entity: "song" })
      )
      const others = answers.filter(
        (answer, index) => answer.results[0]?.artistName !== nameOf(songs[index]!.artist).name
      )
      expect(others.filter(({ resultCount }) => resultCount > 0).length).toBeGreaterThan(5)
      expect(others.length).toBeLessThan(60)
      expect((yield* results("/search", { term: "chapter 1 penwarrow audiobooks" })).resultCount).toBe(0)
    })
  )

  it.scopedLive("accents and letters of any script are found", () =>
    Effect.gen(function* () {
      const { results } = yield* store
      for (const term of ["brunaskel", "霧灯楽団", "кедролин", "señal ondrela"]) {
        expect((yield* results("/search", { term, entity: "musicArtist" })).resultCount).toBe(1)
      }
      expect((yield* results("/search", { term: "nobody sings this" })).resultCount).toBe(0)
    })
  )
})

describe("lookup", () => {
  it.scopedLive("takes many ids at once and leaves out what it does not know", () =>
    Effect.gen(function* () {
      const { results } = yield* store
      const { results: songs } = yield* results("/search", { term: "velmora tide", entity: "song", limit: 5 })
      const ids = songs.flatMap((row) => (row.artistName === "Velmora Tide" ? [row.trackId!] : []))
      const answer = yield* results("/lookup", { id: [...ids, 42, songs.at(-1)!.artistId].join(",") })
      expect(answer.results.map((row) => row.trackId ?? row.artistId)).toEqual([...ids, songs.at(-1)!.artistId])
    })
  )

  it.scopedLive("gives an album with its songs, an artist with its albums", () =>
    Effect.gen(function* () {
      const { results } = yield* store
      const {
        results: [album]
      } = yield* results("/search", { term: "night index oskeln", entity: "album" })
      const songs = yield* results("/lookup", { id: album!.collectionId!, entity: "song" })
      expect(songs.results[0]).toMatchObject({ wrapperType: "collection", collectionName: "Night Index" })
      expect(
        songs.results.slice(1).every((row) => row.wrapperType === "track" && row.collectionId === album!.collectionId)
      ).toBe(true)
      expect(songs.resultCount).toBeGreaterThan(5)
      const albums = yield* results("/lookup", { id: album!.artistId, entity: "album", limit: 1 })
      expect(albums.results.map((row) => row.wrapperType)).toEqual(["artist", "collection"])
    })
  )

  it.scopedLive("pictures come in the size that the link asks for, clips are sound", () =>
    Effect.gen(function* () {
      const { results } = yield* store
      const { results: rows } = yield* results("/search", { term: "oskeln", entity: "song" })
      const row = rows.find((one) => one.previewUrl !== undefined && one.artworkUrl100 !== undefined)!
      const picture = yield* get(row.artworkUrl100!.replace("100x100bb", "600x600bb"))
      expect(picture.headers.get("content-type")).toBe("image/png")
      expect(new DataView(picture.bytes.buffer, picture.bytes.byteOffset).getUint32(16)).toBe(600)
      const clip = yield* get(row.previewUrl!)
      expect([clip.headers.get("content-type"), clip.text.slice(0, 4)]).toEqual(["audio/wav", "RIFF"])
    })
  )
})

describe("bursts", () => {
  it.effect("are refused for a while once the rule is on, and only then", () =>
    Effect.gen(function* () {
      const { simulators } = yield* makeSimulators("http://simulators.test", { endsAt: birthday })
      const client = inProcessClient(simulators)
      const status = Effect.map(
        client.get("http://simulators.test/apple-music/lookup?id=1"),
        (response) => response.status
      )
      expect(new Set(yield* Effect.replicateEffect(status, 30))).toEqual(new Set([200]))
      yield* simulators["apple-music"].control.setBursts("usual")
      expect(yield* Effect.replicateEffect(status, 12)).toEqual([...Array.from({ length: 10 }, () => 200), 403, 403])
      yield* TestClock.adjust("89 seconds")
      expect(yield* status).toBe(403)
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.replicateEffect(Effect.zipLeft(status, TestClock.adjust("3 seconds")), 20)).toEqual(
        Array.from({ length: 20 }, () => 200)
      )
    })
  )
})
