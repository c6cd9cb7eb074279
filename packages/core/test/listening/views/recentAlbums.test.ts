import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RecentAlbum, recentAlbum } from "../../../src/listening/views/lists.js"
import { albumFact, artistFact, imageOf, show } from "./facts.js"

describe("recentAlbum", () => {
  it("encodes as in the contract", () => {
    const item = recentAlbum(
      {
        artist: artistFact(7, { name: "The Pale Lanterns" }),
        album: albumFact(3, { url: "https://music.example/album", appleMusicUrl: "https://catalogue.example/album" }),
        lastPlayedAt: Date.parse("2024-05-01T12:00:00Z")
      },
      show
    )
    expect(Schema.encodeUnknownEither(RecentAlbum)(item)).toEqual(
      Either.right({
        album: {
          id: 3,
          name: "Album 3",
          url: "https://music.example/album",
          apple_music_url: "https://catalogue.example/album",
          image: imageOf("album", 3)
        },
        artist: { id: 7, name: "The Pale Lanterns" },
        last_scrobbled_at: "2024-05-01T12:00:00.000Z"
      })
    )
  })
})
