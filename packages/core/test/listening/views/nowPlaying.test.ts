import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { NowPlaying, nowPlaying } from "../../../src/listening/nowPlaying.js"
import { albumFact, artistFact, imageOf, show, trackFact } from "./facts.js"

const play = {
  artist: "Salt Choir",
  track: "Harbour",
  album: "North",
  url: "https://music.example/harbour",
  playedAt: null,
  known: null
}

describe("nowPlaying", () => {
  it("has no ids for a play that is not in the library", () => {
    expect(Schema.encodeEither(NowPlaying)(nowPlaying(play, show))).toStrictEqual(
      Either.right({
        is_playing: true,
        track: {
          name: "Harbour",
          artist: { id: null, name: "Salt Choir", apple_music_url: null },
          album: { id: null, name: "North", image: null },
          url: "https://music.example/harbour",
          apple_music_url: null,
          preview_url: null
        },
        scrobbled_at: null
      })
    )
  })

  it("adds the artist of a track on its first play", () => {
    const { track } = nowPlaying({ ...play, known: { artist: artistFact(1), track: null, album: null } }, show)
    expect([track.artist.id, track.album.id, track.url, track.preview_url]).toEqual([
      1,
      null,
      "https://music.example/harbour",
      null
    ])
  })

  it("adds the match in the library and the time of a past play", () => {
    const match = {
      artist: artistFact(1, { appleMusicUrl: "https://catalogue.example/1" }),
      track: trackFact(3, {
        url: "https://music.example/3",
        appleMusicUrl: "https://catalogue.example/3",
        previewUrl: "https://clips.example/3"
      }),
      album: albumFact(2)
    }
    const past = nowPlaying({ ...play, url: null, playedAt: Date.parse("2024-05-01T12:00:00Z"), known: match }, show)
    expect(Schema.encodeEither(NowPlaying)(past)).toStrictEqual(
      Either.right({
        is_playing: false,
        track: {
          name: "Harbour",
          artist: { id: 1, name: "Salt Choir", apple_music_url: "https://catalogue.example/1" },
          album: { id: 2, name: "North", image: imageOf("album", 2) },
          url: "https://music.example/3",
          apple_music_url: "https://catalogue.example/3",
          preview_url: "https://clips.example/3"
        },
        scrobbled_at: "2024-05-01T12:00:00.000Z"
      })
    )
  })
})
