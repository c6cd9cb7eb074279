import { it as effectIt } from "@effect/vitest"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type Client, createClient } from "../../client/src/index.js"
import { host } from "../../http/test/support/host.js"
import { post } from "../../http/test/support/http.js"
import { type Answers, type Path, urlOf } from "../src/api/Answers.js"
import { alone } from "../src/api/host.js"

const id = { path: { id: 1 } }
const inYear = { path: { year: 2025 } }
const first = { urlParams: {} }

/** The operation at each path. A type of the page that its operation does not answer does not compile. */
const operations: { readonly [P in Path]: (client: Client) => Promise<Answers[P]> } = {
  "explain/:domain/:type/:id": ({ explain }) =>
    explain.record({ path: { domain: "reading", type: "article", id: "1" } }),
  "health/sync": ({ system }) => system.sync({}),
  "listening/now-playing": ({ listening }) => listening.nowPlaying({}),
  "listening/streaks": ({ listening }) => listening.streaks({}),
  "listening/stats": ({ listening }) => listening.stats(first),
  "listening/calendar": ({ listening }) => listening.calendar(first),
  "listening/years": ({ listening }) => listening.years({}),
  "listening/year/:year": ({ listening }) => listening.year({ ...inYear, ...first }),
  "listening/genres": ({ listening }) => listening.genres(first),
  "listening/history": ({ listening }) => listening.history(first),
  "listening/top/artists": ({ listening }) => listening.topArtists(first),
  "listening/top/albums": ({ listening }) => listening.topAlbums(first),
  "listening/top/tracks": ({ listening }) => listening.topTracks(first),
  "listening/artists/:id": ({ listening }) => listening.artist(id),
  "listening/albums/:id": ({ listening }) => listening.album(id),
  "running/charts/cumulative": ({ running }) => running.cumulative(first),
  "running/charts/pace-trend": ({ running }) => running.paceTrend(first),
  "running/stats": ({ running }) => running.stats(first),
  "running/stats/years": ({ running }) => running.years(first),
  "running/streaks": ({ running }) => running.streaks({}),
  "running/calendar": ({ running }) => running.calendar(first),
  "running/prs": ({ running }) => running.records(first),
  "running/gear": ({ running }) => running.gear(first),
  "running/eddington": ({ running }) => running.eddington({}),
  "running/activities": ({ running }) => running.activities(first),
  "running/activities/:id": ({ running }) => running.activity({ ...id, ...first }),
  "running/activities/:id/splits": ({ running }) => running.splits({ ...id, ...first }),
  "running/activities/:id/places": ({ running }) => running.places(id),
  "running/year/:year": ({ running }) => running.year({ ...inYear, ...first }),
  "watching/recent": ({ watching }) => watching.recent(first),
  "watching/stats": ({ watching }) => watching.stats(first),
  "watching/stats/decades": ({ watching }) => watching.decades(first),
  "watching/stats/directors": ({ watching }) => watching.directors(first),
  "watching/ratings": ({ watching }) => watching.ratings(first),
  "watching/movies": ({ watching }) => watching.movies(first),
  "watching/movies/:id": ({ watching }) => watching.movie(id),
  "watching/shows": ({ watching }) => watching.shows(first),
  "watching/shows/:id": ({ watching }) => watching.show(id),
  "watching/calendar": ({ watching }) => watching.calendar(first),
  "watching/year/:year": ({ watching }) => watching.year(inYear),
  "collecting/recent": ({ collecting }) => collecting.recentRecords(first),
  "collecting/media/recent": ({ collecting }) => collecting.recentDiscs(first),
  "collecting/stats": ({ collecting }) => collecting.stats(first),
  "collecting/vinyl": ({ collecting }) => collecting.records(first),
  "collecting/vinyl/:id": ({ collecting }) => collecting.record(id),
  "collecting/vinyl/:id/plays": ({ collecting }) => collecting.recordPlays(id),
  "collecting/media/:id": ({ collecting }) => collecting.disc(id),
  "collecting/media": ({ collecting }) => collecting.discs(first),
  "collecting/formats": ({ collecting }) => collecting.formats({}),
  "collecting/genres": ({ collecting }) => collecting.genres({}),
  "collecting/artists": ({ collecting }) => collecting.artists(first),
  "collecting/cross-reference": ({ collecting }) => collecting["heard"](first),
  "collecting/media/cross-reference": ({ collecting }) => collecting.watched(first),
  "collecting/calendar": ({ collecting }) => collecting.calendar(first),
  "reading/currently-reading": ({ reading }) => reading.currentlyReading(first),
  "reading/highlights/random": ({ reading }) => reading.randomHighlight({}),
  "reading/stats": ({ reading }) => reading.stats(first),
  "reading/articles": ({ reading }) => reading.articles(first),
  "reading/articles/:id": ({ reading }) => reading.article(id),
  "reading/articles/:id/related": ({ reading }) => reading.related({ ...id, ...first }),
  "reading/archive": ({ reading }) => reading.archive(first),
  "reading/calendar": ({ reading }) => reading.calendar(first),
  "reading/year/:year": ({ reading }) => reading.year(inYear),
  "attending/events": ({ attending }) => attending.events(first),
  "attending/events/:id": ({ attending }) => attending.event(id),
  "attending/venues": ({ attending }) => attending.venues({}),
  "attending/stats": ({ attending }) => attending.stats(first),
  "attending/year/:year": ({ attending }) => attending.year(inYear),
  "year/:year/cards": ({ cards }) => cards.year({ ...inYear, ...first }),
  feed: ({ feed }) => feed.all(first),
  "feed/domain/:domain": ({ feed }) => feed.domain({ path: { domain: "reading" }, ...first }),
  "feed/on-this-day": ({ feed }) => feed.onThisDay(first),
  search: ({ search }) => search.search({ urlParams: { q: "tide" } })
}

it("requests every path where the contract has it", async () => {
  const requested: Array<string> = []
  const client = createClient({
    baseUrl: "http://host",
    key: "key",
    fetch: (input) => {
      requested.push(new URL(input instanceof Request ? input.url : input).pathname.replace(/\/$/, ""))
      return Promise.resolve(Response.json({ error: "Not found", status: 404 }, { status: 404 }))
    }
  })
  for (const call of Object.values(operations)) await expect(call(client)).rejects.toMatchObject({ status: 404 })
  const parameters = { id: 1, year: 2025, domain: "reading", type: "article" }
  const addressOf = (path: string) => `/${urlOf(path as Path, parameters).split("?")[0]!}`
  expect(requested).toEqual(Object.keys(operations).map(addressOf))
})

effectIt.scoped("each path is asked for alone, or is one that a batch takes", () =>
  Effect.gen(function* () {
    const { read, url } = yield* host()
    const parameters = { id: 1, year: 2025, domain: "reading", type: "article" }
    const paths = (Object.keys(operations) as ReadonlyArray<Path>).filter((path) => !alone.has(path))
    for (let first = 0; first < paths.length; first += 20) {
      const reads = paths
        .slice(first, first + 20)
        .map((path) => ({ path: `/${urlOf(path, parameters).split("?")[0]!}` }))
      const { json } = yield* post(`${url}/v1/batch`, read, { reads })
      const answers = (json as { readonly data: ReadonlyArray<{ readonly body: { readonly error?: string } | null }> })
        .data
      expect(
        answers.map(({ body }) => body?.error ?? "").filter((error) => error.includes("no read for a batch"))
      ).toEqual([])
    }
  })
)
