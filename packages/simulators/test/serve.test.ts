import { makeSimulators, serveSimulators, simulators } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { birthday, get } from "./asking.js"

describe("serveSimulators", () => {
  it.scopedLive("serves the usual ones on loopback and says how sources reach them", () =>
    Effect.gen(function* () {
      const { settings, url } = yield* serveSimulators({ endsAt: birthday })
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(settings).toMatchObject({
        // The address itself, and the sites of the articles that lie behind it.
        DAYBOOK_FETCH_ALLOW: expect.stringMatching(
          new RegExp(`^${url.slice("http://".length)}(,[a-z0-9]+\\.localhost:\\d+)+$`)
        ),
        DAYBOOK_LASTFM_BASE_URL: `${url}/lastfm/2.0/`,
        DAYBOOK_LASTFM_USERNAME: "daybook_demo",
        DAYBOOK_LASTFM_API_KEY: expect.any(String),
        DAYBOOK_LASTFM_MIN_INTERVAL_MS: "0",
        DAYBOOK_APPLE_MUSIC_BASE_URL: `${url}/apple-music`,
        DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS: "0",
        DAYBOOK_DEEZER_BASE_URL: `${url}/deezer`,
        DAYBOOK_DEEZER_MIN_INTERVAL_MS: "0",
        DAYBOOK_COVER_ART_BASE_URL: `${url}/cover-art`,
        DAYBOOK_STRAVA_BASE_URL: `${url}/strava`,
        DAYBOOK_STRAVA_CLIENT_ID: expect.any(String),
        DAYBOOK_STRAVA_CLIENT_SECRET: expect.any(String),
        DAYBOOK_STRAVA_REFRESH_TOKEN: expect.any(String),
        DAYBOOK_STRAVA_MIN_INTERVAL_MS: "0",
        DAYBOOK_PLEX_URL: `${url}/plex`,
        DAYBOOK_LETTERBOXD_BASE_URL: `${url}/letterboxd`,
        DAYBOOK_TMDB_BASE_URL: `${url}/tmdb/3`,
        DAYBOOK_MLB_BASE_URL: `${url}/mlb`,
        DAYBOOK_MLB_LOGO_BASE_URL: `${url}/mlb/team-logos`,
        DAYBOOK_ESPN_BASE_URL: `${url}/espn`,
        DAYBOOK_ATTENDING_TEAMS: "mlb:136,nfl:26,nba:22,wnba:14,mls:9726,ncaaf:264,ncaab:264",
        DAYBOOK_SETLISTFM_BASE_URL: `${url}/setlistfm/rest/1.0`
      })
      expect(settings).not.toHaveProperty("DAYBOOK_LISTENBRAINZ_USERNAME")
      expect((yield* get(`${url}/listenbrainz/1/user/daybook_demo/listen-count`)).status).toBe(404)
      expect((yield* get(`${url}/lastfmish`)).status).toBe(404)
    })
  )

  it.scopedLive("keeps a source that needs no account from the real provider when its simulator is off", () =>
    Effect.gen(function* () {
      const { settings } = yield* serveSimulators({ endsAt: birthday, enabled: ["listenbrainz"] })
      expect(settings).toMatchObject({
        DAYBOOK_APPLE_MUSIC_ENABLED: "false",
        DAYBOOK_DEEZER_ENABLED: "false",
        DAYBOOK_MLB_ENABLED: "false",
        DAYBOOK_ESPN_ENABLED: "false",
        DAYBOOK_LISTENBRAINZ_MIN_INTERVAL_MS: "0"
      })
      expect(settings).not.toHaveProperty("DAYBOOK_LASTFM_USERNAME")
    })
  )

  it.scopedLive("takes the port it is given, and fails when that is taken", () =>
    Effect.gen(function* () {
      const { url } = yield* serveSimulators({ endsAt: birthday })
      const port = Number(new URL(url).port)
      const failure = yield* Effect.flip(Effect.scoped(serveSimulators({ endsAt: birthday, port })))
      expect(failure._tag).toBe("ServeError")
    })
  )

  it.effect("each simulator is made under its own id", () =>
    Effect.gen(function* () {
      const world = yield* makeSimulators("http://simulators.test", { endsAt: birthday })
      for (const { id } of simulators) expect(world.simulators[id].id).toBe(id)
    })
  )
})
