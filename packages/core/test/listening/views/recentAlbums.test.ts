import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RecentAlbum, recentAlbums } from "../../../src/listening/views/recentAlbums.js"
import { albumFact, artistFact, imageOf, show, trackFact } from "./facts.js"

const play = (playedAt: number, album: number | null) => ({
  playedAt,
  track: trackFact(1),
  artist: artistFact(7, { name: "The Pale Lanterns" }),
  album: album === null ? null : albumFact(album, { url: "https://music.example/album", appleMusicUrl: "https://catalogue.example/album" })
})

describe("recentAlbums", () => {
  it("lists each album once, at its newest play, newest first", () => {
    fc.assert(fc.property(fc.array(fc.option(fc.nat(6))), (albums) => {
      const plays = albums.map((album, index) => play(1_700_000_000_000 - index * 60_000, album))
      const newest = new Map<number, number>()
      for (const { album, playedAt } of plays) if (album !== null) newest.set(album.id, Math.max(newest.get(album.id) ?? 0, playedAt))
      const expected = [...newest].sort(([, a], [, b]) => b - a).map(([id, at]) => [id, new Date(at).toISOString()])
      expect(recentAlbums(plays, show).map((item) => [item.album.id, item.last_scrobbled_at])).toEqual(expected)
    }))
  })

  it("encodes as the contract says", () => {
    const [item] = recentAlbums([play(Date.parse("2024-05-01T12:00:00Z"), 3)], show)
    expect(Schema.encodeUnknownEither(RecentAlbum)(item)).toEqual(Either.right({
      album: { id: 3, name: "Album 3", url: "https://music.example/album", apple_music_url: "https://catalogue.example/album", image: imageOf("album", 3) },
      artist: { id: 7, name: "The Pale Lanterns" },
      last_scrobbled_at: "2024-05-01T12:00:00.000Z"
    }))
  })
})
